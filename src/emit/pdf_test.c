#include "capture.h"

#include "pdf.h"

/* Helvetica and no compression: what is drawn can be read in the bytes. */
static bool emit_with_helvetica(struct output *output, const struct emit_context *context)
{
    static const char *const no_folders[] = {NULL};
    static const struct pdf_choices choices = {no_folders, false};

    return emit_pdf_as_chosen(output, context, &choices);
}

static size_t occurrences(struct text text, const char *needle)
{
    size_t count = 0;
    size_t at;

    while ((at = text_find(text, needle)) < text.length) {
        count++;
        text = text_from(text, at + 1);
    }
    return count;
}

/* "/Type /Page" begins "/Type /Pages" too. */
static size_t pages(struct text text)
{
    return occurrences(text, "/Type /Page") - occurrences(text, "/Type /Pages");
}

static void assert_is_pdf(struct text text)
{
    assert_true(text_starts_with(text, "%PDF-"));
    assert_true(text_find(text, "%%EOF") < text.length);
}

/* Some hundred groups, so that the table goes over several pages. */
static void sample_many(struct sample_analysis *sample)
{
    static const double rates[] = {100, 101, 102};

    sample_init(sample);
    for (size_t i = 0; i < SAMPLE_MOST_GROUPS; i++) {
        sample_group(sample, arena_format(&sample->arena, "group %zu", i), rates, 3);
        if (i)
            sample_compare(sample, 0, i, "rps", VERDICT_UNDECIDED, 0.02);
    }
}

static void a_short_report_is_one_page(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    struct text text = capture(&sample, every_block, emit_pdf);
    assert_is_pdf(text);
    text = capture(&sample, "title\nanswer\ntable groups group rps\nnotes", emit_pdf);
    assert_int_equal(pages(text), 1);
    sample_release(&sample);
}

static void a_long_table_goes_over_pages(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_many(&sample);
    struct text text = capture(&sample, "title\ntable groups group rps change", emit_pdf);
    assert_is_pdf(text);
    assert_int_equal(pages(text), 3);
    sample_release(&sample);
}

static void the_heads_of_a_table_repeat_on_every_page(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_many(&sample);
    struct text text =
        capture(&sample, "title\ntable groups group rps change", emit_with_helvetica);
    assert_true(pages(text) > 2);
    assert_int_equal(occurrences(text, "(requests\\057s)"), pages(text));
    for (size_t i = 0; i < SAMPLE_MOST_GROUPS; i++)
        assert_int_equal(occurrences(text, arena_format(&sample.arena, "(group %zu)", i)), 1);
    for (size_t i = 1; i <= pages(text); i++)
        assert_int_equal(
            occurrences(text, arena_format(&sample.arena, "(%zu \\057 %zu)", i, pages(text))), 1);
    sample_release(&sample);
}

static void what_repeats_stands_again_on_every_page(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_many(&sample);
    struct text text =
        capture(&sample, "table groups key:tool key:label rps change", emit_with_helvetica);
    assert_true(pages(text) > 2);
    assert_int_equal(occurrences(text, "(ab)"), pages(text));
    sample_release(&sample);
}

static void what_the_font_lacks_is_told_by_its_number(void **state)
{
    static const double rate = 100;
    static struct sample_analysis sample;

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "caf\xc3\xa9 \xe4\xb8\xad\xe6\x96\x87", &rate, 1);
    struct text text = capture(&sample, "table groups group rps", emit_with_helvetica);
    assert_int_equal(occurrences(text, "(caf\\351 \\133U+4E2D\\135\\133U+6587\\135)"), 1);
    assert_int_equal(occurrences(text, "a character that the font does not have"), 1);
    sample_release(&sample);
}

static void the_same_report_gives_the_same_bytes(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    struct text first = capture(&sample, every_block, emit_pdf);
    struct text second = capture(&sample, every_block, emit_pdf);
    assert_true(text_equal(first, second));
    assert_int_equal(occurrences(first, "CreationDate"), 0);
    sample_release(&sample);
}

static void hostile_labels_make_a_whole_document(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_hostile(&sample);
    assert_is_pdf(capture(&sample, every_block, emit_pdf));
    assert_is_pdf(capture(&sample, every_block, emit_with_helvetica));
    sample_release(&sample);
}

static void without_its_font_it_is_helvetica(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    struct text text = capture(&sample, every_block, emit_with_helvetica);
    assert_is_pdf(text);
    assert_true(occurrences(text, "/Helvetica") > 0);
    assert_int_equal(occurrences(text, "DejaVu"), 0);
    sample_release(&sample);
}

static void letter_and_a_date_are_taken(void **state)
{
    static struct sample_analysis sample;
    struct template template;
    struct report report;
    struct diag diag;

    (void)state;
    sample_three(&sample);
    diag_init(&diag);
    assert_true(template_parse(&template, &(struct template_source){"test", text_of("title")},
                               &sample.metrics, &sample.arena, &diag));
    report_build(&report,
                 &(struct report_request){.template = &template,
                                          .analysis = &sample.analysis,
                                          .metrics = &sample.metrics,
                                          .date = "2026-03-02"},
                 &sample.arena);
    struct emit_context context = {
        .analysis = &sample.analysis, .report = &report, .letter = true, .date = "2026-03-02"};
    struct text text = capture_with(emit_with_helvetica, &context, &sample.arena);
    assert_int_equal(occurrences(text, "0 0 612 792"), 1);
    assert_int_equal(occurrences(text, "D:20260302000000Z"), 2);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_report_is_one_page),
        cmocka_unit_test(a_long_table_goes_over_pages),
        cmocka_unit_test(the_heads_of_a_table_repeat_on_every_page),
        cmocka_unit_test(what_repeats_stands_again_on_every_page),
        cmocka_unit_test(what_the_font_lacks_is_told_by_its_number),
        cmocka_unit_test(the_same_report_gives_the_same_bytes),
        cmocka_unit_test(hostile_labels_make_a_whole_document),
        cmocka_unit_test(without_its_font_it_is_helvetica),
        cmocka_unit_test(letter_and_a_date_are_taken),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
