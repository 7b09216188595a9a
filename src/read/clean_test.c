/*
 * Cleaning: every kind of damage that stands in one line.
 */
#include "clean.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static struct buffer scratch;

static int set_up(void **state)
{
    (void)state;
    buffer_init(&scratch);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buffer_release(&scratch);
    return 0;
}

static void assert_clean(const char *raw, const char *clean)
{
    struct text line = clean_line(text_of(raw), &scratch);

    if (!text_is(line, clean))
        fail_msg("\"%s\" becomes \"%.*s\", not \"%s\"", raw, (int)line.length, line.start, clean);
}

static void a_plain_line_is_trimmed_in_its_place(void **state)
{
    static const char raw[] = "  Complete requests:      1000 \t";
    struct text line = clean_line(text_of(raw), &scratch);

    (void)state;
    assert_true(text_is(line, "Complete requests:      1000"));
    assert_ptr_equal(line.start, raw + 2);
}

static void escapes_go_whole_and_in_pieces(void **state)
{
    (void)state;
    assert_clean("\x1b[0;34mTime:\x1b[0m 5", "Time: 5");
    assert_clean("\x1b[2K\x1b[1GTime: 5", "Time: 5");
    assert_clean("\x1b]0;title\aTime: 5", "Time: 5");
    assert_clean("\x1b]0;title\x1b\\Time: 5", "Time: 5");
    assert_clean("Time: 5\x1b[0;3", "Time: 5");
    assert_clean("Time: 5\x1b[", "Time: 5");
    assert_clean("Time: 5\x1b", "Time: 5");
    assert_clean("\x1b(BTime: 5", "BTime: 5");
    assert_clean("\x1b[38;2;1;2;3mTime:\x1b[49m 5", "Time: 5");
}

static void control_characters_go(void **state)
{
    (void)state;
    assert_clean("Ti\x01me:\x7f 5\a", "Time: 5");
    assert_clean("|\b/\b-\bTime: 5", "Time: 5");
    assert_clean("a\tb", "a\tb");
}

static void tags_that_are_known_go_and_others_stay(void **state)
{
    (void)state;
    assert_clean("Time: 5<br/>", "Time: 5");
    assert_clean("Time: 5<br />", "Time: 5");
    assert_clean("<BR>Time: 5", "Time: 5");
    assert_clean("<p class=\"x\">Time: <b>5</b></p>", "Time: 5");
    assert_clean("<pre>Time: 5</pre>", "Time: 5");
    assert_clean("<tr><td>Time</td><td>5</td></tr>", "Time  5");
    assert_clean("Version 2.3 <$Revision: 1843412 $>", "Version 2.3 <$Revision: 1843412 $>");
    assert_clean("/a<b", "/a<b");
    assert_clean("a < b > c", "a < b > c");
    assert_clean("<unknown>5", "<unknown>5");
    assert_clean("<", "<");
    assert_clean("5 <b", "5 <b");
}

static void entities_become_what_they_stand_for(void **state)
{
    (void)state;
    assert_clean("a &lt;b&gt; &amp; &quot;c&quot;", "a <b> & \"c\"");
    assert_clean("Time:&nbsp;5&#160;s&#xa0;x", "Time: 5 s x");
    assert_clean("&#65;&#x42;", "AB");
    assert_clean("&#x20ac;", "\xe2\x82\xac");
    assert_clean("a & b &; &x; &unknown;", "a & b &; &x; &unknown;");
    assert_clean("&#0;&#xd800;&#x110000;&#99999999999;", "&#0;&#xd800;&#x110000;&#99999999999;");
    assert_clean("/x?a=1&lt=2", "/x?a=1&lt=2");
    assert_clean("&#", "&#");
}

static void bold_goes_and_sieges_stars_stay(void **state)
{
    (void)state;
    assert_clean("**Time:** 5", "Time: 5");
    assert_clean("Time: **5**", "Time: 5");
    assert_clean("**Time: 5**", "Time: 5");
    assert_clean("- **Time**: 5", "- Time: 5");
    assert_clean("**Time: 5", "Time: 5");
    assert_clean("Time: 5**", "Time: 5");
    assert_clean("** SIEGE 4.0.7", "** SIEGE 4.0.7");
    assert_clean("\x1b[0;34m** SIEGE 4.0.7\x1b[0m", "** SIEGE 4.0.7");
    assert_clean("`** SIEGE 4.0.7`", "** SIEGE 4.0.7");
    assert_clean("<li>** SIEGE 4.0.7</li>", "** SIEGE 4.0.7");
    assert_clean("**\xc2\xa0SIEGE\xc2\xa0"
                 "4.0.7",
                 "** SIEGE 4.0.7");
    assert_clean("bench.log:** SIEGE 4.0.7", "bench.log:** SIEGE 4.0.7");
    assert_clean("**** variant B ****", "**** variant B ****");
    assert_clean("*****", "*****");
    assert_clean("a * b", "a * b");
}

