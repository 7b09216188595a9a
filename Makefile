# Builds loadstat, tests it, installs it.  `make help` lists the targets.

PREFIX      ?= /usr/local
DESTDIR     ?=
CC          ?= cc
PKG_CONFIG  ?= pkg-config
BUILD       ?= build

LIBRARIES   := libpcre2-8 libcjson gsl libutf8proc
WARNINGS    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
               -Wmissing-prototypes -Wcast-qual -Wformat=2 -Wundef -Wvla -Wdouble-promotion \
               -Wwrite-strings -Wpointer-arith -Wimplicit-fallthrough
HARDENING   := -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
CFLAGS      ?= -O2 -g
VERSION     := 0.1.0
CPPFLAGS    += -D_POSIX_C_SOURCE=200809L -DLOADSTAT_VERSION='"$(VERSION)"'
ALL_CFLAGS   = -std=c17 $(WARNINGS) $(HARDENING) $(shell $(PKG_CONFIG) --cflags $(LIBRARIES)) $(CFLAGS)
LDFLAGS     += -pie -Wl,-z,relro,-z,now -Wl,--as-needed
LDLIBS       = $(shell $(PKG_CONFIG) --libs $(LIBRARIES)) -lhpdf -lm

FOLDERS     := base stats model ingest compare report emit
TESTS       := $(wildcard $(FOLDERS:%=src/%/*_test.c))
SOURCES     := $(filter-out %_test.c %_fuzz.c,$(wildcard $(FOLDERS:%=src/%/*.c)))
OBJECTS     := $(SOURCES:src/%.c=$(BUILD)/%.o) $(BUILD)/embedded_files.o
TEST_BINS   := $(TESTS:src/%.c=$(BUILD)/%)
EMBEDDED    := $(sort $(wildcard parsers/* templates/*))

.PHONY: all clean
all: $(BUILD)/loadstat

$(BUILD)/loadstat: $(BUILD)/main.o $(BUILD)/options.o $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/embedded_files.c: $(EMBEDDED) src/embed-files | $(BUILD)
	sh src/embed-files $(EMBEDDED) > $@.new
	mv $@.new $@

$(BUILD)/embedded_files.o: $(BUILD)/embedded_files.c
	$(CC) $(CPPFLAGS) -Isrc $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/%_test: $(BUILD)/%_test.o $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

$(BUILD):
	mkdir -p $@

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(BUILD)/main.d $(BUILD)/options.d $(TEST_BINS:=.d)
