#include "member.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "run_json.h"

static struct arena arena;
static const struct member *members;
static size_t count;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    members = member_table(&count);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* A value of the member's type that is not its absence. */
static void fill(struct run *run, const struct member *member)
{
    switch (member->type) {
    case MEMBER_TEXT:
        member_set_text(run, member, arena_format(&arena, "the %s", member->key));
        break;
    case MEMBER_NUMBER:
        member_set_number(run, member, 8);
        break;
    case MEMBER_LINE:
        member_set_line(run, member, 12);
        break;
    case MEMBER_ANSWER:
        member_set_answer(run, member, ANSWER_YES);
        break;
    case MEMBER_STATUS:
        run->status = RUN_HOLLOW;
        break;
    case MEMBER_PART:
        break;
    }
}

static void a_key_is_found_once_and_by_its_whole_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < count; i++)
        assert_ptr_equal(member_find(text_of(members[i].key)), &members[i]);
    assert_null(member_find(text_of("concurrenc")));
    assert_null(member_find(text_of("")));
}

static void a_new_run_has_no_value_but_a_status(void **state)
{
    struct run run;

    (void)state;
    run_init(&run);
    for (size_t i = 0; i < count; i++) {
        const char *text = member_value_text(&run, &members[i], &arena);
        if (members[i].type == MEMBER_STATUS)
            assert_string_equal(text, "complete");
        else
            assert_null(text);
    }
}

static void every_member_stands_in_a_place_of_its_own(void **state)
{
    struct run run;

    (void)state;
    for (size_t i = 0; i < count; i++) {
        run_init(&run);
        fill(&run, &members[i]);
        for (size_t k = 0; k < count; k++) {
            bool has = member_value_text(&run, &members[k], &arena) != NULL;
            bool filled = k == i && members[k].type != MEMBER_PART;
            assert_int_equal(has, filled || members[k].type == MEMBER_STATUS);
        }
    }
}

static void every_member_comes_back_from_json(void **state)
{
    struct run run;
    struct buffer json;
    struct run_set again;
    struct metric_set metrics;
    const char *problem = NULL;

    (void)state;
    run_init(&run);
    for (size_t i = 0; i < count; i++)
        fill(&run, &members[i]);
    buffer_init(&json);
    run_write_json(&json, &run);
    run_set_init(&again, &arena);
    metric_set_init(&metrics, &arena);
    assert_true(run_read_json(buffer_text(&json), &metrics, &again, &problem));
    for (size_t i = 0; i < count; i++) {
        const char *text = member_value_text(&run, &members[i], &arena);
        const char *read = member_value_text(again.runs[0], &members[i], &arena);
        assert_int_equal(text != NULL, read != NULL);
        if (text)
            assert_string_equal(read, text);
    }
    assert_null(again.runs[0]->unknown_json);
    buffer_release(&json);
}

static void members_of_one_object_stand_together(void **state)
{
    (void)state;
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; members[i].object && k + 1 < i; k++)
            if (members[k].object == members[i].object)
                assert_ptr_equal(members[i - 1].object, members[i].object);
}

static void what_parts_groups_can_be_named_and_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < count; i++) {
        const struct member *member = &members[i];
        bool told = member_has(member, MEMBER_SHARED_BY_RUNS) ||
                    member_has(member, MEMBER_SHARED_BY_SIDES) || member->card_row > 0;
        if (member_has(member, MEMBER_PARTS_GROUPS))
            assert_true(member_has(member, MEMBER_IS_KEY));
        if (told)
            assert_non_null(member->words);
        assert_true(member->name_rank <= HIGHEST_NAME_RANK);
    }
}

/* 1, 2, 3 …, each once. */
static void assert_ranks(unsigned (*rank)(const struct member *))
{
    unsigned highest = 0;
    size_t ranked = 0;

    for (size_t i = 0; i < count; i++) {
        highest = rank(&members[i]) > highest ? rank(&members[i]) : highest;
        ranked += rank(&members[i]) > 0;
        for (size_t k = 0; k < i; k++)
            assert_true(!rank(&members[i]) || rank(&members[i]) != rank(&members[k]));
    }
    assert_int_equal(ranked, highest);
}

static unsigned name_rank(const struct member *member)
{
    return member->name_rank;
}

static unsigned card_row(const struct member *member)
{
    return member->card_row;
}

static void ranks_and_rows_have_no_gaps(void **state)
{
    (void)state;
    assert_ranks(name_rank);
    assert_ranks(card_row);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_found_once_and_by_its_whole_name),
        cmocka_unit_test(a_new_run_has_no_value_but_a_status),
        cmocka_unit_test(every_member_stands_in_a_place_of_its_own),
        cmocka_unit_test(every_member_comes_back_from_json),
        cmocka_unit_test(members_of_one_object_stand_together),
        cmocka_unit_test(what_parts_groups_can_be_named_and_told),
        cmocka_unit_test(ranks_and_rows_have_no_gaps),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
