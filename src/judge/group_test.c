/*
 * Groups, their names, order, baselines and pivots.
 */
#include "bench.h"

static void repeated_runs_are_one_group(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 100, 101, 102);
    RATES(bench, "b", 200);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 2);
    assert_int_equal(bench_group(bench, "a")->used_count, 3);
    assert_int_equal(bench_group(bench, "b")->used_count, 1);
}

static void what_a_set_key_splits_is_named(void **state)
{
    struct bench *bench = *state;
    run_set_label(bench_run(bench, "a", 100), &bench->arena, "gzip", "on", true);
    run_set_label(bench_run(bench, "a", 110), &bench->arena, "gzip", "off", true);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 2);
    bench_group(bench, "a gzip=on");
    bench_group(bench, "a gzip=off");
}

static void a_tag_splits_nothing(void **state)
{
    struct bench *bench = *state;
    run_set_label(bench_run(bench, "a", 100), &bench->arena, "commit", "1", false);
    run_set_label(bench_run(bench, "a", 110), &bench->arena, "commit", "2", false);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 1);
}

static void a_name_holds_no_key_that_follows_from_the_label(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "nginx", 100);
    bench_run(bench, "apache", 110)->target.server = "Apache/2.4";
    bench_analyse(bench);
    bench_group(bench, "nginx");
    bench_group(bench, "apache");
}

static void a_name_holds_the_concurrency_that_varies(void **state)
{
    struct bench *bench = *state;
    bench_run_at(bench, "nginx", 8, 100);
    bench_run_at(bench, "nginx", 32, 200);
    bench_run_at(bench, "apache", 8, 110);
    bench_analyse(bench);
    bench_group(bench, "nginx c=8");
    bench_group(bench, "nginx c=32");
    bench_group(bench, "apache c=8");
}

static void headings_stand_in_front_of_a_name(void **state)
{
    struct bench *bench = *state;
    const char *sections[] = {"json", "template"};
    for (size_t s = 0; s < 2; s++) {
        for (size_t c = 4; c <= 8; c += 4)
            run_set_label(bench_run_at(bench, "sync", (double)c, 100), &bench->arena, "section",
                          sections[s], true);
    }
    bench_analyse(bench);
    bench_group(bench, "json / sync c=4");
    bench_group(bench, "template / sync c=8");
}

/* siege does not state keep-alive: that says less than its name. */
static void a_key_that_some_do_not_state_is_not_what_names_tell(void **state)
{
    struct bench *bench = *state;
    for (size_t i = 0; i < 2; i++) {
        bench_run(bench, i == 0 ? "off" : "on", 100);
        struct run *siege = bench_run(bench, i == 0 ? "off" : "on", 100);
        siege->tool = "siege";
        siege->traits = &bench_siege_traits;
        siege->config.keepalive = ANSWER_UNKNOWN;
    }
    bench_analyse(bench);
    bench_group(bench, "off ab");
    bench_group(bench, "on siege");
    const struct comparison *comparison = bench_comparison(bench, "on siege");
    assert_string_equal(bench->analysis.groups[comparison->baseline].name, "off siege");
    /* Nor is it what the rows of a pivot are told by. */
    bench->settings.columns = "label";
    bench_analyse(bench);
    assert_int_equal(bench->analysis.pivot.row_key_count, 1);
    assert_string_equal(bench->analysis.pivot.row_keys[0], "tool");
}

static void a_port_is_named_by_its_key(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "a", 100);
    bench_run(bench, "a", 100)->target.port = 8081;
    bench_analyse(bench);
    bench_group(bench, "a port=8081");
}

static void names_are_unique(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "a /x", 100)->target.path = NULL;
    bench_run(bench, "a", 110)->target.path = "/x";
    bench_run(bench, "a", 120)->target.path = "/y";
    bench_analyse(bench);
    bench_group(bench, "a /x");
    bench_group(bench, "a /x (2)");
    bench_group(bench, "a /y");
}

