/*
 * The fast reading of requests against the slow one: what layouts accepts, the
 * shape accepts too, and both read the same from it.
 */
#include "line_layouts.h"

#include "read_text.h"

static const struct {
    const char *shape;
    const char *lines[4];
} cases[] = {
    {"{skip}HTTP/{skip} {status} {latency:s} secs: {bytes} bytes ==> {path}",
     {"HTTP/1.1 200     0.05 secs:    2048 bytes ==> GET  /catalog",
      "HTTP/1.1 404    10.25 secs:       9 bytes ==> POST /a?b=1,2 c",
      "[Sat, 2010-11-20 10:39:13] HTTP/1.1 200   0.02 secs:     612 bytes ==> /path",
      "\x1b[0;34mHTTP/1.1 200     0.05 secs:    2048 bytes ==> GET  /catalog\x1b[0m"}                                             },
    {"{skip}HTTP/{skip},{status}, {latency:s}, {bytes},{path},{skip},{time}",
     {"HTTP/1.1,200,  0.10,   2048,/catalog,0,2026-03-02 10:15:00",
      "run7,   1,HTTP/1.1,404,  0.00,    153,/a,b,4,2026-11-30 13:01:22",
      "HTTP/1.1,500, 12.10,2048,/x,y,z,0,2026-03-02 10:15:00", NULL}                                                              },
    {"{skip}\\t{skip}\\t{connect:ms}\\t{processing:ms}\\t{latency:ms}\\t{waiting:ms}",
     {"Mon Mar 02 10:15:03 2026\t1772446503\t1\t9\t10\t8",
      "Mon Mar 02 10:15:03 2026\t1772446503\t100\t900\t1000\t800", NULL, NULL}                                                    },
    {"{status} {latency:us} {bytes}",                                                  {"200 15 7", "404 1.5 1234567", NULL, NULL}},
};

static uint64_t next_random(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static bool same_request(const struct shape *shape, const struct request *a,
                         const struct request *b)
{
    if ((shape->has[SHAPE_STATUS] && a->status != b->status) ||
        (shape->has[SHAPE_BYTES] && a->bytes != b->bytes) ||
        (shape->has[SHAPE_PATH] && !text_equal(a->path, b->path)))
        return false;
    for (size_t i = 0; i < SHAPE_FIELD_COUNT; i++) {
        bool timed =
            i == SHAPE_LATENCY || i == SHAPE_CONNECT || i == SHAPE_PROCESSING || i == SHAPE_WAITING;
        if (timed && shape->has[i] &&
            (a->times[i].digits != b->times[i].digits ||
             a->times[i].decimals != b->times[i].decimals))
            return false;
    }
    return true;
}

/* Changes a few bytes; most often to others of their kind. */
static void mutate(struct buffer *line, uint64_t *random)
{
    static const char bytes[] = "0123456789 \t.,:/>=<m[;\x1b`-GHTPxs\r";
    size_t changes = next_random(random) % 4;

    for (size_t i = 0; i < changes && line->length; i++) {
        size_t at = (size_t)(next_random(random) % line->length);
        char byte = line->bytes[at];
        if (byte_is_digit(byte) && next_random(random) % 3)
            line->bytes[at] = (char)('0' + next_random(random) % 10);
        else
            line->bytes[at] = bytes[next_random(random) % (sizeof bytes - 1)];
    }
    if (next_random(random) % 5 == 0)
        line->length = (size_t)(next_random(random) % (line->length + 1));
    if (next_random(random) % 5 == 0)
        buffer_append_string(line, "/more");
}

static size_t check_line(struct line_layouts *layouts, const struct shape *shape, struct text line)
{
    struct buffer padded;
    struct request fast = {0};
    struct request slow = {0};
    const char *next = NULL;

    buffer_init(&padded);
    buffer_append_text(&padded, line);
    buffer_append_byte(&padded, '\n');
    buffer_append_repeated(&padded, '7', 1000);
    bool taken = line_layouts_match(layouts, shape, padded.bytes, padded.bytes + padded.length,
                                    &fast, &next);
    if (taken) {
        struct text copy = {padded.bytes, line.length};
        if (copy.length && copy.start[copy.length - 1] == '\r')
            copy.length--;
        if (next != padded.bytes + line.length + 1)
            fail_msg("\"%.*s\" does not end where it ends", (int)line.length, line.start);
        if (!shape_match(shape, copy, &slow) || !same_request(shape, &fast, &slow))
            fail_msg("\"%.*s\" is read otherwise", (int)line.length, line.start);
        if (!shape_path_is_plain(&slow))
            fail_msg("\"%.*s\" has markup behind it", (int)line.length, line.start);
    }
    buffer_release(&padded);
    return taken;
}

static void the_fast_reading_is_the_slow_one(void **state)
{
    uint64_t random = 20261130;

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct line_layouts layouts = {0};
        struct shape shape;
        size_t offset;
        const char *problem;
        size_t taken = 0;
        assert_true(shape_parse(&shape, text_of(cases[c].shape), &offset, &problem));
        for (size_t i = 0; i < 4 && cases[c].lines[i]; i++)
            line_layouts_learn(&layouts, &shape, text_of(cases[c].lines[i]));
        for (size_t i = 0; i < 100000; i++) {
            struct buffer line;
            size_t lines = 0;
            while (lines < 4 && cases[c].lines[lines])
                lines++;
            buffer_init(&line);
            buffer_append_string(&line, cases[c].lines[next_random(&random) % lines]);
            mutate(&line, &random);
            taken += check_line(&layouts, &shape, buffer_text(&line));
            buffer_release(&line);
        }
        /* It has to be of use, too. */
        if (taken < 20000)
            fail_msg("of %s only %zu lines are known again", cases[c].shape, taken);
    }
}

static void nothing_is_read_beyond_what_is_there(void **state)
{
    static const char line[] = "HTTP/1.1 200     0.05 secs:    2048 bytes ==> GET  /catalog\n";
    struct line_layouts layouts = {0};
    struct shape shape;
    size_t offset;
    const char *problem;

    (void)state;
    assert_true(shape_parse(&shape, text_of(cases[0].shape), &offset, &problem));
    line_layouts_learn(&layouts, &shape, (struct text){line, sizeof line - 2});
    for (size_t length = 0; length < sizeof line; length++) {
        struct request request;
        const char *next;
        char *exact = memory_allocate(length);
        memcpy(exact, line, length);
        if (line_layouts_match(&layouts, &shape, exact, exact + length, &request, &next))
            assert_true(next <= exact + length);
        memory_release(exact);
    }
}

static void with_nothing_learnt_nothing_is_known_again(void **state)
{
    struct line_layouts layouts = {0};
    struct shape shape;
    size_t offset;
    const char *problem;

    (void)state;
    assert_true(shape_parse(&shape, text_of(cases[0].shape), &offset, &problem));
    assert_int_equal(check_line(&layouts, &shape, text_of(cases[0].lines[0])), 0);
    line_layouts_learn(&layouts, &shape, text_of("no request"));
    assert_int_equal(check_line(&layouts, &shape, text_of(cases[0].lines[0])), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_reading_is_the_slow_one),
        cmocka_unit_test(nothing_is_read_beyond_what_is_there),
        cmocka_unit_test(with_nothing_learnt_nothing_is_known_again),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
