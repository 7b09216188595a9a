# Builds loadstat, tests it, installs it.  `make help` lists the targets.

VERSION     := 0.1.0

PREFIX      ?= /usr/local
DESTDIR     ?=
CC          ?= cc
PKG_CONFIG  ?= pkg-config
BUILD       ?= build
CFLAGS      ?= -O2 -g
SANITIZE    ?=
HPDF_LIBS   ?= -lhpdf

LIBRARIES   := libpcre2-8 libcjson gsl libutf8proc zlib
WARNINGS    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
               -Wmissing-prototypes -Wcast-qual -Wformat=2 -Wundef -Wvla -Wdouble-promotion \
               -Wwrite-strings -Wpointer-arith -Wimplicit-fallthrough
# Given to the compiler where it takes them: clang 14 refuses the second.
HARDENING   := -fstack-protector-strong -ftrivial-auto-var-init=zero -fstack-clash-protection \
               -fcf-protection -fPIE
# A section for each function, so that the linker leaves out what nothing calls.
SECTIONS    := -ffunction-sections -fdata-sections
LINK_CHECKS := -pie -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,--as-needed -Wl,--gc-sections
# The sanitizers check more than glibc's fortified functions do, and want them out of the way.
FORTIFY     := $(if $(SANITIZE),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)

