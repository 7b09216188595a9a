#include "capture.h"

#include <cjson/cJSON.h>

#include "../model/run_json.h"

static const cJSON *at(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);

    assert_non_null(item);
    return item;
}

static const cJSON *member(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    assert_non_null(item);
    return item;
}

static void the_document_holds_what_the_analysis_holds(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    struct text text = capture(&sample, "answer", emit_json);
    cJSON *document = cJSON_Parse(text.start);
    assert_non_null(document);
    assert_string_equal(member(document, "schema")->valuestring, "loadstat/1");
    assert_string_equal(member(member(document, "generator"), "version")->valuestring, "0.1");
    assert_true(member(member(document, "settings"), "confidence")->valuedouble == 0.95);
    assert_int_equal(cJSON_GetArraySize(member(document, "runs")), 15);
    const cJSON *group = at(member(document, "groups"), 2);
    assert_string_equal(member(group, "name")->valuestring, "threads");
    assert_int_equal(member(group, "used")->valueint, 4);
    assert_int_equal(cJSON_GetArraySize(member(group, "runs")), 5);
    const cJSON *rate = member(member(group, "metrics"), "requests_per_second");
    const struct summary *summary = group_summary(&sample.groups[2], sample_metric(&sample, "rps"));
    assert_true(member(rate, "mean")->valuedouble == summary->mean);
    assert_true(member(rate, "sd")->valuedouble == summary->sd);
    const cJSON *comparison = at(member(document, "comparisons"), 0);
    assert_string_equal(member(comparison, "verdict")->valuestring, "better");
    assert_true(member(comparison, "ratio")->valuedouble == sample.comparisons[0].ratio);
    assert_string_equal(member(at(member(document, "notes"), 0), "code")->valuestring, "short-run");
    cJSON_Delete(document);
    sample_release(&sample);
}

static void what_is_not_defined_is_absent(void **state)
{
    static const double rate = 1492.27;
    static struct sample_analysis sample;

    (void)state;
    sample_init(&sample);
    sample_group(&sample, "one", &rate, 1);
    struct text text = capture(&sample, "answer", emit_json);
    assert_true(text_find(text, "null") == text.length);
    assert_true(text_find(text, "nan") == text.length);
    cJSON *document = cJSON_Parse(text.start);
    const cJSON *group = at(member(document, "groups"), 0);
    const cJSON *metric = member(member(group, "metrics"), "requests_per_second");
    assert_null(cJSON_GetObjectItem(metric, "sd"));
    assert_null(cJSON_GetObjectItem(metric, "ci_low"));
    assert_null(cJSON_GetObjectItem(document, "answer"));
    assert_null(cJSON_GetObjectItem(document, "pivot"));
    assert_null(cJSON_GetObjectItem(member(document, "settings"), "only"));
    cJSON_Delete(document);
    sample_release(&sample);
}

/* What --only leaves out of tables is all here, and it says that it was asked for. */
static void only_is_a_setting_and_leaves_nothing_out(void **state)
{
    static const char *better[] = {"better"};
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    sample.settings.only = better;
    sample.settings.only_count = 1;
    cJSON *document = cJSON_Parse(capture(&sample, "answer", emit_json).start);
    const cJSON *only = member(member(document, "settings"), "only");
    assert_string_equal(at(only, 0)->valuestring, "better");
    assert_int_equal(cJSON_GetArraySize(member(document, "comparisons")), 2);
    assert_int_equal(cJSON_GetArraySize(member(document, "groups")), 3);
    cJSON_Delete(document);
    sample_release(&sample);
}

static void hostile_labels_come_back_as_they_went(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_hostile(&sample);
    struct text text = capture(&sample, "answer", emit_json);
    cJSON *document = cJSON_Parse(text.start);
    assert_non_null(document);
    const cJSON *groups = member(document, "groups");
    for (int i = 0; i < HOSTILE_COUNT; i++)
        assert_string_equal(member(at(groups, i), "name")->valuestring, hostile_labels[i]);
    cJSON_Delete(document);
    sample_release(&sample);
}