static void group_by_replaces_the_list(void **state)
{
    struct bench *bench = *state;
    const char *keys[] = {"path"};
    bench_run(bench, "a", 100);
    bench_run(bench, "b", 110);
    bench_run(bench, "b", 110)->target.path = "/x";
    bench->settings.group_by = keys;
    bench->settings.group_by_count = 1;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 2);
    assert_int_equal(bench_group(bench, "/")->used_count, 2);
}

static void an_unknown_key_to_group_by_is_wrong_usage(void **state)
{
    struct bench *bench = *state;
    const char *keys[] = {"colour"};
    bench_run(bench, "a", 100);
    bench->settings.group_by = keys;
    bench->settings.group_by_count = 1;
    assert_false(bench_try(bench));
    assert_int_equal(bench->diag.worst, STATUS_USAGE);
}

static void aborted_runs_are_shown_and_not_averaged(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 100, 102, 500);
    bench->runs.runs[2]->status = RUN_ABORTED;
    bench_analyse(bench);
    const struct group *group = bench_group(bench, "a");
    assert_int_equal(group->run_count, 3);
    assert_int_equal(group->used_count, 2);
    assert_near(group_summary(group, bench->analysis.primary)->mean, 101, 1e-9);
}

/* An aborted ab names its host and nothing else. */
static struct run *aborted_run(struct bench *bench, const char *label)
{
    struct run *run = run_set_add(&bench->runs);
    run->label = label;
    run->tool = "ab";
    run->target.host = "127.0.0.1";
    run->status = RUN_ABORTED;
    return run;
}

static void an_aborted_run_joins_the_group_that_says_the_same_and_more(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 100, 102);
    aborted_run(bench, "a");
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 1);
    assert_int_equal(bench->analysis.groups[0].run_count, 3);
}

static void an_aborted_run_of_two_possible_groups_stands_alone(void **state)
{
    struct bench *bench = *state;
    bench_run_at(bench, "a", 8, 100);
    bench_run_at(bench, "a", 16, 100);
    aborted_run(bench, "a");
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 3);
}

static void a_complete_run_that_says_less_is_another_group(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "a", 100);
    bench_run(bench, "a", 100)->config.concurrency = ABSENT;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 2);
}

static void drop_first_leaves_out_the_first_run_of_each_group(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 20, 100, 102);
    RATES(bench, "b", 30, 110, 112);
    bench->settings.drop_first = 1;
    bench_analyse(bench);
    assert_near(group_summary(bench_group(bench, "a"), bench->analysis.primary)->mean, 101, 1e-9);
    assert_int_equal(bench_group(bench, "b")->used_count, 2);
    assert_non_null(bench_note(bench, "dropped"));
}

static void a_filter_keeps_the_runs_that_match(void **state)
{
    struct bench *bench = *state;
    const char *problem;
    RATES(bench, "a", 100, 102);
    RATES(bench, "b", 200);
    bench->settings.filter =
        expression_compile("label = b", &bench->metrics, &bench->arena, &problem);
    assert_non_null(bench->settings.filter);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.run_count, 1);
}

static void a_filter_that_leaves_nothing_is_said(void **state)
{
    struct bench *bench = *state;
    const char *problem;
    RATES(bench, "a", 100);
    bench->settings.filter =
        expression_compile("label = z", &bench->metrics, &bench->arena, &problem);
    assert_false(bench_try(bench));
    assert_int_equal(bench->diag.worst, STATUS_UNUSABLE);
}

static void numbers_sort_as_numbers(void **state)
{
    struct bench *bench = *state;
    bench_run_at(bench, "a", 64, 100);
    bench_run_at(bench, "a", 8, 100);
    bench_run_at(bench, "a", 128, 100);
    bench->settings.sort = "concurrency";
    bench_analyse(bench);
    assert_string_equal(bench->analysis.groups[0].name, "a c=8");
    assert_string_equal(bench->analysis.groups[1].name, "a c=64");
    assert_string_equal(bench->analysis.groups[2].name, "a c=128");
}