static void foreign_blanks_become_blanks(void **state)
{
    (void)state;
    assert_clean("Time:\xc2\xa0\xc2\xa0"
                 "5",
                 "Time:  5");
    assert_clean("Time:\xa0"
                 "5",
                 "Time: 5");
    assert_clean("\xe3\x80\x80Time:\xe2\x80\x83"
                 "5\xe2\x80\xaf",
                 "Time: 5");
    assert_clean("\xef\xbb\xbfTi\xe2\x80\x8bme: 5", "Time: 5");
    assert_clean("Time\xef\xbc\x9a 5", "Time: 5");
    assert_clean("\xe2\x88\x92"
                 "5",
                 "-5");
    assert_clean("caf\xc3\xa9 \xff", "caf\xc3\xa9 \xff");
}

static void markdown_escapes_and_backticks_go(void **state)
{
    (void)state;
    assert_clean("500 \\[#/sec\\]", "500 [#/sec]");
    assert_clean("`Time: 5`", "Time: 5");
    assert_clean("```Time: 5```", "Time: 5");
    assert_clean("C:\\bench\\ab", "C:\\bench\\ab");
    assert_clean("end \\", "end \\");
}

static void a_hostile_line_takes_time_in_proportion(void **state)
{
    static const char *const pieces[] = {"**",  "** ",  "***", "<b", "&", "\x1b[", "\\",   "**x",
                                         "x**", "\xc2", "&#",  "<",  "`", "\b",    "\x1b]"};
    struct buffer line;

    (void)state;
    buffer_init(&line);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        buffer_clear(&line);
        for (size_t k = 0; k < 100000; k++)
            buffer_append_string(&line, pieces[i]);
        clean_line(buffer_text(&line), &scratch);
        buffer_append_repeated(&line, ' ', 300000);
        for (size_t k = 0; k < 100000; k++)
            buffer_append_string(&line, pieces[i]);
        clean_line(buffer_text(&line), &scratch);
    }
    buffer_release(&line);
}

/* ---- prefixes ---- */

static void assert_peeled(const char *raw, enum prefix kind, const char *rest, const char *name)
{
    struct text line = text_of(raw);
    struct text found;
    enum prefix is = PREFIX_QUOTE;

    if (!peel_prefix(&line, &is, &found))
        fail_msg("\"%s\" has no prefix", raw);
    if (is != kind || !text_is(line, rest))
        fail_msg("\"%s\": kind %d, \"%.*s\"", raw, is, (int)line.length, line.start);
    if (name ? !text_is(found, name) : found.length != 0)
        fail_msg("\"%s\": name \"%.*s\"", raw, (int)found.length, found.start);
}

