/*
 * The file of reference values itself: complete, with a command and a test for every case.
 */
#include "reference_cases.h"

enum { CASES = 139, KINDS = 44 };

static const cJSON *cases_of(const cJSON *root)
{
    return cJSON_GetObjectItemCaseSensitive(root, "cases");
}

/* Whether an earlier case has the same text under `key`. */
static bool is_repeated(const cJSON *item, const char *key)
{
    const char *text = reference_string(item, key);

    /* The first of a list has the last before it, as cJSON links them. */
    for (const cJSON *other = item->prev; other->next; other = other->prev) {
        if (strcmp(reference_string(other, key), text) == 0)
            return true;
    }
    return false;
}

static void every_case_is_there(void **state)
{
    cJSON *root = read_reference();
    const cJSON *item;
    int kinds = 0;

    (void)state;
    assert_int_equal(cJSON_GetArraySize(cases_of(root)), CASES);
    assert_int_equal(cJSON_GetObjectItemCaseSensitive(root, "count")->valueint, CASES);
    cJSON_ArrayForEach(item, cases_of(root))
    {
        assert_false(is_repeated(item, "id"));
        kinds += !is_repeated(item, "kind");
    }
    assert_int_equal(kinds, KINDS);
    cJSON_Delete(root);
}

static void every_case_says_where_it_is_from(void **state)
{
    cJSON *root = read_reference();
    const cJSON *item;

    (void)state;
    cJSON_ArrayForEach(item, cases_of(root))
    {
        assert_true(strlen(reference_string(item, "source")) > 0);
        assert_true(strlen(reference_string(item, "r")) > 0);
    }
    cJSON_Delete(root);
}

/* Each test program fails for a case of its own that it does not know. */
static void every_case_is_checked_by_a_program(void **state)
{
    cJSON *root = read_reference();
    const cJSON *item;

    (void)state;
    cJSON_ArrayForEach(item, cases_of(root))
    {
        char path[256];
        char call[256];
        static char text[1 << 16];

        snprintf(path, sizeof path, "src/stats/%s_test.c", reference_string(item, "checked_by"));
        snprintf(call, sizeof call, "CHECK_REFERENCE_CASES(\"%s\", kinds)",
                 reference_string(item, "checked_by"));
        FILE *file = fopen(path, "r");
        if (!file)
            fail_msg("%s: no program %s", reference_string(item, "id"), path);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        if (!strstr(text, call))
            fail_msg("%s: %s does not run its cases", reference_string(item, "id"), path);
    }
    cJSON_Delete(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_is_there),
        cmocka_unit_test(every_case_says_where_it_is_from),
        cmocka_unit_test(every_case_is_checked_by_a_program),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