static void a_minus_sorts_from_the_largest(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "slow", 9);
    RATES(bench, "fast", 100);
    RATES(bench, "middle", 20);
    bench->settings.sort = "-rps";
    bench_analyse(bench);
    assert_string_equal(bench->analysis.groups[0].name, "fast");
    assert_string_equal(bench->analysis.groups[2].name, "slow");
    /* The baseline stays the first that was measured. */
    assert_true(bench_group(bench, "slow")->is_baseline);
}

static void groups_without_the_sorted_value_come_last_either_way(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "none", 9);
    RATES(bench, "some", 100);
    bench_unset(bench, bench->runs.runs[0], "rps");
    bench->settings.sort = "rps";
    bench_analyse(bench);
    assert_string_equal(bench->analysis.groups[1].name, "none");
    bench->settings.sort = "-rps";
    bench_analyse(bench);
    assert_string_equal(bench->analysis.groups[1].name, "none");
}

static void an_unknown_sort_key_is_wrong_usage(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 9);
    bench->settings.sort = "beauty";
    assert_false(bench_try(bench));
    assert_int_equal(bench->diag.worst, STATUS_USAGE);
}

static void the_first_group_with_figures_is_the_baseline(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "dead", 1)->status = RUN_ABORTED;
    RATES(bench, "a", 9);
    RATES(bench, "b", 9);
    bench_analyse(bench);
    assert_true(bench_group(bench, "a")->is_baseline);
    assert_false(bench_group(bench, "dead")->is_baseline);
}

static void a_baseline_is_found_by_name(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 9);
    RATES(bench, "b", 9);
    bench->settings.baseline = "b";
    bench_analyse(bench);
    assert_true(bench_group(bench, "b")->is_baseline);
    assert_string_equal(bench->analysis.groups[bench_comparison(bench, "a")->baseline].name, "b");
}

static void an_unknown_baseline_is_wrong_usage(void **state)
{
    struct bench *bench = *state;
    RATES(bench, "a", 9);
    RATES(bench, "b", 9);
    bench->settings.baseline = "c";
    assert_false(bench_try(bench));
    assert_int_equal(bench->diag.worst, STATUS_USAGE);
}

static void a_baseline_can_be_given_by_key_and_value(void **state)
{
    struct bench *bench = *state;
    run_set_label(bench_run(bench, "a", 100), &bench->arena, "gzip", "on", true);
    run_set_label(bench_run(bench, "a", 110), &bench->arena, "gzip", "off", true);
    bench->settings.baseline = "gzip=off";
    bench_analyse(bench);
    assert_true(bench_group(bench, "a gzip=off")->is_baseline);
}

/* Two labels at three levels; the second lacks one, has one more. */
static void sweep_of_two(struct bench *bench)
{
    const double levels[] = {1, 8, 64};
    for (size_t i = 0; i < 3; i++) {
        bench_run_at(bench, "a", levels[i], 100 * (double)(i + 1));
        if (i != 1)
            bench_run_at(bench, "b", levels[i], 120 * (double)(i + 1));
    }
    bench_run_at(bench, "b", 128, 500);
}

static void a_sweep_of_labels_is_a_pivot(void **state)
{
    struct bench *bench = *state;
    sweep_of_two(bench);
    bench_analyse(bench);
    const struct pivot *pivot = &bench->analysis.pivot;
    assert_string_equal(pivot->column_key, "label");
    assert_int_equal(pivot->row_count, 4);
    assert_string_equal(pivot->rows[0], "c=1");
    assert_string_equal(pivot->rows[3], "c=128");
    assert_int_equal(pivot->column_count, 2);
    assert_string_equal(pivot->columns[1], "b");
    assert_int_equal(pivot->baseline_column, 0);
    assert_int_equal(pivot->cells[1 * 2 + 1], NO_GROUP);
    assert_string_equal(bench->analysis.groups[pivot->cells[2 * 2 + 1]].name, "b c=64");
}

static void a_sweep_is_compared_at_equal_concurrency(void **state)
{
    struct bench *bench = *state;
    sweep_of_two(bench);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 2);
    const struct comparison *comparison = bench_comparison(bench, "b c=64");
    assert_string_equal(bench->analysis.groups[comparison->baseline].name, "a c=64");
    assert_near(comparison->ratio, 1.2, 1e-9);
}

