#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "report.h"
#include "sample.h"
#include "template.h"

static struct sample_analysis sample;
static struct report report;

static void build(const char *source)
{
    struct template *template = arena_allocate(&sample.arena, sizeof *template);
    struct diag diag;

    diag_init(&diag);
    assert_true(template_parse(template, &(struct template_source){"test", text_of(source)},
                               &sample.metrics, &sample.arena, &diag));
    report_build(&report,
                 &(struct report_request){.template = template,
                                          .analysis = &sample.analysis,
                                          .metrics = &sample.metrics},
                 &sample.arena);
}

static const struct table *only_table(void)
{
    const struct table *table = NULL;

    for (size_t i = 0; i < report.block_count; i++)
        if (report.blocks[i].kind == BLOCK_TABLE) {
            assert_null(table);
            table = &report.blocks[i].table;
        }
    assert_non_null(table);
    return table;
}

static size_t column_of(const struct table *table, const char *heading)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].heading, heading) == 0)
            return i;
    return table->column_count;
}

static const char *at(const struct table *table, size_t row, const char *heading)
{
    size_t column = column_of(table, heading);

    if (column == table->column_count)
        fail_msg("no column \"%s\"", heading);
    return table->cells[row * table->column_count + column].text;
}

static bool has_column(const struct table *table, const char *heading)
{
    return column_of(table, heading) < table->column_count;
}

static void a_comparison_says_what_is_faster_and_by_how_much(void **state)
{
    (void)state;
    sample_three(&sample);
    build("table groups group used primary:interval cv change verdict");
    const struct table *table = only_table();
    assert_int_equal(table->row_count, 3);
    assert_string_equal(at(table, 0, "change (95 % interval)"), "baseline");
    assert_string_equal(at(table, 1, "requests/s"), "1,829 \xc2\xb1 11");
    assert_string_equal(at(table, 1, "change (95 % interval)"), "+22.3 % (19.3 to 25.3)");
    assert_string_equal(at(table, 1, "verdict"), "faster");
    assert_string_equal(at(table, 2, "runs"), "4 of 5");
    assert_string_equal(at(table, 2, "verdict"), "not proven, needs 12 runs");
    sample_release(&sample);
}

static void verdicts_are_words_with_their_reason(void **state)
{
    static const double rates[] = {100, 101, 102};

    (void)state;
    sample_init(&sample);
    for (size_t i = 0; i < 7; i++)
        sample_group(&sample, arena_format(&sample.arena, "g%zu", i), rates, 3);
    sample_compare(&sample, 0, 1, "rps", VERDICT_BETTER, 0.1);
    sample_compare(&sample, 0, 2, "rps", VERDICT_WORSE, 0.1);
    sample_compare(&sample, 0, 3, "rps", VERDICT_EQUIVALENT, 0.1);
    sample_compare(&sample, 0, 4, "rps", VERDICT_UNDECIDED, 0.1);
    sample_compare(&sample, 0, 5, "rps", VERDICT_NOT_COMPARABLE, 0.1)->code = "keepalive";
    sample_compare(&sample, 0, 6, "rps", VERDICT_INVALID, 0.1)->code = "non-2xx";
    build("table groups group verdict");
    const struct table *table = only_table();
    assert_string_equal(at(table, 1, "verdict"), "faster");
    assert_string_equal(at(table, 2, "verdict"), "slower");
    assert_string_equal(at(table, 3, "verdict"), "equivalent (within 5 %)");
    assert_string_equal(at(table, 4, "verdict"), "not proven");
    assert_string_equal(at(table, 5, "verdict"), "not comparable (keepalive)");
    assert_string_equal(at(table, 6, "verdict"), "invalid (non-2xx)");
    assert_int_equal(table->cells[6 * table->column_count + 1].tone, TONE_CAUTION);
    sample_release(&sample);
}

static void one_group_has_nothing_to_compare(void **state)
{
    static const double rates[] = {100, 101, 102};

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "nginx", rates, 3);
    build("table groups group primary:interval cv change verdict");
    assert_false(has_column(only_table(), "change (95 % interval)"));
    assert_false(has_column(only_table(), "verdict"));
    sample_release(&sample);
}

static void runs_without_percentiles_have_no_columns_for_them(void **state)
{
    static const double rates[] = {100, 101, 102};

    (void)state;
    sample_init(&sample);
    struct group *group = sample_group(&sample, "nginx", rates, 3);
    group->summary_count = 2;
    build("table groups group mean p50 p95 p99\nheading \"Tail\"\ntable groups group p99");
    assert_true(has_column(only_table(), "mean"));
    assert_int_equal(only_table()->column_count, 2);
    assert_int_equal(report.block_count, 1);
    sample_release(&sample);
}