FOLDERS     := base stats model rules read label say compare check judge report emit command
TESTS       := $(sort $(wildcard $(FOLDERS:%=src/%/*_test.c)))
FUZZERS     := $(sort $(wildcard $(FOLDERS:%=src/%/*_fuzz.c)))
SOURCES     := $(filter-out $(TESTS) $(FUZZERS),$(sort $(wildcard $(FOLDERS:%=src/%/*.c))))
OBJECTS     := $(SOURCES:src/%.c=$(BUILD)/%.o) $(BUILD)/embedded_files.o
LIBRARY     := $(BUILD)/libloadstat.a
PROGRAM     := $(BUILD)/main.o
TEST_BINS   := $(TESTS:src/%.c=$(BUILD)/%)
FUZZ_BINS   := $(FUZZERS:src/%.c=$(BUILD)/%)
EMBEDDED    := $(sort $(wildcard parsers/* templates/*))
SCRIPTS     := $(sort $(wildcard tests/*.t))
JOBS        := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

COMPILE      = $(CC) @$(BUILD)/compile-flags -MMD -MP
LINK         = $(CC) @$(BUILD)/link-flags

.PHONY: all deps demo check check-asan bench fuzz lint format install uninstall clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:
all: $(BUILD)/loadstat

# ---- building ----

# Files that hold what the commands depend on besides their sources; what is
# built from them is built again when their text changes, and only then.  `make
# deps demo` computes them after the libraries have come.
keep_if_same = if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi
accepted     = accepted() { for flag; do if echo 'int main(void) { return 0; }' | \
	$(CC) -Werror $$flag -x c -o $@.probe - 2>/dev/null; then printf '%s ' "$$flag"; fi; done; \
	rm -f $@.probe; }

missing      = CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' sh tests/install-dependencies --check

$(BUILD)/compile-flags: FORCE | $(BUILD) $(filter deps,$(MAKECMDGOALS))
	@$(if $(filter check check-asan,$(MAKECMDGOALS)),$(missing) build tests || { \
	  echo 'make: `make deps check` installs them' >&2; exit 1; })
	@$(PKG_CONFIG) --exists $(LIBRARIES) || { $(missing) build; \
	  echo 'make: `make deps` installs them' >&2; exit 1; }
	@$(accepted); echo '-std=c17 -D_POSIX_C_SOURCE=200809L -DLOADSTAT_VERSION=\"$(VERSION)\"' \
	  '$(WARNINGS)' "$$(accepted $(HARDENING) $(SECTIONS))" '$(FORTIFY)' \
	  "$$($(PKG_CONFIG) --cflags $(LIBRARIES))" '$(CPPFLAGS) $(CFLAGS) $(SANITIZE)' > $@.new
	@$(keep_if_same)

$(BUILD)/link-flags: FORCE | $(BUILD) $(filter deps,$(MAKECMDGOALS))
	@$(accepted); echo "$$(accepted $(LINK_CHECKS))" '$(CFLAGS) $(SANITIZE) $(LDFLAGS)' > $@.new
	@$(keep_if_same)

$(BUILD)/link-libraries: FORCE $(BUILD)/compile-flags
	@echo "$$($(PKG_CONFIG) --libs $(LIBRARIES))" '$(HPDF_LIBS) -lm $(LDLIBS)' > $@.new; $(keep_if_same)

# Lists, so that a file that is gone is missed, too.
$(BUILD)/embedded-list: FORCE | $(BUILD)
	@echo '$(EMBEDDED)' > $@.new; $(keep_if_same)

$(BUILD)/object-list: FORCE | $(BUILD)
	@echo '$(OBJECTS)' > $@.new; $(keep_if_same)

# Everything but main(); tests and fuzzers link the few members that they call.
# Made anew, so that a file that is gone leaves it, too.
$(LIBRARY): $(OBJECTS) $(BUILD)/object-list
	@rm -f $@
	@$(AR) rcs $@ @$(BUILD)/object-list

$(BUILD)/loadstat: $(PROGRAM) $(LIBRARY) $(BUILD)/link-flags $(BUILD)/link-libraries
	$(LINK) -o $@ $(PROGRAM) $(LIBRARY) @$(BUILD)/link-libraries

$(BUILD)/%.o: src/%.c $(BUILD)/compile-flags
	@mkdir -p $(@D)
	$(COMPILE) -c -o $@ $<

$(BUILD)/embedded_files.c: $(EMBEDDED) $(BUILD)/embedded-list src/embed-files
	sh src/embed-files $(EMBEDDED) > $@.new
	@mv $@.new $@

$(BUILD)/embedded_files.o: $(BUILD)/embedded_files.c $(BUILD)/compile-flags
	$(COMPILE) -Isrc -c -o $@ $<

$(BUILD)/%_test: $(BUILD)/%_test.o $(LIBRARY) $(BUILD)/link-flags $(BUILD)/link-libraries
	@$(LINK) -o $@ $< $(LIBRARY) @$(BUILD)/link-libraries -lcmocka

$(BUILD):
	@mkdir -p $@

# ---- what a fresh machine lacks ----

deps:
	@sh tests/install-dependencies build $(if $(filter check% fuzz,$(MAKECMDGOALS)),tests more) \
	  $(if $(filter lint,$(MAKECMDGOALS)),lint)

# ---- the main job on real logs ----

demo: $(BUILD)/loadstat
	@mkdir -p $(BUILD)/demo
	$(BUILD)/loadstat --title 'nginx, gzip off and on' -o - \
	  -o $(BUILD)/demo/report.md -o $(BUILD)/demo/report.json -o $(BUILD)/demo/report.pdf \
	  off=fixtures/gzip/off on=fixtures/gzip/on
	@echo; echo 'The same as Markdown, JSON and PDF: $(BUILD)/demo/report.{md,json,pdf}'

# ---- tests ----

check: $(BUILD)/loadstat $(TEST_BINS)
	@LOADSTAT=$(BUILD)/loadstat prove -j$(JOBS) --exec 'sh tests/run-one' $(TEST_BINS) $(SCRIPTS)

# The same tests with the address and undefined-behaviour sanitizers built in.
check-asan:
	@$(MAKE) --no-print-directory check BUILD=$(BUILD)/asan CFLAGS='$(CFLAGS) -O1 -fno-omit-frame-pointer' \
	  SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all'

# Against mawk, as ratios; not part of check, since it takes minutes.
bench: $(BUILD)/loadstat
	@LOADSTAT=$(BUILD)/loadstat sh tests/bench

# FUZZ_SECONDS for each target, from its seeds and what earlier runs found.
FUZZ_SECONDS ?= 60
fuzz:
	@$(MAKE) --no-print-directory fuzz-run BUILD=$(BUILD)/fuzz CC=clang CFLAGS='-O1 -g' \
	  SANITIZE='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'

.PHONY: fuzz-run
fuzz-run: $(FUZZ_BINS)
	@for fuzzer in $(FUZZ_BINS); do \
	  mkdir -p $$fuzzer.corpus && \
	  $$fuzzer -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$$fuzzer- $$fuzzer.corpus \
	    fixtures/fuzz || exit 1; \
	done

$(BUILD)/%_fuzz: $(BUILD)/%_fuzz.o $(LIBRARY) $(BUILD)/link-flags $(BUILD)/link-libraries
	$(LINK) -fsanitize=fuzzer -o $@ $< $(LIBRARY) @$(BUILD)/link-libraries

# Any complaint fails.  What is left out of clang-tidy's checks cries where the
# code means what it says, and cppcheck's of uninitialised variables takes a
# place to write to for one that is read.  LINT_MODE=deep follows more paths, and
# takes five times as long.
LINT_MODE   ?= shallow
TIDY_CHECKS := clang-analyzer-*,bugprone-*,-clang-analyzer-valist*,-clang-analyzer-security.*,$\
-bugprone-easily-swappable-parameters,-bugprone-sizeof-expression,-bugprone-macro-parentheses,$\
-bugprone-implicit-widening-of-multiplication-result,-bugprone-narrowing-conversions,$\
-bugprone-reserved-identifier,-bugprone-branch-clone
TIDY        := clang-tidy --quiet --warnings-as-errors='*' --checks='-*,$(TIDY_CHECKS)' \
               --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
               --extra-arg=mode=$(LINT_MODE)

.PHONY: lint-format lint-cppcheck lint-tidy lint-tools
lint: lint-format lint-cppcheck lint-tidy

lint-tools: $(filter deps,$(MAKECMDGOALS))
	@$(missing) lint || { echo 'make: `make deps lint` installs them' >&2; exit 1; }

lint-format: lint-tools
	@clang-format --dry-run -Werror $(wildcard src/*.[ch] src/*/*.[ch])

lint-cppcheck: lint-tools
	@cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr -j$(JOBS) \
	  --suppress=returnDanglingLifetime --suppress=ctuuninitvar --error-exitcode=1 src

lint-tidy: lint-tools $(BUILD)/compile-flags
	@printf '%s\n' $(SOURCES) src/main.c | xargs -P $(JOBS) -I {} $(TIDY) {} -- -std=c17 \
	  -D_POSIX_C_SOURCE=200809L $$($(PKG_CONFIG) --cflags $(LIBRARIES)) 2> $(BUILD)/lint-tidy.log || \
	  { grep -v generated $(BUILD)/lint-tidy.log; exit 1; }

format:
	clang-format -i $(wildcard src/*.[ch] src/*/*.[ch])

# ---- installing ----

BIN_DIR      = $(DESTDIR)$(PREFIX)/bin
MAN_DIR      = $(DESTDIR)$(PREFIX)/share/man/man1
DOC_DIR      = $(DESTDIR)$(PREFIX)/share/doc/loadstat
DOCUMENTS   := $(wildcard README.md CHANGELOG.md LICENSE doc/*.md doc/loadstat.schema.json)
MANUAL      := $(wildcard doc/loadstat.1)

install: $(BUILD)/loadstat
	install -d '$(BIN_DIR)' '$(MAN_DIR)' '$(DOC_DIR)'
	install -m 755 $(BUILD)/loadstat '$(BIN_DIR)/loadstat'
	$(if $(MANUAL),install -m 644 $(MANUAL) '$(MAN_DIR)/loadstat.1')
	install -m 644 $(DOCUMENTS) '$(DOC_DIR)'

uninstall:
	rm -f '$(BIN_DIR)/loadstat' '$(MAN_DIR)/loadstat.1'
	rm -rf '$(DOC_DIR)'

clean:
	rm -rf $(BUILD)

help:
	@sed -n 's/^#: //p' Makefile

#: make              build/loadstat
#: make deps         install what building needs and is missing, with the system's package manager
#: make demo         compare real logs; reports in build/demo/
#: make check        all tests; LOADSTAT_REWRITE=1 rewrites what tests/cli expects
#: make check-asan   the same with the address and undefined-behaviour sanitizers
#: make bench        speed against mawk, in ratios
#: make fuzz         libFuzzer, FUZZ_SECONDS (60) for each target
#: make lint         layout of the sources, cppcheck, clang-tidy; LINT_MODE=deep takes longer
#: make format       lay the sources out
#: make install      to PREFIX (/usr/local), below DESTDIR; make uninstall takes it away
#: make clean        remove build/
#:
#: On a fresh machine: make deps demo; make deps check, make deps lint
#: Variables: CC CFLAGS CPPFLAGS LDFLAGS LDLIBS HPDF_LIBS PKG_CONFIG BUILD PREFIX DESTDIR

-include $(OBJECTS:.o=.d) $(PROGRAM:.o=.d) $(TEST_BINS:=.d) $(FUZZ_BINS:=.d)