static void levels_stand_in_the_order_of_numbers(void **state)
{
    struct bench *bench = *state;
    const double levels[] = {64, 8, 128, 1};
    for (size_t i = 0; i < 4; i++) {
        bench_run_at(bench, "a", levels[i], 100);
        bench_run_at(bench, "b", levels[i], 100);
    }
    bench_analyse(bench);
    const struct pivot *pivot = &bench->analysis.pivot;
    assert_string_equal(pivot->rows[0], "c=1");
    assert_string_equal(pivot->rows[1], "c=8");
    assert_string_equal(pivot->rows[3], "c=128");
    assert_string_equal(bench->analysis.groups[pivot->cells[0]].name, "a c=1");
}

static void one_group_can_be_the_baseline_of_all(void **state)
{
    struct bench *bench = *state;
    sweep_of_two(bench);
    bench->settings.baseline = "a c=8";
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, bench->analysis.group_count - 1);
    for (size_t i = 0; i < bench->analysis.comparison_count; i++) {
        const struct comparison *comparison = &bench->analysis.comparisons[i];
        assert_string_equal(bench->analysis.groups[comparison->baseline].name, "a c=8");
        assert_true(comparison->group != comparison->baseline);
    }
}

static void a_row_of_errors_enters_no_mean(void **state)
{
    struct bench *bench = *state;
    sweep_of_two(bench);
    bench_set(bench, bench->runs.runs[1], "non_2xx", 10000);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.pivot.matched[1], 1);
}

static void a_level_without_partner_is_told(void **state)
{
    struct bench *bench = *state;
    sweep_of_two(bench);
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "no-baseline");
    assert_non_null(note);
    assert_non_null(strstr(note->text, "no baseline at c=128"));
}

static void the_mean_of_a_column_is_over_matched_rows(void **state)
{
    struct bench *bench = *state;
    sweep_of_two(bench);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.pivot.matched[1], 2);
    assert_near(bench->analysis.pivot.geometric_means[1], 1.2, 1e-9);
    assert_non_null(bench_note(bench, "unmatched-rows"));
}

static void rows_and_columns_lay_out_as_asked(void **state)
{
    struct bench *bench = *state;
    const char *rows[] = {"label"};
    bench_run_at(bench, "a", 16, 100);
    bench_run_at(bench, "a", 8, 100);
    bench_run_at(bench, "b", 8, 100);
    bench->settings.rows = rows;
    bench->settings.row_count = 1;
    bench->settings.columns = "concurrency";
    bench_analyse(bench);
    const struct pivot *pivot = &bench->analysis.pivot;
    assert_string_equal(pivot->column_key, "concurrency");
    assert_string_equal(pivot->columns[0], "8");
    assert_string_equal(pivot->columns[1], "16");
    assert_string_equal(pivot->rows[1], "b");
    /* Concurrency is the axis on purpose: it may differ. */
    assert_true(bench_comparison(bench, "a c=8")->verdict != VERDICT_NOT_COMPARABLE);
}

static void a_column_key_that_no_run_has_is_wrong_usage(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "a", 100);
    bench->settings.columns = "colour";
    assert_false(bench_try(bench));
    bench->settings.columns = "duration_s";
    assert_false(bench_try(bench));
}

static void a_sweep_of_one_server_is_not_compared_with_itself(void **state)
{
    struct bench *bench = *state;
    bench_run_at(bench, "a", 1, 100);
    bench_run_at(bench, "a", 8, 300);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 0);
    assert_null(bench->analysis.answer);
}

static void add_in_section(struct bench *bench, const char *section, const char *worker, double c)
{
    const char *label = arena_format(&bench->arena, "%s / %s", section, worker);
    struct run *run = bench_run_at(bench, label, c, 100);
    run_set_label(run, &bench->arena, "section", section, true);
    run_set_label(run, &bench->arena, "variant", worker, true);
}