static void a_mean_of_percentiles_is_called_typical(void **state)
{
    static const double rates[] = {1000, 1010, 1020};

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "nginx", rates, 3);
    build("table groups group p95");
    assert_true(has_column(only_table(), "typical run p95"));
    assert_non_null(strstr(only_table()->footnote, "mean of the runs' own percentiles"));
    sample_release(&sample);

    sample_init(&sample);
    sample_group(&sample, "nginx", rates, 1);
    build("table groups group p95");
    assert_true(has_column(only_table(), "p95"));
    assert_string_equal(only_table()->footnote, "");
    sample_release(&sample);
}

static struct summary *summary_of(size_t group, const char *name)
{
    const struct metric *metric = sample_metric(&sample, name);

    for (size_t i = 0; i < sample.groups[group].summary_count; i++)
        if (sample.groups[group].summaries[i].metric == metric)
            return &sample.groups[group].summaries[i];
    fail_msg("no summary of %s", name);
    return NULL;
}

static void percentiles_of_all_requests_are_exact_or_a_bracket(void **state)
{
    static const double rates[] = {1000, 1010, 1020};

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "nginx", rates, 3);
    for (size_t i = 0; i < 3; i++) {
        static const struct bin bins[] = {
            {17, 1000}
        };
        sample.runs[i]->distribution = (struct distribution){1, bins, 1};
    }
    summary_of(0, "p95")->pooled_low = summary_of(0, "p95")->pooled_high = 17;
    summary_of(0, "p99")->pooled_low = 140;
    summary_of(0, "p99")->pooled_high = 192;
    build("table groups group p95 p99 p99:pooled");
    assert_string_equal(at(only_table(), 0, "p95"), "17");
    assert_true(has_column(only_table(), "typical run p99"));
    assert_string_equal(at(only_table(), 0, "p99 of all requests"), "140 to 192");
    sample_release(&sample);
}

static void what_the_step_of_printing_hides_has_no_percentage(void **state)
{
    static const double rates[] = {100000, 100000, 100000};

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "a", rates, 3);
    sample_group(&sample, "b", rates, 3);
    sample_compare(&sample, 0, 1, "p50", VERDICT_UNDECIDED, 0.1);
    build("table groups group p50 p50:change");
    assert_string_equal(at(only_table(), 1, "typical run p50"), "<1");
    assert_string_equal(at(only_table(), 1, "p50 change"), "");
    sample_release(&sample);
}

static void a_change_from_zero_is_no_percentage(void **state)
{
    static const double rates[] = {100, 101, 102};

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "a", rates, 3);
    sample_group(&sample, "b", rates, 3);
    summary_of(1, "failed")->mean = 4;
    sample_compare(&sample, 0, 1, "failed", VERDICT_WORSE, 0.1);
    build("table groups group failed:total failed:change failed:verdict");
    assert_string_equal(at(only_table(), 1, "failed"), "12 (0.40 %)");
    assert_string_equal(at(only_table(), 1, "failed change"), "from 0");
    assert_string_equal(at(only_table(), 1, "failed verdict"), "worse");
    sample_release(&sample);
}

static void a_mean_that_was_not_measured_gives_way(void **state)
{
    static const double rate = 1000;

    (void)state;
    sample_init(&sample);
    struct group *group = sample_group(&sample, "ab", &rate, 1);
    struct run *run = sample.runs[0];
    sample_set(&sample, run, "mean", 10, ABSENT);
    sample_set(&sample, run, "latency_total_mean_ms", 11, 1);
    run_sort(run);
    sample_summarize(&sample, group);
    build("card runs mean");
    assert_string_equal(report.blocks[1].table.cells[1].text, "10");
    group->mean_is_measured = true;
    build("card runs mean");
    assert_string_equal(report.blocks[1].table.cells[1].text, "11");
    build("table runs run mean");
    assert_string_equal(at(only_table(), 0, "mean"), "11");
    sample_release(&sample);
}

static void a_group_without_a_used_run_says_what_became_of_it(void **state)
{
    static const double rates[] = {100, 101};

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "a", rates, 2);
    struct group *group = sample_group(&sample, "b", rates, 2);
    for (size_t i = 0; i < 2; i++)
        sample.runs[group->runs[i]]->status = RUN_ABORTED;
    group->used_count = 0;
    group->summary_count = 0;
    build("table groups group used primary:interval");
    assert_string_equal(at(only_table(), 1, "runs"), "0 of 2");
    assert_string_equal(at(only_table(), 1, "requests/s"), "aborted");
    sample_release(&sample);
}

