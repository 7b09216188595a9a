/*
 * What each kind of rule does with the lines of a log.
 */
#include "../rules/rules.h"

#include "read_text.h"

#define HEAD "format x \"X\"\n"
#define RPS  "rule rps: (?<requests_per_second>\\d+)\n"

static struct arena arena;
static struct metric_set metrics;
static struct diag diag;
static struct rules rules;
static int kept_stderr;
static FILE *messages;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    diag_init(&diag);
    rules_init(&rules, &arena, &metrics, &diag);
    messages = tmpfile();
    kept_stderr = dup(STDERR_FILENO);
    return messages ? dup2(fileno(messages), STDERR_FILENO) < 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    dup2(kept_stderr, STDERR_FILENO);
    close(kept_stderr);
    fclose(messages);
    rules_release(&rules);
    arena_release(&arena);
    return 0;
}

/* All messages so far. */
static const char *said(void)
{
    char *bytes = arena_allocate(&arena, 20000);

    fflush(stderr);
    rewind(messages);
    size_t length = fread(bytes, 1, 19999, messages);
    bytes[length] = '\0';
    return bytes;
}

static bool load(const char *text)
{
    return rules_load(&rules, "my.rules", text_of(text));
}

static struct reading_list read_with(const char *file, const char *log)
{
    static char path[] = "/tmp/loadstat-rules-XXXXXX";
    struct reading_list list = {0};
    struct input input;
    const struct reader_options options = {0};

    assert_true(load(file));
    rules_prepare(&rules);
    strcpy(path, "/tmp/loadstat-rules-XXXXXX");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, log, strlen(log)), strlen(log));
    close(descriptor);
    assert_true(input_open(&input, path, &diag));
    reader_read(&rules, &input, &(struct hints){0}, &options, &arena, &list);
    input_close(&input, &diag);
    unlink(path);
    return list;
}

static void a_pattern_that_runs_away_is_said_once_and_passed_over(void **state)
{
    struct reading_list list =
        read_with(HEAD "begin head Start\nrule (?:a+)+$\n" RPS,
                  "Start\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\n"
                  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\nrps: 5\n");
    const char *told = said();
    const char *first = strstr(told, "my.rules:3:6: this pattern runs away");

    (void)state;
    assert_non_null(first);
    assert_null(strstr(first + 1, "my.rules:3:6"));
    assert_int_equal(list.count, 1);
    assert_true(value_of(list.items[0].run, "requests_per_second") == 5);
    assert_int_equal(diag.worst, STATUS_UNUSABLE);
}

static void repeated_values_are_runs_of_their_own(void **state)
{
    struct reading_list list = read_with(HEAD "begin head Start (?<host>\\S+)\n"
                                              "rule repeat rps: (?<requests_per_second>[\\d. ]+)\n",
                                         "Start h\nrps: 64.84 60.54 58.53\n");
    static const double values[] = {64.84, 60.54, 58.53};

    (void)state;
    assert_int_equal(list.count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(value_of(list.items[i].run, "requests_per_second") == values[i]);
        assert_string_equal(list.items[i].run->target.host, "h");
    }
}

static void context_stays_until_it_is_replaced(void **state)
{
    struct reading_list list =
        read_with(HEAD "context Host (?<host>\\S+)\nrow R (?<requests_per_second>\\d+)\n",
                  "R 1\nHost a\nR 2\nR 3\nHost b\nR 4\n");

    (void)state;
    assert_int_equal(list.count, 4);
    assert_null(list.items[0].run->target.host);
    assert_string_equal(list.items[1].run->target.host, "a");
    assert_string_equal(list.items[2].run->target.host, "a");
    assert_string_equal(list.items[3].run->target.host, "b");
}

static void a_chain_of_beginnings_makes_one_run(void **state)
{
    struct reading_list list = read_with(
        HEAD "begin banner Banner\nbegin head Head\n" RPS,
        "Banner\nHead\nrps: 1\nHead\nrps: 2\nBanner\nHead\nrps: 3\nBanner\nBanner\nrps: 4\n");

    (void)state;
    assert_int_equal(list.count, 5);
    assert_true(value_of(list.items[0].run, "requests_per_second") == 1);
    assert_true(value_of(list.items[2].run, "requests_per_second") == 3);
    assert_true(isnan(value_of(list.items[3].run, "requests_per_second")));
    assert_true(value_of(list.items[4].run, "requests_per_second") == 4);
}

static void a_field_that_comes_again_begins_the_next_run(void **state)
{
    struct reading_list list = read_with(HEAD RPS, "rps: 1\nrps: 2\nrps: 3\n");

    (void)state;
    assert_int_equal(list.count, 3);
    assert_true(value_of(list.items[2].run, "requests_per_second") == 3);
}

static void a_unit_on_the_line_wins_and_an_unknown_one_is_told(void **state)
{
    struct reading_list list = read_with(
        HEAD "begin head Start\nrule unit=s mean (?<latency_mean_ms>[\\d.]+)\\h*(?<unit>\\w+)?\n",
        "Start\nmean 2 ms\nStart\nmean 2\nStart\nmean 2 parsecs\n");

    (void)state;
    assert_int_equal(list.count, 3);
    assert_true(value_of(list.items[0].run, "latency_mean_ms") == 2);
    assert_true(value_of(list.items[1].run, "latency_mean_ms") == 2000);
    assert_true(isnan(value_of(list.items[2].run, "latency_mean_ms")));
    assert_true(run_has_warning(list.items[2].run, "unknown-unit"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_pattern_that_runs_away_is_said_once_and_passed_over),
        TEST(repeated_values_are_runs_of_their_own),
        TEST(context_stays_until_it_is_replaced),
        TEST(a_chain_of_beginnings_makes_one_run),
        TEST(a_field_that_comes_again_begins_the_next_run),
        TEST(a_unit_on_the_line_wins_and_an_unknown_one_is_told),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