static void the_same_analysis_gives_the_same_bytes(void **state)
{
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    struct text first = capture(&sample, "answer", emit_json);
    struct text second = capture(&sample, "answer", emit_json);
    assert_true(text_equal(first, second));
    sample_release(&sample);
}

static void a_line_is_a_run_that_can_be_read_back(void **state)
{
    static struct sample_analysis sample;
    struct run_set runs;
    struct text line;
    const char *problem;

    (void)state;
    sample_three(&sample);
    struct text text = capture(&sample, "answer", emit_jsonl);
    run_set_init(&runs, &sample.arena);
    while (text_split(&text, '\n', &line))
        if (line.length)
            assert_true(run_read_json(line, &sample.metrics, &runs, &problem));
    assert_int_equal(runs.count, 15);
    for (size_t i = 0; i < runs.count; i++) {
        double value;
        double original;
        assert_string_equal(runs.runs[i]->label, sample.runs[i]->label);
        assert_true(run_value_of(runs.runs[i], "requests_per_second", &value));
        assert_true(run_value_of(sample.runs[i], "requests_per_second", &original));
        assert_true(value == original);
    }
    sample_release(&sample);
}

static void archived_runs_are_not_written_again(void **state)
{
    static struct sample_analysis sample;
    struct text line;
    size_t lines = 0;

    (void)state;
    sample_three(&sample);
    sample.groups[0].archived = true;
    struct text text = capture(&sample, "answer", emit_jsonl);
    while (text_split(&text, '\n', &line))
        lines += line.length > 0;
    assert_int_equal(lines, 10);
    sample_release(&sample);
}

static void a_pivot_and_a_law_are_in_the_document(void **state)
{
    static size_t cells[] = {0, 1, 2, NO_GROUP};
    static const char *row_keys[] = {"concurrency"};
    static const char *columns[] = {"a", "b"};
    static const char *rows[] = {"8", "16"};
    static double means[] = {(double)NAN, 1.25};
    static size_t matched[] = {0, 1};
    static struct scaling scaling = {.name = "a",
                                     .law = "usl",
                                     .gamma = 100,
                                     .alpha = 0.02,
                                     .beta = 0.0001,
                                     .se_gamma = 1,
                                     .se_alpha = 0.001,
                                     .se_beta = (double)NAN,
                                     .residual_sd = 2,
                                     .r_squared = 0.99,
                                     .peak_concurrency = (double)NAN,
                                     .peak_rate = (double)NAN};
    static struct sample_analysis sample;

    (void)state;
    sample_three(&sample);
    sample.analysis.pivot = (struct pivot){.row_keys = row_keys,
                                           .row_key_count = 1,
                                           .column_key = "label",
                                           .columns = columns,
                                           .column_count = 2,
                                           .rows = rows,
                                           .row_count = 2,
                                           .cells = cells,
                                           .geometric_means = means,
                                           .matched = matched};
    sample.analysis.scalings = &scaling;
    sample.analysis.scaling_count = 1;
    cJSON *document = cJSON_Parse(capture(&sample, "answer", emit_json).start);
    assert_non_null(document);
    const cJSON *pivot = member(document, "pivot");
    const cJSON *second = at(member(pivot, "cells"), 1);
    assert_string_equal(at(second, 0)->valuestring, "threads");
    assert_true(cJSON_IsNull(at(second, 1)));
    assert_true(member(at(member(pivot, "geometric_means"), 0), "ratio")->valuedouble == 1.25);
    const cJSON *law = at(member(document, "scaling"), 0);
    assert_true(member(law, "gamma")->valuedouble == 100);
    assert_null(cJSON_GetObjectItem(law, "peak_concurrency"));
    cJSON_Delete(document);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_document_holds_what_the_analysis_holds),
        cmocka_unit_test(what_is_not_defined_is_absent),
        cmocka_unit_test(only_is_a_setting_and_leaves_nothing_out),
        cmocka_unit_test(hostile_labels_come_back_as_they_went),
        cmocka_unit_test(the_same_analysis_gives_the_same_bytes),
        cmocka_unit_test(a_line_is_a_run_that_can_be_read_back),
        cmocka_unit_test(archived_runs_are_not_written_again),
        cmocka_unit_test(a_pivot_and_a_law_are_in_the_document),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
