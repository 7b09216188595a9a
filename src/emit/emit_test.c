#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "emit.h"

static void an_emitter_is_found_by_its_name(void **state)
{
    size_t count;
    const struct emitter *emitters = emitter_table(&count);

    (void)state;
    assert_true(count >= 6);
    for (size_t i = 0; i < count; i++)
        assert_ptr_equal(emitter_find(emitters[i].name), &emitters[i]);
    assert_null(emitter_find("docx"));
    assert_null(emitter_find(""));
}

static void a_suffix_gives_the_format(void **state)
{
    static const struct {
        const char *file, *name;
    } cases[] = {
        {"report.pdf",      "pdf"     },
        {"a/b.c/REPORT.MD", "markdown"},
        {"x.markdown",      "markdown"},
        {"runs.jsonl",      "jsonl"   },
        {"runs.ndjson",     "jsonl"   },
        {"runs.json",       "json"    },
        {"table.csv",       "csv"     },
        {"table.txt",       "text"    },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(emitter_for_file(cases[i].file)->name, cases[i].name);
    assert_null(emitter_for_file("report"));
    assert_null(emitter_for_file(".pdf"));
    assert_null(emitter_for_file("report.pdf.old"));
}

static void only_pdf_is_no_text(void **state)
{
    size_t count;
    const struct emitter *emitters = emitter_table(&count);

    (void)state;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(emitters[i].binary, strcmp(emitters[i].name, "pdf") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_emitter_is_found_by_its_name),
        cmocka_unit_test(a_suffix_gives_the_format),
        cmocka_unit_test(only_pdf_is_no_text),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