static void the_ranked_table_is_relative_to_the_slowest(void **state)
{
    (void)state;
    sample_three(&sample);
    build("table groups sort=-primary group primary:mean relative");
    assert_string_equal(at(only_table(), 0, "group"), "gevent");
    assert_string_equal(at(only_table(), 0, "relative"), "1.22");
    assert_string_equal(at(only_table(), 2, "relative"), "1.00");
    sample_release(&sample);
}

static void selected_metrics_take_the_place_of_the_default(void **state)
{
    const struct metric *chosen[1];

    (void)state;
    sample_three(&sample);
    build("table groups group selected=mean,max:max");
    assert_true(has_column(only_table(), "mean"));
    chosen[0] = sample_metric(&sample, "p99");
    sample.settings.metrics = chosen;
    sample.settings.metric_count = 1;
    build("table groups group selected=mean,max:max");
    assert_int_equal(only_table()->column_count, 2);
    assert_true(has_column(only_table(), "typical run p99"));
    sample_release(&sample);
}

static void every_metric_asked_for_is_compared_in_a_table_of_its_own(void **state)
{
    const struct metric *chosen[2];

    (void)state;
    sample_three(&sample);
    build("table compared group primary:interval change verdict");
    assert_string_equal(only_table()->caption, "");
    assert_string_equal(at(only_table(), 1, "verdict"), "faster");
    chosen[0] = sample_metric(&sample, "rps");
    chosen[1] = sample_metric(&sample, "p99");
    sample.settings.metrics = chosen;
    sample.settings.metric_count = 2;
    sample_compare(&sample, 0, 1, "p99", VERDICT_WORSE, 0.1);
    build("table compared group primary:interval change verdict");
    assert_int_equal(report.block_count, 2);
    assert_string_equal(report.blocks[1].table.caption, "p99 latency");
    assert_string_equal(at(&report.blocks[1].table, 1, "verdict"), "slower");
    sample_release(&sample);
}

static void only_shows_the_verdicts_asked_for_and_the_baseline(void **state)
{
    const char *wanted[] = {"better"};

    (void)state;
    sample_three(&sample);
    sample.settings.only = wanted;
    sample.settings.only_count = 1;
    build("table groups group verdict");
    assert_int_equal(only_table()->row_count, 2);
    assert_string_equal(at(only_table(), 1, "group"), "gevent");
    sample_release(&sample);
}

static void every_run_has_a_column_in_rounds(void **state)
{
    (void)state;
    sample_three(&sample);
    build("table groups group primary:each primary:mean");
    assert_string_equal(at(only_table(), 0, "run 1"), "1,492");
    assert_string_equal(at(only_table(), 2, "run 5"), "(1,534)");
    sample_release(&sample);
}

static void set_pivot(struct pivot *pivot)
{
    static const char *row_keys[] = {"concurrency"};
    static const char *columns[] = {"sync", "gevent"};
    static const char *rows[] = {"c=8", "c=16"};
    static size_t cells[] = {0, 1, 2, NO_GROUP};
    static double means[] = {0, 1.22};
    static size_t matched[] = {0, 2};

    means[0] = ABSENT;
    *pivot = (struct pivot){.row_keys = row_keys,
                            .row_key_count = 1,
                            .column_key = "label",
                            .columns = columns,
                            .column_count = 2,
                            .rows = rows,
                            .row_count = 2,
                            .cells = cells,
                            .geometric_means = means,
                            .matched = matched};
}

/* Gives the sample's groups a section and a level each, as the rows of a pivot of two keys. */
static void set_row_keys(void)
{
    static const char *keys[] = {"section", "concurrency"};
    static const char *levels[] = {"8", "8", "16"};
    static struct group_key of_groups[3][3];

    for (size_t i = 0; i < 3; i++) {
        struct group *group = &sample.groups[i];
        of_groups[i][0] = group->keys[0];
        of_groups[i][1] = (struct group_key){"section", "json"};
        of_groups[i][2] = (struct group_key){"concurrency", levels[i]};
        group->keys = of_groups[i];
        group->key_count = 3;
    }
    sample.analysis.pivot.row_keys = keys;
    sample.analysis.pivot.row_key_count = 2;
}

