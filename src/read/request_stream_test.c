/*
 * Request streams: exact against a plain computation, however they are cut,
 * and in memory that does not grow with them.
 */
#include "request_stream.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include "../model/run_json.h"
#include "read_text.h"

static struct read_bench bench;
static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    read_bench_open(&bench);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    read_bench_close(&bench);
    arena_release(&arena);
    return 0;
}

static uint64_t next_random(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

/* ---- against a plain computation ---- */

static int by_size(const void *a, const void *b)
{
    double first = *(const double *)a;
    double second = *(const double *)b;

    return (first > second) - (first < second);
}

static double nearest_rank(const double *sorted, size_t count, double percent)
{
    size_t rank = (size_t)ceil((double)count * percent / 100 - 1e-9);

    return sorted[rank ? rank - 1 : 0];
}

static void assert_close(double is, double want)
{
    if (!(fabs(is - want) <= 1e-9 * fabs(want) + 1e-9))
        fail_msg("%.12g is not %.12g", is, want);
}

/* Milliseconds of `count` random requests, in seconds with `decimals` as siege prints them. */
static void check_stream(size_t count, int decimals, uint64_t largest, uint64_t random)
{
    struct buffer log;
    double *values = memory_allocate(count * sizeof *values);
    double sum = 0;
    double squares = 0;
    double bytes = 0;
    double ok = 0;

    buffer_init(&log);
    for (size_t i = 0; i < count; i++) {
        char time[32];
        int status = next_random(&random) % 7 ? 200 : 404;
        double seconds = (double)(next_random(&random) % largest) / pow(10, decimals);
        snprintf(time, sizeof time, "%.*f", decimals, seconds);
        values[i] = strtod(time, NULL) * 1000;
        sum += values[i];
        bytes += (double)(i % 1000);
        ok += status == 200;
        buffer_append_format(&log, "HTTP/1.1 %d %s secs: %7zu bytes ==> GET  /p%zu\n", status, time,
                             i % 1000, i % 3);
    }
    for (size_t i = 0; i < count; i++)
        squares += pow(values[i] - sum / (double)count, 2);
    qsort(values, count, sizeof *values, by_size);
    struct reading_list list = read_text(&bench, buffer_text(&log), &arena);
    assert_int_equal(list.count, 1);
    const struct run *run = list.items[0].run;
    assert_close(value_of(run, "requests_complete"), (double)count);
    assert_close(value_of(run, "latency_mean_ms"), sum / (double)count);
    assert_close(value_of(run, "latency_sd_ms"), sqrt(squares / (double)(count - 1)));
    assert_close(value_of(run, "latency_min_ms"), values[0]);
    assert_close(value_of(run, "latency_max_ms"), values[count - 1]);
    static const int percents[] = {50, 66, 75, 80, 90, 95, 98, 99};
    for (size_t i = 0; i < sizeof percents / sizeof percents[0]; i++)
        assert_close(value_of(run, arena_format(&arena, "latency_p%d_ms", percents[i])),
                     nearest_rank(values, count, percents[i]));
    if (count >= 1000)
        assert_close(value_of(run, "latency_p99.9_ms"), nearest_rank(values, count, 99.9));
    assert_close(value_of(run, "responses_2xx"), ok);
    assert_close(value_of(run, "responses_4xx"), (double)count - ok);
    assert_close(value_of(run, "bytes_total"), bytes);
    assert_null(run->target.path);
    assert_string_equal(run->target.method, "GET");
    uint64_t seen = 0;
    for (size_t i = 0; i < run->distribution.count; i++)
        seen += run->distribution.bins[i].count;
    assert_int_equal(seen, count);
    buffer_release(&log);
    memory_release(values);
}

static void percentiles_and_moments_are_exact(void **state)
{
    (void)state;
    check_stream(2, 2, 100, 1);
    check_stream(10, 2, 100, 2);
    check_stream(999, 2, 1000, 3);
    check_stream(1000, 3, 100000, 4);
    check_stream(20000, 2, 50, 5);
    check_stream(20000, 4, 10000000, 6); /* beyond the array of small values */
    check_stream(5000, 0, 30, 7);
    check_stream(5000, 6, 1000000000, 8);
}

static void lines_of_different_decimals_are_one_distribution(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "HTTP/1.1 200 1 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 200 1.25 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 200 1.0 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 200 1.250 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 200 1,25 secs: 9 bytes ==> GET /x\n",
                                           &arena);
    const struct run *run = list.items[0].run;

    (void)state;
    assert_int_equal(list.count, 1);
    assert_int_equal(run->distribution.count, 2);
    assert_int_equal(run->distribution.bins[0].count, 2);
    assert_int_equal(run->distribution.bins[1].count, 3);
    assert_close(run->distribution.bins[1].value * run->distribution.unit_ms, 1250);
    assert_close(value_of(run, "latency_mean_ms"), 1150);
    assert_string_equal(run->target.path, "/x");
}