static void every_kind_of_prefix_is_peeled(void **state)
{
    (void)state;
    assert_peeled("> Time: 5", PREFIX_QUOTE, "Time: 5", NULL);
    assert_peeled(">>> Time: 5", PREFIX_QUOTE, "Time: 5", NULL);
    assert_peeled("// Time: 5", PREFIX_COMMENT, "Time: 5", NULL);
    assert_peeled("# Time: 5", PREFIX_COMMENT, "Time: 5", NULL);
    assert_peeled(";; Time: 5", PREFIX_COMMENT, "Time: 5", NULL);
    assert_peeled("-- Time: 5", PREFIX_COMMENT, "Time: 5", NULL);
    assert_peeled("* Time: 5", PREFIX_BULLET, "Time: 5", NULL);
    assert_peeled("- Time: 5", PREFIX_BULLET, "Time: 5", NULL);
    assert_peeled("- `Time: 5`", PREFIX_BULLET, "Time: 5", NULL);
    assert_peeled("+ Time: 5", PREFIX_BULLET, "Time: 5", NULL);
    assert_peeled("\xe2\x80\xa2 Time: 5", PREFIX_BULLET, "Time: 5", NULL);
    assert_peeled("| Time: 5", PREFIX_BAR, "Time: 5", NULL);
    assert_peeled("| Time: 5      |", PREFIX_BAR, "Time: 5", NULL);
    assert_peeled("2026-03-02T10:15:33.97Z Time: 5", PREFIX_TIME, "Time: 5", NULL);
    assert_peeled("2026-03-02T10:15:33+02:00 Time: 5", PREFIX_TIME, "Time: 5", NULL);
    assert_peeled("2026-03-02 10:15:33,970 Time: 5", PREFIX_TIME, "Time: 5", NULL);
    assert_peeled("2026/03/02 10:15:33 Time: 5", PREFIX_TIME, "Time: 5", NULL);
    assert_peeled("[2026-03-02 10:15:33] Time: 5", PREFIX_TIME, "Time: 5", NULL);
    assert_peeled("[10:15:33] Time: 5", PREFIX_TIME, "Time: 5", NULL);
    assert_peeled("stdout F Time: 5", PREFIX_STREAM, "Time: 5", NULL);
    assert_peeled("stderr P Time: 5", PREFIX_STREAM, "Time: 5", NULL);
    assert_peeled("Mar  2 10:15:33 host ab[123]: Time: 5", PREFIX_STREAM, "Time: 5", NULL);
    assert_peeled("Mar 12 10:15:33 host ab: Time: 5", PREFIX_STREAM, "Time: 5", NULL);
    assert_peeled("bench_1  | Time: 5", PREFIX_SERVICE, "Time: 5", "bench_1");
    assert_peeled("nginx.log:Time: 5", PREFIX_FILE, "Time: 5", "nginx.log");
    assert_peeled("a/b:12:Time: 5", PREFIX_FILE, "Time: 5", "a/b");
    assert_peeled("log:12:Time: 5", PREFIX_FILE, "Time: 5", "log");
    assert_peeled("nginx.log:2026-03-02T10:15:33Z x", PREFIX_FILE, "2026-03-02T10:15:33Z x",
                  "nginx.log");
    assert_peeled("12: Time: 5", PREFIX_NUMBER, "Time: 5", NULL);
    assert_peeled("12\tTime: 5", PREFIX_NUMBER, "Time: 5", NULL);
    assert_peeled("[0;34mTime: 5", PREFIX_ESCAPE, "Time: 5", NULL);
    assert_peeled("34mTime: 5", PREFIX_ESCAPE, "Time: 5", NULL);
}

static void what_the_tools_print_is_no_prefix(void **state)
{
    static const char *const lines[] = {
        "Time taken for tests:   2.000 seconds",
        "Server Software:        nginx/1.22.1",
        "Transactions: 1200 hits",
        "HTTP/1.1 200 0.05 secs: 9 bytes ==> /x",
        "Total:          5   16   2.1     16      41",
        "** SIEGE 4.0.7",
        "-5",
        "#heading",
        "Concurrency: 9.50",
        "{\"transactions\": 600,",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct text line = text_of(lines[i]);
        struct text name;
        enum prefix kind;
        if (peel_prefix(&line, &kind, &name))
            fail_msg("\"%s\" becomes \"%.*s\"", lines[i], (int)line.length, line.start);
    }
}

static void prefixes_of_nothing_leave_nothing(void **state)
{
    static const char *const lines[] = {
        ">", "//", "|", "# ", "12:", "stdout F", "bench_1 |", "||", "a.b:", "|  |"};

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct text line = text_of(lines[i]);
        struct text name;
        enum prefix kind;
        for (size_t depth = 0; depth < 8 && peel_prefix(&line, &kind, &name); depth++)
            continue;
        assert_true(line.length <= 1);
    }
    struct text nothing = text_of("");
    struct text name;
    enum prefix kind;
    assert_false(peel_prefix(&nothing, &kind, &name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_line_is_trimmed_in_its_place),
        cmocka_unit_test(escapes_go_whole_and_in_pieces),
        cmocka_unit_test(control_characters_go),
        cmocka_unit_test(tags_that_are_known_go_and_others_stay),
        cmocka_unit_test(entities_become_what_they_stand_for),
        cmocka_unit_test(bold_goes_and_sieges_stars_stay),
        cmocka_unit_test(foreign_blanks_become_blanks),
        cmocka_unit_test(markdown_escapes_and_backticks_go),
        cmocka_unit_test(a_hostile_line_takes_time_in_proportion),
        cmocka_unit_test(every_kind_of_prefix_is_peeled),
        cmocka_unit_test(what_the_tools_print_is_no_prefix),
        cmocka_unit_test(prefixes_of_nothing_leave_nothing),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