static void of_sections_with_words_for_the_baseline_the_sections_are_compared(void **state)
{
    struct bench *bench = *state;
    add_in_section(bench, "after", "nginx", 8);
    add_in_section(bench, "after", "apache", 8);
    add_in_section(bench, "before", "nginx", 8);
    add_in_section(bench, "before", "apache", 8);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.comparison_count, 2);
    const struct comparison *comparison = &bench->analysis.comparisons[0];
    assert_string_equal(bench->analysis.groups[comparison->baseline].name, "before / nginx");
    assert_string_equal(bench->analysis.groups[comparison->group].name, "after / nginx");
}

static void a_word_for_the_baseline_goes_before_the_order(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "gzip", 100);
    bench_run(bench, "main", 100);
    bench_analyse(bench);
    assert_string_equal(bench->analysis.groups[bench->analysis.comparisons[0].baseline].name,
                        "main");
}

static void names_part_runs_whatever_their_label_says(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "nginx", 100)->name_group = 1;
    bench_run(bench, "nginx", 100)->name_group = 2;
    bench_run(bench, "nginx", 100)->name_group = 1;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 2);
    assert_int_equal(bench->analysis.groups[0].run_count, 2);
}

static void sections_are_rows_and_workers_columns(void **state)
{
    struct bench *bench = *state;
    const char *sections[] = {"json", "template"}, *workers[] = {"sync", "gevent"};
    for (size_t s = 0; s < 2; s++) {
        for (size_t w = 0; w < 2; w++) {
            for (size_t c = 4; c <= 8; c += 4)
                add_in_section(bench, sections[s], workers[w], (double)c);
        }
    }
    bench_analyse(bench);
    const struct pivot *pivot = &bench->analysis.pivot;
    assert_int_equal(pivot->row_count, 4);
    assert_string_equal(pivot->rows[0], "json, c=4");
    assert_string_equal(pivot->rows[3], "template, c=8");
    assert_int_equal(bench->analysis.comparison_count, 4);
}

static void one_run_is_split_by_its_paths(void **state)
{
    struct bench *bench = *state;
    static const struct bin quick[] =
        {
            {1, 50},
            {2, 50}
    },
                            slow[] = {{10, 100}};
    struct path_count paths[] = {
        {"/a", 100, 150,   {10, quick, 2}},
        {"/b", 100, 10000, {10, slow, 1} }
    };
    const char *keys[] = {"path"};
    struct run *run = bench_run(bench, "siege", 500);
    run->target.path = NULL;
    run->paths = paths;
    run->path_count = 2;
    bench->settings.group_by = keys;
    bench->settings.group_by_count = 1;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 2);
    const struct group *group = bench_group(bench, "/a");
    assert_near(group_summary(group, bench_metric(bench, "mean"))->mean, 15, 1e-9);
    assert_near(group_summary(group, bench_metric(bench, "p99"))->mean, 20, 1e-9);
    assert_null(group_summary(group, bench_metric(bench, "rps")));
    assert_near(bench_comparison(bench, "/b")->ratio, 100.0 / 15, 1e-9);
    assert_null(bench_note(bench, "same-text"));
    run->target.path = "/c";
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 1);
}

static void no_runs_give_no_groups(void **state)
{
    struct bench *bench = *state;
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 0);
    assert_int_equal(bench->analysis.note_count, 0);
}

