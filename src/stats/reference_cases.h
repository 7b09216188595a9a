/*
 * For tests: runs the cases of tests/reference/statistics.json, values that R computed.
 *
 * Each case names the test program that checks it (`checked_by`).  A program brings a table from
 * kind to checking function and calls check_reference_cases(); a case of a kind that is not in its
 * table fails, and so does a checking function that leaves an expected number unread.
 * reference_test.c sees to it that every case names a program that exists.
 *
 * Tests run from the root of the repository; LOADSTAT_REFERENCE names the file otherwise.
 */
#ifndef LOADSTAT_STATS_REFERENCE_CASES_H
#define LOADSTAT_STATS_REFERENCE_CASES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "statistics.h"

enum { REFERENCE_POOL = 4096 };

/* A case while it is being checked. */
struct reference_case {
    const char *id;
    const cJSON *input;
    cJSON *expected; /* what has been checked is taken out */
    double tolerance;
    double pool[REFERENCE_POOL]; /* of the input's arrays */
    size_t used;
};

struct reference_kind {
    const char *kind;
    void (*check)(struct reference_case *reference);
};

/* Whether actual is expected within a relative tolerance; 15 printed digits are not exact. */
static inline bool is_close(double actual, double expected, double tolerance)
{
    const double allowed = expected == 0 ? 1e-12 : fmax(tolerance, 5e-15) * fabs(expected);

    return fabs(actual - expected) <= allowed;
}

#define assert_close(actual, expected, tolerance)                                                  \
    do {                                                                                           \
        if (!is_close((actual), (expected), (tolerance)))                                          \
            fail_msg("%s is %.17g, not %.17g", #actual, (actual), (double)(expected));             \
    } while (0)

static inline const cJSON *reference_item(const struct reference_case *reference,
                                          const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (!item)
        fail_msg("%s has no %s", reference->id, key);
    return item;
}

/* A number of the input. */
static inline double input_number(const struct reference_case *reference, const char *key)
{
    const cJSON *item = reference_item(reference, reference->input, key);

    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

/* A whole number of the input. */
static inline uint64_t input_count(const struct reference_case *reference, const char *key)
{
    return (uint64_t)input_number(reference, key);
}

static inline struct sample reference_array(struct reference_case *reference, const cJSON *array)
{
    const struct sample sample = {reference->pool + reference->used,
                                  (size_t)cJSON_GetArraySize(array)};
    const cJSON *item;

    cJSON_ArrayForEach(item, array)
    {
        assert_true(reference->used < REFERENCE_POOL);
        reference->pool[reference->used++] = item->valuedouble;
    }
    return sample;
}

/* An array of numbers of the input. */
static inline struct sample input_sample(struct reference_case *reference, const char *key)
{
    return reference_array(reference, reference_item(reference, reference->input, key));
}

static inline bool has_expected(const struct reference_case *reference, const char *key)
{
    return cJSON_HasObjectItem(reference->expected, key);
}

/* The expected number `key` is `actual` within the case's tolerance. */
static inline void expect(struct reference_case *reference, const char *key, double actual)
{
    const cJSON *item = reference_item(reference, reference->expected, key);

    if (!cJSON_IsNumber(item) || !is_close(actual, item->valuedouble, reference->tolerance))
        fail_msg("%s: %s is %.17g, not %.17g", reference->id, key, actual, item->valuedouble);
    cJSON_DeleteItemFromObjectCaseSensitive(reference->expected, key);
}

/* The same where the case states it. */
static inline void expect_if_stated(struct reference_case *reference, const char *key,
                                    double actual)
{
    if (has_expected(reference, key))
        expect(reference, key, actual);
}

static inline void expect_flag(struct reference_case *reference, const char *key, bool actual)
{
    const cJSON *item = reference_item(reference, reference->expected, key);

    if (!cJSON_IsBool(item) || cJSON_IsTrue(item) != actual)
        fail_msg("%s: %s is %d", reference->id, key, actual);
    cJSON_DeleteItemFromObjectCaseSensitive(reference->expected, key);
}

/* The expected array `key` is the n numbers `actual`; null stands for what is undefined, NAN. */
static inline void expect_numbers(struct reference_case *reference, const char *key,
                                  const double *actual, size_t n)
{
    const cJSON *item = reference_item(reference, reference->expected, key);
    const cJSON *element;
    size_t i = 0;

    assert_int_equal(cJSON_GetArraySize(item), n);
    cJSON_ArrayForEach(element, item)
    {
        const bool same = cJSON_IsNull(element)
                              ? isnan(actual[i])
                              : is_close(actual[i], element->valuedouble, reference->tolerance);

        if (!same)
            fail_msg("%s: %s[%zu] is %.17g, not %.17g", reference->id, key, i, actual[i],
                     element->valuedouble);
        i++;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(reference->expected, key);
}

static inline cJSON *read_reference(void)
{
    static char text[1 << 20];
    const char *path = getenv("LOADSTAT_REFERENCE");
    FILE *file = fopen(path ? path : "tests/reference/statistics.json", "r");

    assert_non_null(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    return root;
}

static inline const char *reference_string(const cJSON *object, const char *key)
{
    const char *string = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));

    assert_non_null(string);
    return string;
}

static inline void check_reference_case(const cJSON *item, const struct reference_kind *kind)
{
    static struct reference_case reference;

    reference = (struct reference_case){
        .id = reference_string(item, "id"),
        .input = cJSON_GetObjectItemCaseSensitive(item, "input"),
        .expected = cJSON_GetObjectItemCaseSensitive(item, "expected"),
        .tolerance = cJSON_GetObjectItemCaseSensitive(item, "rel_tol")->valuedouble,
    };
    kind->check(&reference);
    if (reference.expected->child)
        fail_msg("%s: %s was not checked", reference.id, reference.expected->child->string);
}

/* Checks all cases that name `program`, of which there is one at least for each kind. */
static inline void check_reference_cases(const char *program, const struct reference_kind *kinds,
                                         size_t n)
{
    cJSON *root = read_reference();
    const cJSON *item;
    size_t checked[16] = {0};

    assert_true(n <= sizeof checked / sizeof checked[0]);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "cases"))
    {
        size_t kind = 0;

        if (strcmp(reference_string(item, "checked_by"), program) != 0)
            continue;
        while (kind < n && strcmp(kinds[kind].kind, reference_string(item, "kind")) != 0)
            kind++;
        if (kind == n)
            fail_msg("%s: no check for this kind", reference_string(item, "id"));
        check_reference_case(item, &kinds[kind]);
        checked[kind]++;
    }
    for (size_t kind = 0; kind < n; kind++) {
        if (checked[kind] == 0)
            fail_msg("no case of kind %s", kinds[kind].kind);
    }
    cJSON_Delete(root);
}

#define CHECK_REFERENCE_CASES(program, kinds)                                                      \
    check_reference_cases(program, kinds, sizeof(kinds) / sizeof(kinds)[0])

#endif