static void values_at_the_edge_of_the_array_are_counted_once(void **state)
{
    struct buffer log;

    (void)state;
    buffer_init(&log);
    for (size_t value = 32760; value < 32776; value++)
        for (size_t i = 0; i < value - 32750; i++)
            buffer_append_format(&log, "HTTP/1.1 200 %zu.%02zu secs: 9 bytes ==> GET /x\n",
                                 value / 100, value % 100);
    const struct run *run = read_text(&bench, buffer_text(&log), &arena).items[0].run;
    assert_int_equal(run->distribution.count, 16);
    for (size_t i = 0; i < 16; i++) {
        assert_close(run->distribution.bins[i].value, (double)(32760 + i));
        assert_int_equal(run->distribution.bins[i].count, 10 + i);
    }
    buffer_release(&log);
}

static void one_request_has_no_deviation_and_no_percentiles(void **state)
{
    struct reading_list list =
        read_string(&bench, "HTTP/1.1 200 0.05 secs: 9 bytes ==> GET /x\n", &arena);

    (void)state;
    assert_int_equal(list.count, 1);
    assert_close(value_of(list.items[0].run, "latency_mean_ms"), 50);
    assert_true(isnan(value_of(list.items[0].run, "latency_sd_ms")));
    assert_true(isnan(value_of(list.items[0].run, "latency_p99_ms")));
}

static void the_summary_wins_and_the_stream_adds_what_it_lacks(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "** SIEGE 4.0.7\n"
                                           "HTTP/1.1 200 0.05 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 200 0.15 secs: 9 bytes ==> GET /x\n"
                                           "Transactions: 2 hits\nResponse time: 0.20 secs\n"
                                           "Transaction rate: 3.5 trans/sec\n"
                                           "Longest transaction: 0.90\n",
                                           &arena);
    const struct run *run = list.items[0].run;

    (void)state;
    assert_int_equal(list.count, 1);
    assert_close(value_of(run, "requests_complete"), 2);
    assert_close(value_of(run, "latency_mean_ms"), 200);
    assert_close(value_of(run, "latency_max_ms"), 900);
    assert_close(value_of(run, "latency_p99_ms"), 150);
    assert_close(value_of(run, "responses_2xx"), 2);
}

static void requests_that_broke_have_no_line(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "** SIEGE 4.0.7\n"
                                           "HTTP/1.1 200 0.05 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 200 0.15 secs: 9 bytes ==> GET /x\n"
                                           "Transactions: 2 hits\n"
                                           "Transaction rate: 3.5 trans/sec\n"
                                           "Failed transactions: 90\n",
                                           &arena);

    (void)state;
    assert_int_equal(list.count, 1);
    assert_close(value_of(list.items[0].run, "responses_2xx"), 2);
    assert_false(run_has_warning(list.items[0].run, "stream-excerpt"));
}

