/*
 * Notes: how findings are told.
 */
#include "bench.h"

static void grave_notes_come_first(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_set_b(bench, "non_2xx", 10000);
    bench_set(bench, bench->runs.runs[3], "time_taken_s", 1.5);
    bench_analyse(bench);
    for (size_t i = 1; i < bench->analysis.note_count; i++)
        assert_true(bench->analysis.notes[i - 1].severity <= bench->analysis.notes[i].severity);
    assert_int_equal(bench->analysis.notes[0].severity, NOTE_BLOCKS);
}

static void a_note_names_its_group_and_what_to_do(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench_set_b(bench, "non_2xx", 10000);
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "non-2xx");
    assert_int_equal(note->group_count, 1);
    assert_string_equal(bench->analysis.groups[note->groups[0]].name, "b");
    assert_non_null(strstr(note->text, "b: 30,000 of 30,000 answers"));
    assert_non_null(strstr(note->text, "check the URL"));
}

static void notes_of_many_groups_are_one(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 18; i++) {
        struct run *run = bench_run(bench, arena_format(&bench->arena, "g%c", 'a' + i), 500 + i);
        bench_set(bench, run, "requests_complete", 900);
        bench_set(bench, run, "time_taken_s", 900 / (500.0 + i));
    }
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "short-run");
    assert_int_equal(note->group_count, 18);
    assert_non_null(strstr(note->text, "and 16 more"));
}

static void a_warning_of_a_log_keeps_its_code(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    run_warn(bench->runs.runs[4], &bench->arena, "average-wrong", 3, "The average is 30.445.");
    run_warn(bench->runs.runs[5], &bench->arena, "average-wrong", 9, "The average is 31.");
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "average-wrong");
    assert_non_null(note);
    assert_string_equal(note->text,
                        "b, run 2: The average is 30.445; b, run 3: The average is 31.");
    assert_int_equal(note->run_count, 2);
}

static void what_the_reader_says_of_a_status_is_said_once(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    bench->runs.runs[4]->status = RUN_ABORTED;
    run_warn(bench->runs.runs[4], &bench->arena, "aborted", 3, "the tool said: timeout");
    bench_analyse(bench);
    assert_null(bench_note(bench, "aborted"));
    assert_non_null(strstr(bench_note(bench, "not-used")->text, "aborted: the tool said: timeout"));
}

static void the_same_of_several_groups_is_said_once(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 4; i++) {
        struct run *run = bench_run(bench, arena_format(&bench->arena, "g%d", i), 500 + i);
        run_warn(run, &bench->arena, "odd", 3, "Something is odd.");
    }
    bench_analyse(bench);
    assert_string_equal(bench_note(bench, "odd")->text, "g0, g1 and 2 more: Something is odd.");
}

static void what_holds_of_all_names_none(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 3; i++) {
        struct run *run = bench_run(bench, arena_format(&bench->arena, "g%d", i), 500);
        bench_set(bench, run, "requests_complete", 900);
        bench_set(bench, run, "time_taken_s", 1.8);
    }
    bench_analyse(bench);
    assert_int_equal(0,
                     strncmp(bench_note(bench, "short-run")->text, "All 3 groups: took 1.8 s", 24));
}

static void remarks_are_told_by_their_lines(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    run_warn(bench->runs.runs[0], &bench->arena, "passed-over", 45, "line 45 repeats figures");
    run_warn(bench->runs.runs[4], &bench->arena, "passed-over", 47, "line 47 repeats figures");
    bench_analyse(bench);
    const struct note *note = bench_note(bench, "passed-over");
    assert_int_equal(note->severity, NOTE_INFORMS);
    assert_string_equal(note->text, "Lines 45 and 47: figures outside of a report, repeated "
                                    "there, count as no run.");
}

static void a_pair_at_several_levels_is_named_once(void **state)
{
    struct bench *bench = *state;
    for (int level = 1; level <= 3; level++) {
        bench_run_at(bench, "a", 8 * level, 500);
        bench_run_at(bench, "b", 8 * level, 500)->target.document_length = 5000;
    }
    bench_analyse(bench);
    const char *text = bench_note(bench, "document-length-differs")->text;
    assert_int_equal(0, strncmp(text, "b against a: 5,000 against 1,000 bytes.", 39));
}

static void a_note_does_not_repeat_the_names_of_its_groups(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "get /x", 500)->target.path = "/x";
    bench_run(bench, "get /y", 500)->target.path = "/y";
    bench_analyse(bench);
    assert_null(bench_note(bench, "target-differs"));
    bench->runs.runs[1]->target.path = "/z";
    bench_analyse(bench);
    assert_non_null(bench_note(bench, "target-differs"));
}

static void the_tools_of_the_runs_are_named(void **state)
{
    struct bench *bench = *state;
    bench_sound(bench);
    for (size_t i = 0; i < 6; i++)
        bench->runs.runs[i]->tool = i < 3 ? "wrk" : "hey";
    bench_analyse(bench);
    assert_non_null(
        strstr(bench_note(bench, "coordinated-omission")->text, "wrk and hey ask again"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STATEMENT("grave notes come first", grave_notes_come_first),
        STATEMENT("a note names its group and what to do", a_note_names_its_group_and_what_to_do),
        STATEMENT("notes of many groups are one", notes_of_many_groups_are_one),
        STATEMENT("a warning of a log keeps its code", a_warning_of_a_log_keeps_its_code),
        STATEMENT("what the reader says of a status is said once",
                  what_the_reader_says_of_a_status_is_said_once),
        STATEMENT("the same of several groups is said once",
                  the_same_of_several_groups_is_said_once),
        STATEMENT("what holds of all names none", what_holds_of_all_names_none),
        STATEMENT("remarks are told by their lines", remarks_are_told_by_their_lines),
        STATEMENT("a pair at several levels is named once", a_pair_at_several_levels_is_named_once),
        STATEMENT("a note does not repeat the names of its groups",
                  a_note_does_not_repeat_the_names_of_its_groups),
        STATEMENT("the tools of the runs are named", the_tools_of_the_runs_are_named),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