static void a_pivot_of_two_columns_is_one_table_with_the_change(void **state)
{
    (void)state;
    sample_three(&sample);
    set_pivot(&sample.analysis.pivot);
    set_row_keys();
    build("pivot");
    const struct table *table = only_table();
    assert_string_equal(table->caption, "requests/s");
    assert_string_equal(at(table, 0, "section"), "json");
    assert_string_equal(at(table, 0, "concurrency"), "8");
    assert_true(table->columns[1].numeric);
    assert_string_equal(at(table, 0, "gevent"), "1,829 \xc2\xb1 11");
    assert_string_equal(at(table, 1, "gevent"), "");
    assert_string_equal(at(table, 0, "verdict"), "faster");
    assert_string_equal(at(table, 1, "change (95 % interval)"), "");
    assert_non_null(strstr(table->footnote, "Geometric mean over all rows: +22.0 %."));
    sample_release(&sample);
}

static void what_repeats_in_the_keys_of_a_pivot_is_marked(void **state)
{
    (void)state;
    sample_three(&sample);
    set_pivot(&sample.analysis.pivot);
    set_row_keys();
    build("pivot");
    const struct table *table = only_table();
    assert_false(table->cells[0].repeats);
    assert_true(table->cells[table->column_count].repeats);
    assert_false(table->cells[table->column_count + 1].repeats);
    sample_release(&sample);
}

static void a_pivot_of_three_columns_has_a_table_for_each_change(void **state)
{
    static const char *columns[] = {"sync", "gevent", "threads"};
    static size_t cells[] = {0, 1, 2};
    static double means[3] = {(double)NAN, (double)NAN, (double)NAN};
    static size_t matched[] = {0, 1, 1};

    (void)state;
    sample_three(&sample);
    set_pivot(&sample.analysis.pivot);
    set_row_keys();
    struct pivot *pivot = &sample.analysis.pivot;
    pivot->columns = columns;
    pivot->column_count = 3;
    pivot->cells = cells;
    pivot->row_count = 1;
    pivot->geometric_means = means;
    pivot->matched = matched;
    build("pivot");
    assert_int_equal(report.block_count, 3);
    assert_true(has_column(&report.blocks[0].table, "threads"));
    assert_string_equal(report.blocks[1].table.caption, "requests/s: gevent against sync");
    assert_string_equal(at(&report.blocks[1].table, 0, "verdict"), "faster");
    assert_string_equal(report.blocks[2].table.caption, "requests/s: threads against sync");
    sample_release(&sample);
}

static void only_leaves_columns_of_a_pivot_blank(void **state)
{
    static const char *worse[] = {"worse"};

    (void)state;
    sample_three(&sample);
    set_pivot(&sample.analysis.pivot);
    set_row_keys();
    sample.settings.only = worse;
    sample.settings.only_count = 1;
    build("pivot");
    assert_int_equal(only_table()->row_count, 1);
    assert_false(has_column(only_table(), "gevent"));
    sample_release(&sample);
}

static void levels_add_what_the_pivot_lacks(void **state)
{
    (void)state;
    sample_three(&sample);
    set_pivot(&sample.analysis.pivot);
    set_row_keys();
    build("pivot\ntable levels key:concurrency used primary:interval cv mean p95");
    assert_int_equal(report.block_count, 2);
    const struct table *levels = &report.blocks[1].table;
    assert_string_equal(levels->caption, "Latency and failures");
    assert_string_equal(at(levels, 1, "group"), "gevent");
    assert_false(has_column(levels, "requests/s"));
    assert_true(has_column(levels, "typical run p95"));
    build("pivot\ntable levels key:concurrency used primary:interval cv");
    assert_int_equal(report.block_count, 1);
    sample_release(&sample);
}

static void a_footnote_is_said_once(void **state)
{
    (void)state;
    sample_three(&sample);
    build("table groups group primary:interval\ntable groups group primary:interval p95");
    assert_non_null(strstr(report.blocks[0].table.footnote, "half width"));
    assert_string_equal(report.blocks[1].table.footnote,
                        "Typical run: the mean of the runs' own percentiles.");
    sample_release(&sample);
}

static void connection_times_stand_as_ab_prints_them(void **state)
{
    static const double rate = 1000;

    (void)state;
    sample_init(&sample);
    struct group *group = sample_group(&sample, "ab", &rate, 1);
    struct summary *more = arena_allocate(&sample.arena, 20 * sizeof *more);
    memcpy(more, group->summaries, group->summary_count * sizeof *more);
    group->summaries = more;
    more[group->summary_count++] = (struct summary){
        .metric = sample_metric(&sample, "waiting_mean_ms"), .n = 1, .mean = 7, .resolution = 1};
    more[group->summary_count++] =
        (struct summary){.metric = sample_metric(&sample, "latency_total_mean_ms"),
                         .n = 1,
                         .mean = 9,
                         .resolution = 1};
    build("table times");
    assert_int_equal(only_table()->row_count, 2);
    assert_string_equal(at(only_table(), 0, "phase"), "waiting");
    assert_string_equal(at(only_table(), 0, "mean"), "7");
    assert_string_equal(at(only_table(), 1, "phase"), "total");
    assert_string_equal(at(only_table(), 1, "mean"), "9");
    assert_string_equal(at(only_table(), 1, "max"), "50");
    sample_release(&sample);
}