static void an_excerpt_gives_no_figures_of_the_whole(void **state)
{
    struct reading_list list = read_string(&bench,
                                           "** SIEGE 4.0.7\n"
                                           "HTTP/1.1 200 0.05 secs: 9 bytes ==> GET /x\n"
                                           "HTTP/1.1 500 0.15 secs: 9 bytes ==> GET /x\n"
                                           "Transactions: 700 hits\n"
                                           "Transaction rate: 3.5 trans/sec\n",
                                           &arena);
    const struct run *run = list.items[0].run;

    (void)state;
    assert_int_equal(list.count, 1);
    assert_close(value_of(run, "requests_complete"), 700);
    assert_true(isnan(value_of(run, "latency_p99_ms")));
    assert_true(isnan(value_of(run, "latency_max_ms")));
    assert_true(isnan(value_of(run, "responses_5xx")));
    assert_int_equal(run->distribution.count, 0);
    assert_true(run_has_warning(run, "stream-excerpt"));
}

/* ---- however it is cut ---- */

static struct text stream_json(struct text log, const struct reader_options *options)
{
    struct reading_list list = {0};
    struct input input;
    struct buffer json;

    read_bench_write(&bench, log);
    assert_true(input_open(&input, bench.path, &bench.diag));
    reader_read(&bench.rules, &input, &(struct hints){0}, options, &arena, &list);
    input_close(&input, &bench.diag);
    buffer_init(&json);
    for (size_t i = 0; i < list.count; i++)
        run_write_json(&json, list.items[i].run);
    struct text copy = {text_copy(&arena, buffer_text(&json)), json.length};
    buffer_release(&json);
    return copy;
}

/* The counts of all runs of a text, added up by value in milliseconds. */
static size_t add_counts(struct text log, double *values, uint64_t *counts, size_t found)
{
    struct reading_list list = read_text(&bench, log, &arena);

    for (size_t r = 0; r < list.count; r++) {
        const struct distribution *distribution = &list.items[r].run->distribution;
        for (size_t i = 0; i < distribution->count; i++) {
            double value = round(distribution->bins[i].value * distribution->unit_ms * 1e6) / 1e6;
            size_t at = 0;
            while (at < found && values[at] != value)
                at++;
            if (at == found) {
                values[found] = value;
                counts[found++] = 0;
            }
            counts[at] += distribution->bins[i].count;
        }
    }
    return found;
}

enum { MOST_VALUES = 5000 };

static const char *const streams[] = {
    "fixtures/streams/siege-nocolor-stdout.log", "fixtures/streams/siege-color-stdout.log",
    "fixtures/streams/siege-csv-stdout.log",     "fixtures/streams/siege-timestamp-stdout.log",
    "fixtures/streams/siege-id-stdout.log",      "fixtures/streams/ab.tsv",
};

static void pieces_of_a_stream_add_up_to_the_whole(void **state)
{
    static double values[MOST_VALUES], part_values[MOST_VALUES];
    static uint64_t counts[MOST_VALUES], part_counts[MOST_VALUES];

    (void)state;
    for (size_t s = 0; s < sizeof streams / sizeof streams[0]; s++) {
        struct text log = file_text(streams[s], &arena);
        struct text rest = log;
        struct text head = {"", 0};
        struct text piece = {log.start, 0};
        struct text line;
        uint64_t random = 99 + s;
        size_t parts = 0;
        size_t found = add_counts(log, values, counts, 0);
        size_t part_found = 0;
        if (text_ends_with(text_of(streams[s]), ".tsv")) {
            text_split(&rest, '\n', &head); /* each piece of ab's table needs its head */
            head.length++;
            piece.start = rest.start;
        }
        while (text_split(&rest, '\n', &line)) {
            piece.length = (size_t)(line.start + line.length - piece.start) + (rest.start != NULL);
            if (rest.start && next_random(&random) % 40)
                continue;
            struct buffer with_head;
            buffer_init(&with_head);
            buffer_append_text(&with_head, head);
            buffer_append_text(&with_head, piece);
            part_found = add_counts(buffer_text(&with_head), part_values, part_counts, part_found);
            buffer_release(&with_head);
            piece = rest.start ? (struct text){rest.start, 0} : piece;
            parts++;
        }
        assert_true(found > 1 && parts > 3);
        assert_int_equal(part_found, found);
        for (size_t i = 0; i < found; i++) {
            size_t at = 0;
            while (at < part_found && part_values[at] != values[i])
                at++;
            if (at == part_found || part_counts[at] != counts[i])
                fail_msg("%s: %g ms was seen %llu times", streams[s], values[i],
                         (unsigned long long)counts[i]);
        }
    }
}

