#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"
#include "template.h"

static struct arena arena;
static struct metric_set metrics;

/* What a parse says on stderr; it must fail. */
static const char *complaint(const char *source)
{
    static char said[1000];
    struct template template;
    struct diag diag;
    FILE *catch = tmpfile();
    int kept = dup(STDERR_FILENO);

    assert_non_null(catch);
    diag_init(&diag);
    fflush(stderr);
    dup2(fileno(catch), STDERR_FILENO);
    bool good = template_parse(&template, &(struct template_source){"my.template", text_of(source)},
                               &metrics, &arena, &diag);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(catch);
    said[fread(said, 1, sizeof said - 1, catch)] = '\0';
    fclose(catch);
    assert_false(good);
    assert_int_equal(diag.worst, STATUS_USAGE);
    return said;
}

static void parse(const char *source, struct template *template)
{
    struct diag diag;

    diag_init(&diag);
    assert_true(template_parse(template, &(struct template_source){"test", text_of(source)},
                               &metrics, &arena, &diag));
}

static void a_block_is_a_line(void **state)
{
    struct template template;

    (void)state;
    parse("# comment\n\ntemplate mine \"my own\"\ntitle \"Servers\"\nanswer\n"
          "table groups caption=\"Rates\" group primary:interval p95 change\nnotes\n",
          &template);
    assert_string_equal(template.name, "mine");
    assert_string_equal(template.summary, "my own");
    assert_int_equal(template.block_count, 4);
    assert_string_equal(template.blocks[0].text, "Servers");
    const struct template_block *table = &template.blocks[2];
    assert_int_equal(table->kind, TEMPLATE_GROUPS);
    assert_string_equal(table->caption, "Rates");
    assert_int_equal(table->column_count, 4);
    assert_int_equal(table->columns[0].statistic, STATISTIC_NAME);
    assert_int_equal(table->columns[1].statistic, STATISTIC_INTERVAL);
    assert_int_equal(table->columns[1].choice, CHOICE_PRIMARY);
    assert_string_equal(table->columns[2].metric->key, "latency_p95_ms");
    assert_int_equal(table->columns[3].statistic, STATISTIC_CHANGE);
}

static void a_latency_called_like_a_figure_is_the_latency(void **state)
{
    struct template template;

    (void)state;
    parse("table groups mean max primary:max max:max", &template);
    assert_string_equal(template.blocks[0].columns[0].metric->key, "latency_mean_ms");
    assert_string_equal(template.blocks[0].columns[1].metric->key, "latency_max_ms");
    assert_int_equal(template.blocks[0].columns[2].statistic, STATISTIC_MAX);
    assert_string_equal(template.blocks[0].columns[3].metric->key, "latency_max_ms");
}

static void selected_keeps_what_stands_in_for_it(void **state)
{
    struct template template;

    (void)state;
    parse("table groups sort=-rps selected=mean,p99.9,failed:total", &template);
    const struct template_column *column = &template.blocks[0].columns[0];
    assert_int_equal(column->choice, CHOICE_SELECTED);
    assert_int_equal(column->instead_count, 3);
    assert_string_equal(column->instead[1].metric->key, "latency_p99.9_ms");
    assert_int_equal(column->instead[2].statistic, STATISTIC_TOTAL);
    assert_true(template.blocks[0].descending);
}

static void a_fault_is_named_with_its_place(void **state)
{
    static const struct {
        const char *source, *start;
    } cases[] = {
        {"title\n  pie chart\n",             "my.template:2:3: unknown block \"pie\"; use title"          },
        {"table groups group speed\n",       "my.template:1:20: unknown column \"speed\"; use"            },
        {"table groups rps:average\n",       "my.template:1:14: unknown figure \"average\" of"            },
        {"table groups selected=mean,foo\n", "my.template:1:14: unknown column \"foo\"; use"              },
        {"table groups width=3 group\n",     "my.template:1:14: unknown option \"width\"; use"            },
        {"table rows group\n",               "my.template:1:7: unknown kind of table \"rows\"; use groups"},
        {"table\n",                          "my.template:1:1: unknown kind of table \"\"; use groups"    },
        {"table runs\n",                     "my.template:1:1: table runs has no columns; name"           },
        {"heading\n",                        "my.template:1:1: heading needs a text; write"               },
        {"answer now\n",                     "my.template:1:8: \"answer\" takes no more words; remove"    },
        {"# nothing\n",                      "my.template: no blocks; a template is"                      },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *said = complaint(cases[i].source);
        if (strncmp(said, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("expected \"%s\", got \"%s\"", cases[i].start, said);
    }
}

static void every_built_in_template_is_good_and_described(void **state)
{
    struct template_place place = {.metrics = &metrics};
    size_t count;
    struct template_entry *entries = template_list(&arena, &count);

    (void)state;
    assert_true(count >= 10);
    for (size_t i = 0; i < count; i++) {
        struct template template;
        struct diag diag;
        diag_init(&diag);
        assert_true(template_load(&template, entries[i].name, &place, &arena, &diag));
        assert_string_equal(template.name, entries[i].name);
        assert_true(strlen(entries[i].summary) > 10);
    }
}

static void the_default_follows_what_was_measured(void **state)
{
    struct analysis analysis = {.run_count = 1};

    (void)state;
    assert_string_equal(template_default_name(&analysis), "card");
    analysis.run_count = 10;
    assert_string_equal(template_default_name(&analysis), "comparison");
    analysis.pivot.column_key = "label";
    assert_string_equal(template_default_name(&analysis), "sweep");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_is_a_line),
        cmocka_unit_test(a_latency_called_like_a_figure_is_the_latency),
        cmocka_unit_test(selected_keeps_what_stands_in_for_it),
        cmocka_unit_test(a_fault_is_named_with_its_place),
        cmocka_unit_test(every_built_in_template_is_good_and_described),
        cmocka_unit_test(the_default_follows_what_was_measured),
    };

    arena_init(&arena);
    metric_set_init(&metrics, &arena);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