static void many_groups_take_linear_time(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 3000; i++)
        bench_run(bench, arena_format(&bench->arena, "server %c%d", 'a' + i % 26, i), 100 + i);
    bench_analyse(bench);
    assert_int_equal(bench->analysis.group_count, 3000);
    assert_int_equal(bench->analysis.comparison_count, 2999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("repeated runs are one group", repeated_runs_are_one_group),
        STATEMENT("what a --set key splits is named", what_a_set_key_splits_is_named),
        STATEMENT("a tag splits nothing", a_tag_splits_nothing),
        STATEMENT("a name holds no key that follows from the label",
                  a_name_holds_no_key_that_follows_from_the_label),
        STATEMENT("a name holds the concurrency that varies",
                  a_name_holds_the_concurrency_that_varies),
        STATEMENT("headings stand in front of a name", headings_stand_in_front_of_a_name),
        STATEMENT("a key that some do not state is not what names tell",
                  a_key_that_some_do_not_state_is_not_what_names_tell),
        STATEMENT("a port is named by its key", a_port_is_named_by_its_key),
        STATEMENT("names are unique", names_are_unique),
        STATEMENT("--group-by replaces the list", group_by_replaces_the_list),
        STATEMENT("an unknown key to group by is wrong usage",
                  an_unknown_key_to_group_by_is_wrong_usage),
        STATEMENT("aborted runs are shown and not averaged",
                  aborted_runs_are_shown_and_not_averaged),
        STATEMENT("an aborted run joins the group that says the same and more",
                  an_aborted_run_joins_the_group_that_says_the_same_and_more),
        STATEMENT("an aborted run of two possible groups stands alone",
                  an_aborted_run_of_two_possible_groups_stands_alone),
        STATEMENT("a complete run that says less is another group",
                  a_complete_run_that_says_less_is_another_group),
        STATEMENT("--drop-first leaves out the first run of each group",
                  drop_first_leaves_out_the_first_run_of_each_group),
        STATEMENT("--filter keeps the runs that match", a_filter_keeps_the_runs_that_match),
        STATEMENT("a filter that leaves nothing is said", a_filter_that_leaves_nothing_is_said),
        STATEMENT("numbers sort as numbers", numbers_sort_as_numbers),
        STATEMENT("a minus sorts from the largest", a_minus_sorts_from_the_largest),
        STATEMENT("groups without the sorted value come last either way",
                  groups_without_the_sorted_value_come_last_either_way),
        STATEMENT("an unknown sort key is wrong usage", an_unknown_sort_key_is_wrong_usage),
        STATEMENT("the first group with figures is the baseline",
                  the_first_group_with_figures_is_the_baseline),
        STATEMENT("a baseline is found by name", a_baseline_is_found_by_name),
        STATEMENT("an unknown baseline is wrong usage", an_unknown_baseline_is_wrong_usage),
        STATEMENT("a baseline can be given by key and value",
                  a_baseline_can_be_given_by_key_and_value),
        STATEMENT("a sweep of labels is a pivot", a_sweep_of_labels_is_a_pivot),
        STATEMENT("a sweep is compared at equal concurrency",
                  a_sweep_is_compared_at_equal_concurrency),
        STATEMENT("levels stand in the order of numbers", levels_stand_in_the_order_of_numbers),
        STATEMENT("one group can be the baseline of all", one_group_can_be_the_baseline_of_all),
        STATEMENT("a row of errors enters no mean", a_row_of_errors_enters_no_mean),
        STATEMENT("a level without a partner is told", a_level_without_partner_is_told),
        STATEMENT("the mean of a column is over matched rows",
                  the_mean_of_a_column_is_over_matched_rows),
        STATEMENT("rows and columns lay out as asked", rows_and_columns_lay_out_as_asked),
        STATEMENT("a column key that no run has is wrong usage",
                  a_column_key_that_no_run_has_is_wrong_usage),
        STATEMENT("a sweep of one server is not compared with itself",
                  a_sweep_of_one_server_is_not_compared_with_itself),
        STATEMENT("sections are rows and workers columns", sections_are_rows_and_workers_columns),
        STATEMENT("of sections with words for the baseline the sections are compared",
                  of_sections_with_words_for_the_baseline_the_sections_are_compared),
        STATEMENT("a word for the baseline goes before the order",
                  a_word_for_the_baseline_goes_before_the_order),
        STATEMENT("names part runs whatever their label says",
                  names_part_runs_whatever_their_label_says),
        STATEMENT("one run is split by its paths", one_run_is_split_by_its_paths),
        STATEMENT("no runs give no groups", no_runs_give_no_groups),
        STATEMENT("3000 groups are no trouble", many_groups_take_linear_time),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