/* Writes `text` into a pipe in pieces of the sizes 1, 2, 3 … `most`. */
static void feed(int descriptor, struct text text, size_t most)
{
    size_t size = 1;

    while (text.length) {
        size_t piece = size < text.length ? size : text.length;
        if (write(descriptor, text.start, piece) != (ssize_t)piece)
            _exit(1);
        text = text_from(text, piece);
        size = size % most + 1;
    }
    _exit(0);
}

static void a_pipe_in_odd_pieces_gives_what_a_file_gives(void **state)
{
    static const size_t sizes[] = {7, 333, 4097, 70001};
    const struct reader_options options = {.by_path = true};
    int kept = dup(STDIN_FILENO);

    (void)state;
    for (size_t s = 0; s < sizeof streams / sizeof streams[0]; s++) {
        struct text log = file_text(streams[s], &arena);
        struct text whole = stream_json(log, &options);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct reading_list list = {0};
            struct input input;
            struct buffer json;
            int ends[2];
            assert_int_equal(pipe(ends), 0);
            pid_t child = fork();
            if (child == 0) {
                close(ends[0]);
                feed(ends[1], log, sizes[i]);
            }
            close(ends[1]);
            dup2(ends[0], STDIN_FILENO);
            close(ends[0]);
            assert_true(input_open(&input, "-", &bench.diag));
            input.name = bench.path;
            reader_read(&bench.rules, &input, &(struct hints){0}, &options, &arena, &list);
            input_close(&input, &bench.diag);
            waitpid(child, NULL, 0);
            buffer_init(&json);
            for (size_t r = 0; r < list.count; r++)
                run_write_json(&json, list.items[r].run);
            bool same = text_equal(buffer_text(&json), whole);
            buffer_release(&json);
            if (!same)
                fail_msg("%s differs through a pipe of pieces up to %zu", streams[s], sizes[i]);
        }
    }
    dup2(kept, STDIN_FILENO);
    close(kept);
}

static void every_place_of_a_block_end_gives_the_same(void **state)
{
    const struct reader_options options = {.by_path = true};
    struct text log = file_text(streams[0], &arena);
    struct text whole = stream_json(log, &options);
    size_t block = 256 * 1024;

    (void)state;
    /* What is in front shifts the line over the end of a block of input byte by byte. */
    for (size_t shift = 0; shift < 140; shift += 3) {
        struct buffer shifted;
        buffer_init(&shifted);
        size_t lead = block - 4000 - shift;
        for (size_t i = 0; i < lead / 100; i++) {
            buffer_append_repeated(&shifted, '\n', 100);
        }
        buffer_append_repeated(&shifted, '\n', lead % 100);
        buffer_append_text(&shifted, log);
        struct reading_list was = read_text(&bench, log, &arena);
        struct reading_list is = read_text(&bench, buffer_text(&shifted), &arena);
        assert_int_equal(was.count, is.count);
        for (size_t i = 0; i < was.count; i++)
            assert_string_equal(was.items[i].run->source.fingerprint,
                                is.items[i].run->source.fingerprint);
        buffer_release(&shifted);
    }
    assert_true(whole.length > 0);
}

/* ---- paths and memory ---- */

static void paths_are_free_of_what_damaged_their_lines(void **state)
{
    const struct reader_options options = {.by_path = true};
    struct reading_list list = {0};
    struct input input;

    (void)state;
    read_bench_write(
        &bench, text_of("HTTP 1.1 200     0.10 secs:    20 bytes ==> GET  /a\n"
                        "[0;31mHTTP/1.1 404     0.10 secs:    20 bytes ==> GET  /b[0m\n"
                        "\x1b[0;34mHTTP/1.1 200     0.10 secs:    20 bytes ==> GET  /b\x1b[0m\n"
                        "HTTP/1.1 200     0.10 secs:    20 bytes ==> GET  \n"));
    assert_true(input_open(&input, bench.path, &bench.diag));
    reader_read(&bench.rules, &input, &(struct hints){0}, &options, &arena, &list);
    input_close(&input, &bench.diag);
    const struct run *run = list.items[0].run;
    assert_true(value_of(run, "requests_complete") == 4);
    assert_int_equal(run->path_count, 2);
    assert_string_equal(run->paths[0].path, "/a");
    assert_string_equal(run->paths[1].path, "/b");
    assert_int_equal(run->paths[1].count, 2);
}

