/*
 * Objects: which parts of lines are members, where a run's object ends, and
 * what it is called.
 */
#include "json_objects.h"

#include "read_text.h"

static struct read_bench bench;
static struct arena arena;
static struct json_objects objects;

static int open_bench(void **state)
{
    (void)state;
    read_bench_open(&bench);
    return 0;
}

static int close_bench(void **state)
{
    (void)state;
    read_bench_close(&bench);
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    json_objects_init(&objects, &bench.rules, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* A letter for each event of the line: m(ember), n(amed), e(nded). */
static const char *events(const char *line)
{
    static const char letters[] = {
        [OBJECT_NOTHING] = '.', [OBJECT_MEMBER] = 'm', [OBJECT_NAMED] = 'n', [OBJECT_ENDED] = 'e'};
    static const struct run run;
    struct text rest = text_of(line);
    struct object_part part;
    const char *told = "";

    while (json_objects_next(&objects, &rest, &part)) {
        if (part.event == OBJECT_MEMBER)
            json_objects_begin_run(&objects, &run);
        if (part.event != OBJECT_NOTHING)
            told = arena_format(&arena, "%s%c", told, letters[part.event]);
    }
    return told;
}

static void members_are_those_that_rules_know(void **state)
{
    (void)state;
    assert_true(json_objects_has_members(&objects, text_of("{ \"transactions\": 5, \"x\": 1 }")));
    assert_false(json_objects_has_members(&objects, text_of("{ \"x\": 1 }")));
    assert_string_equal(events("{ \"transactions\": 5, \"x\": 1 }"), "me");
    assert_string_equal(events("{ \"x\": 1 }"), "e");
}

static void an_object_ends_where_its_brace_closes(void **state)
{
    (void)state;
    assert_string_equal(events("{"), "");
    assert_string_equal(events("\"transactions\": 5,"), "m");
    assert_string_equal(events("\"inner\": { \"x\": 1 }"), "");
    assert_string_equal(events("}"), "e");
    assert_int_equal(objects.depth, 0);
}

static void a_name_is_the_key_or_the_title_among_the_members(void **state)
{
    (void)state;
    events("{ \"name\": \"suite\", \"nginx\": { \"transactions\": 5,");
    assert_string_equal(json_objects_name(&objects), "suite nginx");
    assert_string_equal(events("\"label\": \"gzip\" }"), "ne");
    assert_string_equal(json_objects_name(&objects), "suite");
}

static void braces_within_strings_are_text(void **state)
{
    (void)state;
    assert_string_equal(events("{ \"x\": \"}}}\", \"y\": \"\\\"}\""), "");
    assert_int_equal(objects.depth, 1);
}

static void what_is_nested_too_deep_begins_anew(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3 * OBJECTS_DEEPEST; i++)
        events("{");
    assert_true(objects.depth <= OBJECTS_DEEPEST);
    json_objects_forget(&objects);
    assert_null(json_objects_name(&objects));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(members_are_those_that_rules_know),
        TEST(an_object_ends_where_its_brace_closes),
        TEST(a_name_is_the_key_or_the_title_among_the_members),
        TEST(braces_within_strings_are_text),
        TEST(what_is_nested_too_deep_begins_anew),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
