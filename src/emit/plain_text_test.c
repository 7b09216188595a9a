#include "capture.h"

#include "../base/utf8.h"

static size_t widest_line(struct text text)
{
    struct arena arena;
    struct text line;
    size_t widest = 0;

    arena_init(&arena);
    while (text_split(&text, '\n', &line)) {
        size_t width = utf8_width(text_copy(&arena, line));
        if (width > widest)
            widest = width;
    }
    arena_release(&arena);
    return widest;
}

static bool contains(struct text text, const char *needle)
{
    return text_find(text, needle) < text.length;
}

static void the_default_table_reads_as_people_expect(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    struct text text =
        capture(&sample, "table groups group used primary:interval cv change verdict", emit_text);
    assert_string_equal(
        text.start, "                                   CV\n"
                    "group      runs      requests/s   (%)  change (95 % interval)  verdict\n"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80"
                    "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2"
                    "\x94\x80\xe2\x94\x80\n"
                    "sync     5       1,495.8  \xc2\xb1 6.5  0.35                baseline\n"
                    "gevent   5       1,829   \xc2\xb1 11    0.50  +22.3 % (19.3 to 25.3)  faster\n"
                    "threads  4 of 5  1,496   \xc2\xb1 54    2.3     0.0 % (\xe2\x88\x92"
                    "4.0 to +4.0)  "
                    "not proven, needs\n"
                    "                                                               12 runs\n"
                    "\xc2\xb1: half width of the 95 % interval of the mean over runs.\n");
    sample_release(&sample);
}

static void no_line_is_wider_than_asked_for(void **state)
{
    static const size_t widths[] = {30, 40, 57, 80, 132};
    static struct sample_analysis sample;

    (void)state;
    sample_hostile(&sample);
    struct template template;
    struct report report;
    struct diag diag;
    diag_init(&diag);
    assert_true(template_parse(&template, &(struct template_source){"test", text_of(every_block)},
                               &sample.metrics, &sample.arena, &diag));
    report_build(&report,
                 &(struct report_request){.template = &template,
                                          .analysis = &sample.analysis,
                                          .metrics = &sample.metrics},
                 &sample.arena);
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        struct emit_context context = {
            .analysis = &sample.analysis, .report = &report, .columns = widths[i]};
        struct text text = capture_with(emit_text, &context, &sample.arena);
        assert_true(text.length > 1000);
        assert_true(widest_line(text) <= widths[i]);
    }
    sample_release(&sample);
}

static void no_control_character_reaches_the_terminal(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_hostile(&sample);
    struct text text = capture(&sample, every_block, emit_text);
    for (size_t i = 0; i < text.length; i++)
        assert_true((unsigned char)text.start[i] >= 0x20 || text.start[i] == '\n');
    assert_false(contains(text, "\xe2\x80\xae"));
    assert_true(utf8_is_valid(text));
    sample_release(&sample);
}

static void colour_only_adds_to_the_words(void **state)
{
    static struct sample_analysis sample;
    struct buffer plain;

    (void)state;
    sample_three(&sample);
    struct template template;
    struct report report;
    struct diag diag;
    diag_init(&diag);
    assert_true(template_parse(&template, &(struct template_source){"test", text_of(every_block)},
                               &sample.metrics, &sample.arena, &diag));
    report_build(&report,
                 &(struct report_request){.template = &template,
                                          .analysis = &sample.analysis,
                                          .metrics = &sample.metrics},
                 &sample.arena);
    struct emit_context context = {.analysis = &sample.analysis, .report = &report, .columns = 80};
    struct text without = capture_with(emit_text, &context, &sample.arena);
    context.color = true;
    struct text with = capture_with(emit_text, &context, &sample.arena);
    assert_true(contains(with, "\x1b["));
    buffer_init(&plain);
    for (size_t i = 0; i < with.length; i++) {
        if (with.start[i] == '\x1b')
            i += text_find_byte(text_from(with, i), 'm');
        else
            buffer_append_byte(&plain, with.start[i]);
    }
    assert_string_equal(plain.bytes, without.start);
    buffer_release(&plain);
    sample_release(&sample);
}

static void an_empty_report_is_empty(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_init(&sample);
    assert_int_equal(
        capture(&sample, "answer\nnotes\nheading \"Runs\"\ntable runs run", emit_text).length, 0);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_table_reads_as_people_expect),
        cmocka_unit_test(no_line_is_wider_than_asked_for),
        cmocka_unit_test(no_control_character_reaches_the_terminal),
        cmocka_unit_test(colour_only_adds_to_the_words),
        cmocka_unit_test(an_empty_report_is_empty),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