static void beyond_a_thousand_paths_the_rest_is_other(void **state)
{
    const struct reader_options options = {.by_path = true};
    struct reading_list list = {0};
    struct input input;
    struct buffer log;
    uint64_t total = 0;
    uint64_t other = 0;

    (void)state;
    buffer_init(&log);
    for (size_t i = 0; i < 5000; i++)
        buffer_append_format(&log, "HTTP/1.1 200 0.0%zu secs: 9 bytes ==> GET /p%zu\n", i % 10, i);
    read_bench_write(&bench, buffer_text(&log));
    assert_true(input_open(&input, bench.path, &bench.diag));
    reader_read(&bench.rules, &input, &(struct hints){0}, &options, &arena, &list);
    input_close(&input, &bench.diag);
    const struct run *run = list.items[0].run;
    assert_int_equal(run->path_count, MOST_PATHS + 1);
    for (size_t i = 0; i < run->path_count; i++) {
        total += run->paths[i].count;
        if (strcmp(run->paths[i].path, "other") == 0)
            other = run->paths[i].count;
    }
    assert_int_equal(total, 5000);
    assert_int_equal(other, 4000);
    buffer_release(&log);
}

/* KiB that a process needs at most that counts so many requests with as many different times. */
static long peak_of_child(size_t requests)
{
    int ends[2];
    long peak = 0;

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct rusage usage;
        struct shape shape;
        size_t offset;
        const char *problem;
        uint64_t random = 42;
        struct request_stream *stream = request_stream_new(true);
        shape_parse(&shape, text_of("{status} {latency:s} {bytes} {path}"), &offset, &problem);
        for (size_t i = 0; i < requests; i++) {
            char path[32];
            int length = snprintf(path, sizeof path, "/%llu",
                                  (unsigned long long)(next_random(&random) % 100000));
            struct request request = {
                .status = 200, .bytes = i, .path = {path, (size_t)length}
            };
            request.times[SHAPE_LATENCY] = (struct shape_number){next_random(&random) % 3000000, 6};
            request_stream_add(stream, &shape, &request);
        }
        request_stream_free(stream);
        getrusage(RUSAGE_SELF, &usage);
        _exit(write(ends[1], &usage.ru_maxrss, sizeof peak) != sizeof peak);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &peak, sizeof peak), sizeof peak);
    close(ends[0]);
    waitpid(child, NULL, 0);
    return peak;
}

static void memory_does_not_grow_with_the_requests(void **state)
{
    long few = peak_of_child(1000);
    long many = peak_of_child(3000000);

    (void)state;
    if (many - few > 32 * 1024)
        fail_msg("%ld KiB more for 3 million hostile requests", many - few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_and_moments_are_exact),
        cmocka_unit_test(lines_of_different_decimals_are_one_distribution),
        cmocka_unit_test(values_at_the_edge_of_the_array_are_counted_once),
        cmocka_unit_test(one_request_has_no_deviation_and_no_percentiles),
        cmocka_unit_test(the_summary_wins_and_the_stream_adds_what_it_lacks),
        cmocka_unit_test(requests_that_broke_have_no_line),
        cmocka_unit_test(an_excerpt_gives_no_figures_of_the_whole),
        cmocka_unit_test(pieces_of_a_stream_add_up_to_the_whole),
        cmocka_unit_test(a_pipe_in_odd_pieces_gives_what_a_file_gives),
        cmocka_unit_test(every_place_of_a_block_end_gives_the_same),
        cmocka_unit_test(paths_are_free_of_what_damaged_their_lines),
        cmocka_unit_test(beyond_a_thousand_paths_the_rest_is_other),
        cmocka_unit_test(memory_does_not_grow_with_the_requests),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