static void metrics_of_a_rule_file_appear_where_own_is_asked_for(void **state)
{
    static const struct metric cpu = {.key = "cpu_pct",
                                      .label = "CPU",
                                      .unit = "%",
                                      .better = BETTER_LOWER,
                                      .kind = METRIC_PERCENT};
    static const double rate = 1000;

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "a", &rate, 1);
    build("table runs run rps own");
    assert_int_equal(only_table()->column_count, 2);
    run_set_value(sample.runs[0], &sample.arena, metric_add(&sample.metrics, &cpu), 42.5, ABSENT);
    run_sort(sample.runs[0]);
    build("table runs run rps own");
    assert_string_equal(at(only_table(), 0, "CPU"), "42.5");
    sample_release(&sample);
}

static void laws_that_were_refused_are_one_line(void **state)
{
    struct scaling scaling = {.name = "nginx", .refusal = "needs 6 levels, has 3"};

    (void)state;
    sample_three(&sample);
    sample.analysis.scalings = &scaling;
    sample.analysis.scaling_count = 1;
    build("scaling");
    assert_int_equal(report.block_count, 1);
    assert_string_equal(report.blocks[0].text,
                        "No law of scaling was fitted: needs 6 levels, has 3.");
    sample_release(&sample);
}

static void only_a_template_of_runs_makes_rows_of_runs(void **state)
{
    (void)state;
    sample_three(&sample);
    build("table runs run rps");
    assert_true(report.rows_are_runs);
    build("table groups group rps\ntable runs run rps");
    assert_false(report.rows_are_runs);
    sample_release(&sample);
}

static void an_analysis_without_runs_is_a_report_without_tables(void **state)
{
    (void)state;
    sample_init(&sample);
    build("title\nanswer\ntable groups group rps\ntable runs run\ncard runs all\n"
          "card groups all\ntable metrics all\npivot\nscaling\nnotes\n");
    assert_int_equal(report.block_count, 1);
    assert_string_equal(report.title, "Load test");
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comparison_says_what_is_faster_and_by_how_much),
        cmocka_unit_test(verdicts_are_words_with_their_reason),
        cmocka_unit_test(one_group_has_nothing_to_compare),
        cmocka_unit_test(runs_without_percentiles_have_no_columns_for_them),
        cmocka_unit_test(a_mean_of_percentiles_is_called_typical),
        cmocka_unit_test(percentiles_of_all_requests_are_exact_or_a_bracket),
        cmocka_unit_test(what_the_step_of_printing_hides_has_no_percentage),
        cmocka_unit_test(a_change_from_zero_is_no_percentage),
        cmocka_unit_test(a_mean_that_was_not_measured_gives_way),
        cmocka_unit_test(a_group_without_a_used_run_says_what_became_of_it),
        cmocka_unit_test(the_ranked_table_is_relative_to_the_slowest),
        cmocka_unit_test(selected_metrics_take_the_place_of_the_default),
        cmocka_unit_test(every_metric_asked_for_is_compared_in_a_table_of_its_own),
        cmocka_unit_test(only_shows_the_verdicts_asked_for_and_the_baseline),
        cmocka_unit_test(every_run_has_a_column_in_rounds),
        cmocka_unit_test(a_pivot_of_two_columns_is_one_table_with_the_change),
        cmocka_unit_test(what_repeats_in_the_keys_of_a_pivot_is_marked),
        cmocka_unit_test(a_pivot_of_three_columns_has_a_table_for_each_change),
        cmocka_unit_test(only_leaves_columns_of_a_pivot_blank),
        cmocka_unit_test(levels_add_what_the_pivot_lacks),
        cmocka_unit_test(a_footnote_is_said_once),
        cmocka_unit_test(connection_times_stand_as_ab_prints_them),
        cmocka_unit_test(metrics_of_a_rule_file_appear_where_own_is_asked_for),
        cmocka_unit_test(laws_that_were_refused_are_one_line),
        cmocka_unit_test(only_a_template_of_runs_makes_rows_of_runs),
        cmocka_unit_test(an_analysis_without_runs_is_a_report_without_tables),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
