/*
 * Naming, on trees, transcripts and pages.
 *
 * Runs are written as lines, joined by " ; ", their parts by " > ":
 *     NAME=folder/stem.log   > ## heading > :caption > |column|cell > @column
 *     > ^prefix > $command > <c=8,m=7.9> what the log says > ~prose before it
 * {1,2} stands for each of its words, the last pair turning fastest.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../base/text.h"
#include "naming.h"
#include "path_pattern.h"

enum { MOST_RUNS = 200, MOST_PARTS = 24 };

static struct arena arena;
static struct named_run runs[MOST_RUNS];
static size_t run_count;
static struct naming naming;

static const char *const tools[] = {"ab", "siege", "wrk"};
static struct naming_options options = {.tools = tools, .tool_count = 3};

/* ---- the notation ---- */

static struct name_part *room;

static void add_part(struct named_run *run, enum name_kind kind, unsigned level, const char *key,
                     struct text text)
{
    assert_true(run->count < MOST_PARTS);
    room[run->count++] = (struct name_part){kind, level, key, text_copy(&arena, text)};
}

static void add_path(struct named_run *run, struct text path)
{
    size_t equals = text_find(path, "==");
    struct text part;

    if (equals < path.length) {
        add_part(run, NAME_ARGUMENT, 0, NULL, (struct text){path.start, equals});
        path = text_from(path, equals + 2);
    }
    run->facts.file = text_copy(&arena, path);
    while (text_split(&path, '/', &part)) {
        if (path.start && path.length) {
            add_part(run, NAME_FOLDER, 0, NULL, part);
            continue;
        }
        size_t dot = part.length;
        while (dot > 0 && part.start[dot - 1] != '.')
            dot--;
        add_part(run, NAME_STEM, 0, NULL, (struct text){part.start, dot ? dot - 1 : part.length});
    }
}

static void set_fact(struct name_facts *facts, struct text fact)
{
    static const struct {
        const char *key;
        size_t offset;
    } numbers[] = {
        {"c",  offsetof(struct name_facts, concurrency)         },
        {"n",  offsetof(struct name_facts, requests)            },
        {"d",  offsetof(struct name_facts, duration_s)          },
        {"m",  offsetof(struct name_facts, concurrency_measured)},
        {"p",  offsetof(struct name_facts, port)                },
        {"ok", offsetof(struct name_facts, requests_complete)   },
    };
    size_t equals = text_find_byte(fact, '=');
    const char *key = text_copy(&arena, (struct text){fact.start, equals});
    const char *value = text_copy(&arena, text_from(fact, equals + 1));

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].key, key) == 0)
            *(double *)(void *)((char *)facts + numbers[i].offset) = strtod(value, NULL);
    if (strcmp(key, "tool") == 0)
        facts->tool = value;
    if (strcmp(key, "server") == 0)
        facts->server = value;
    if (strcmp(key, "path") == 0)
        facts->path = value;
    if (strcmp(key, "k") == 0)
        facts->keepalive = *value == '1' ? ANSWER_YES : ANSWER_NO;
}

static void add_segment(struct named_run *run, struct text segment)
{
    struct text rest = text_from(segment, 1), part;
    unsigned level = 0;

    switch (segment.start[0]) {
    case '#':
        while (segment.start[level] == '#')
            level++;
        add_part(run, NAME_HEADING, level, NULL, text_trim(text_from(segment, level)));
        break;
    case ':':
        add_part(run, NAME_LINE, 0, NULL, rest);
        break;
    case '|':
        text_split(&rest, '|', &part);
        add_part(run, NAME_CELL, 0, text_copy(&arena, part), rest);
        break;
    case '@':
        add_part(run, NAME_COLUMN, 0, NULL, rest);
        break;
    case '^':
        add_part(run, NAME_PREFIX, 0, NULL, rest);
        break;
    case '$':
        add_part(run, NAME_COMMAND, 0, "command", rest);
        break;
    case '~':
        run->facts.between = text_copy(&arena, rest);
        break;
    case '<':
        rest.length--;
        while (text_split(&rest, ',', &part))
            set_fact(&run->facts, part);
        break;
    default:
        add_path(run, segment);
    }
}

static void add_run(struct text line)
{
    struct named_run *run = &runs[run_count];

    assert_true(run_count < MOST_RUNS);
    *run = (struct named_run){
        .facts = {.tool = "ab",
                  .port = NAN,
                  .concurrency = NAN,
                  .requests = NAN,
                  .duration_s = NAN,
                  .concurrency_measured = NAN,
                  .requests_complete = NAN,
                  .line = 10 * (run_count + 1)}
    };
    run->parts = room = arena_allocate(&arena, MOST_PARTS * sizeof *room);
    while (line.length) {
        size_t end = text_find(line, " > ");
        add_segment(run, text_trim((struct text){line.start, end}));
        line = text_from(line, end < line.length ? end + 3 : end);
    }
    run_count++;
}

/* Each of the words between the first braces, and so on. */
static void add_lines(const char *line)
{
    const char *open = strchr(line, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    struct text words, word;

    if (!close) {
        add_run(text_of(line));
        return;
    }
    words = (struct text){open + 1, (size_t)(close - open - 1)};
    while (text_split(&words, ',', &word))
        add_lines(arena_format(&arena, "%.*s%.*s%s", (int)(open - line), line, (int)word.length,
                               word.start, close + 1));
}

static void decide(const char *text)
{
    struct text rest = text_of(text);

    run_count = 0;
    while (rest.length) {
        size_t end = text_find(rest, " ; ");
        add_lines(text_copy(&arena, text_trim((struct text){rest.start, end})));
        rest = text_from(rest, end < rest.length ? end + 3 : end);
    }
    naming = naming_decide(runs, run_count, &options, &arena);
}

/* "AAAB": the groups of the runs, by letters in order of appearance. */
static const char *groups_told(void)
{
    char *told = arena_allocate(&arena, run_count + 1);

    for (size_t i = 0; i < run_count; i++)
        told[i] = (char)('A' + naming.runs[i].group % 58);
    return told;
}

/* "before*3|after": the labels of the runs in a row. */
static const char *labels_told(void)
{
    struct buffer told;

    buffer_init(&told);
    for (size_t i = 0, end; i < run_count; i = end) {
        const char *label = naming.runs[i].label ? naming.runs[i].label : "";
        for (end = i + 1; end < run_count; end++)
            if (strcmp(naming.runs[end].label ? naming.runs[end].label : "", label) != 0)
                break;
        buffer_append_format(&told, "%s%s", i ? "|" : "", label);
        if (end - i > 1)
            buffer_append_format(&told, "*%zu", end - i);
    }
    const char *copy = arena_copy(&arena, told.bytes ? told.bytes : "", told.length);
    buffer_release(&told);
    return copy;
}

struct name_case {
    const char *runs;
    const char *groups;
    const char *labels; /* NULL: not worth telling */
};

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    options = (struct naming_options){.tools = tools, .tool_count = 3};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void check_cases(const struct name_case *cases, size_t count)
{
    size_t failed = 0;

    for (size_t i = 0; i < count; i++) {
        decide(cases[i].runs);
        const char *groups = groups_told();
        const char *labels = labels_told();
        if (strcmp(groups, cases[i].groups) == 0 &&
            (!cases[i].labels || strcmp(labels, cases[i].labels) == 0))
            continue;
        print_error("%s\n  told   %s  %s\n  wanted %s  %s\n", cases[i].runs, groups, labels,
                    cases[i].groups, cases[i].labels ? cases[i].labels : "-");
        failed++;
    }
    assert_int_equal(failed, 0);
}

#define CHECK_CASES(cases) check_cases(cases, sizeof cases / sizeof *(cases))

/* Tables laid out by hand. */
/* clang-format off */

/* ---- trees ---- */

static void repeat_words_leave_with_their_number(void **state)
{
    static const struct name_case cases[] = {
        {"d/before-run{1,2}.log ; d/after-run{1,2}.log", "AABB", "before*2|after*2"},
        {"d/run{1,2,4}.log", "AAA", NULL},
        {"d/x_run{3,7}.log", "AA", "x*2"},
        {"d/nginx_r{1,2,3}.log ; d/apache_r{1,2,3}.log", "AAABBB", "nginx*3|apache*3"},
        {"d/nginx-iteration_{3,4}.log", "AA", "nginx*2"},
        {"d/run-{1,2,3}-of-5.log", "AAA", NULL},
        {"d/nginx {1,2,5}of5.log", "ABC", NULL},
        {"d/nginx trial {1,2}.log", "AA", "nginx*2"},
        {"d/nginx attempt #{1,2}.log", "AA", "nginx*2"},
        {"d/nginx pass{1,9}.log", "AA", "nginx*2"},
        {"p.md > ## nginx > :Run {1/3,2/3,3/3}", "AAA", "nginx*3"},
        {"p.md > ## nginx > :({1,2} of 3)", "AA", "nginx*2"},
        {"p.md > ## nginx > :Lauf {1,2} ; p.md > ## apache > :Lauf {1,2}",
         "AABB", "nginx*2|apache*2"},
        {"d/nginx Durchlauf {1,2}.log", "AA", "nginx*2"},
        {"p.md > :nginx Essai {1,2}", "AA", "nginx*2"},
        {"p.md > :nginx Itération {1,2}", "AA", "nginx*2"},
        {"p.md > :nginx ITÉRATION {1,2}", "AA", "nginx*2"},
        {"p.md > :nginx Ronda {1,3}", "AA", "nginx*2"},
        {"p.md > :nginx rodada {1,3}", "AA", "nginx*2"},
        {"p.md > :nginx Прогон {1,2}", "AA", "nginx*2"},
        {"p.md > :nginx 第{一,二,三}次", "AAA", "nginx*3"},
        {"p.md > :nginx{第1,第2}回", "AA", "nginx*2"},
        {"p.md > :nginx {1回目,2回目}", "AA", "nginx*2"},
        {"p.md > :nginx {1회차,2회차}", "AA", "nginx*2"},
        {"p.md > :{First,Second,Third} run", "AAA", NULL},
        {"p.md > :nginx {1st,2nd} run", "AA", "nginx*2"},
        {"p.md > :nginx {1.,2.} Lauf", "AA", "nginx*2"},
        {"p.md > :nginx ; p.md > :nginx again", "AA", "nginx*2"},
        {"p.md > :nginx 10:15:0{1,2}", "AA", "nginx*2"},
        {"round{1,2}/{nginx,apache}.log", "ABAB", "nginx|apache|nginx|apache"},
    };

    (void)state;
    CHECK_CASES(cases);
}

static void words_without_a_number_and_lone_ordinals_stay(void **state)
{
    static const struct name_case cases[] = {
        {"d/{sample-app,other-app}.log", "AB", "sample-app|other-app"},
        {"p.md > :{Initial,2nd} run", "AB", "Initial run|2nd run"},
        {"p.md > :{cold,warm}", "AB", "cold|warm"},
        {"d/{pass-through,direct}.log", "AB", "pass-through|direct"},
        {"d/{5,10} runs.log", "AB", NULL},
        {"d/round-robin-{1,2}.log", "AB", NULL},
        {"d/{r5.large,r6.large}.log", "AB", "r5.large|r6.large"},
        {"p.md > :worker {1,2} of 3", "AB", "worker 1 of 3|worker 2 of 3"},
        {"p.md > :{1st,2nd} server", "AB", "1st server|2nd server"},
    };

    (void)state;
    CHECK_CASES(cases);
}

static void bare_numbers_leave_only_where_they_count_repetitions(void **state)
{
    static const struct name_case cases[] = {
        {"before/{1,2,3}.log ; after/{1,2,3}.log", "AAABBB", "before*3|after*3"},
        {"d/before-{1,2}.log ; d/after-{1,2}.log", "AABB", "before*2|after*2"},
        {"d/before_{0,1}.log", "AA", "before*2"},
        {"d/{1,2,3}.log", "AAA", NULL},
        {"d/ab-{1,2}.log", "AA", NULL},
        {"d/result.{1,2,3}.log", "AAA", "result*3"},
        {"d/nginx-{1,2,3}.log ; d/apache-{1,2,3}.log", "AAABBB", "nginx*3|apache*3"},
        {"d/nginx#{1,2}.log ; d/apache#{1,2}.log", "AABB", "nginx*2|apache*2"},
        {"d/01-before.log ; d/02-after.log ; d/03-before.log", "ABA", "before|after|before"},
        {"d/1-nginx.log ; d/2-apache.log ; d/3-nginx.log ; d/4-apache.log",
         "ABAB", "nginx|apache|nginx|apache"},
        {"d/before {10,1,2,3,4,5,6,7,8,9}.log", "AAAAAAAAAA", "before*10"},
        {"a/{1,2}.log ; b/{1,2,3}.log", "AABBB", "a*2|b*3"},
        {"p.md > ## {before,after} > :{1,2}", "AABB", "before*2|after*2"},
        {"1/{1,2,3}.log ; 2/{4,5,6}.log", "AAAAAA", NULL},
        {"a/{1,2}/x.log ; b/{1,2}/x.log", "AABB", "a*2|b*2"},
    };

    (void)state;
    CHECK_CASES(cases);
}

static void numbers_that_mean_something_stay(void **state)
{
    static const struct name_case cases[] = {
        {"d/gzip-{1,2,3,4,5,6,7,8,9}.log", "ABCDEFGHI", NULL},
        {"d/http-{1,2,3}.log", "ABC", "http-1|http-2|http-3"},
        {"d/workers-{1,2,3}.log ; d/threads-{1,2,3}.log", "ABCDEF", NULL},
        {"d/{php7,php8}.log", "AB", "php7|php8"},
        {"d/{a1,a2,b1,b2}.log", "ABCD", "a1|a2|b1|b2"},
        {"d/nginx-1.{1,2}.log ; d/apache-2.{1,2}.log", "ABCD", NULL},
        {"d/server-{1,3}.log ; d/node-{2,4}.log", "ABCD", NULL},
        {"d/nginx-1.{24,25}.log", "AB", "nginx-1.24|nginx-1.25"},
        {"d/before-{1,3}.log", "AB", "before-1|before-3"},
        {"d/before-{2,3}.log", "AB", "before-2|before-3"},
        {"d/x-{8,16}.log", "AB", "x-8|x-16"},
        {"d/x-{1,2}.log", "AB", "x-1|x-2"},
        {"d/x-1.log", "A", "x-1"},
        {"p.md > ## Server {1,2}", "AB", "Server 1|Server 2"},
        {"p.md > ## Test {1,2}", "AB", "Test 1|Test 2"},
        {"p.md > ## {1,2} workers", "AB", "1 workers|2 workers"},
        {"p.md > ## Вариант {1,2}", "AB", NULL},
        {"d/1.log > <c=1> ; d/2.log > <c=2> ; d/3.log > <c=3>", "ABC", NULL},
        {"d/1.log > <m=0.99> ; d/2.log > <m=1.97> ; d/3.log > <m=2.95>", "ABC", "1|2|3"},
        {"d/{1,2,3}.log > <m=7.9>", "AAA", NULL},
        {"d/before-1.log > <n=1000> ; d/before-2.log > <n=2000>", "AB", "before-1|before-2"},
        {"d/before-1.log > <c=8> ; d/before-2.log > <c=16>", "AB", "before-1|before-2"},
        {"d/{80,3000}.log", "AB", "80|3000"},
        {"p.md > |cache_mode|{1,0}", "AB", "1|0"},
        {"p.md > ||{0,1,2}", "AAA", NULL},
        {"g/framework-{00,01,02}/run{1,2}.log",
         "AABBCC", "framework-00*2|framework-01*2|framework-02*2"},
    };

    (void)state;
    CHECK_CASES(cases);
}

static void settings_part_numbers_but_runs_cut_short_do_not(void **state)
{
    static const struct name_case cases[] = {
        {"d/before-{1,2}.log > <c={8,16}>", "AAAA", "before*4"},
        {"d/before-1.log > <c=8> ; d/before-2.log ; d/before-3.log > <c=8>", "AAA", "before*3"},
        {"d/before-1.log > <c=8> ; d/before-2.log ; d/before-3.log > <c=8> ; d/x-7.log > <c=8>",
         "AAAB", "before*3|x-7"},
        {"d/before-{1,2,3}.log > <c=8> ; d/before-{1,3}.log > <c=16>", "AAAAA", "before*5"},
    };

    (void)state;
    CHECK_CASES(cases);
}

static void settings_leave_names(void **state)
{
    static const struct name_case cases[] = {
        {"t/{nginx,apache}/ab/c8/round{1,2}.log > <c=8>", "AABB", "nginx*2|apache*2"},
        {"t/nginx/{ab,siege}/run{1,2}.log", "AABB", "*2|siege*2"},
        {"t/nginx/ab/run{1,2}.log ; t/nginx/siege/run{1,2}.log > <tool=siege>",
         "AAAA", "ab*2|siege*2"},
        {"d/{nginx,apache}-ab.log", "AB", "nginx|apache"},
        {"p.md > ## nginx, concurrency: 8 > <c=8>", "A", "nginx"},
        {"p.md > ## nginx (concurrency 8) > <c=8>", "A", "nginx"},
        {"p.md > ## nginx with 8 users > <c=8>", "A", "nginx"},
        {"p.md > ## 8 clients nginx > <c=8>", "A", "nginx"},
        {"p.md > ## http2 c8 gzip > <c=8>", "A", "http2 gzip"},
        {"p.md > ## nginx8 > <c=8>", "A", "nginx8"},
        {"p.md > ## abc8 > <c=8>", "A", "abc8"},
        {"p.md > ## nginx c16 > <c=8>", "A", "nginx c16"},
        {"p.md > ## nginx (tuned) c8 > <c=8>", "A", "nginx (tuned)"},
        {"d/nginx-{8,16}.log", "AB", "nginx-8|nginx-16"},
        {"d/nginx-8.log > <c=8> ; d/nginx-16.log > <c=16>", "AB", "nginx*2"},
        {"d/nginx-c{8,16}.log", "AB", "nginx*2"},
        {"d/nginx-n{1000,2000}.log", "AB", "nginx*2"},
        {"d/nginx-{10s,30s}.log", "AB", "nginx*2"},
        {"p.md > :keepalive {60s,75s}", "AB", "keepalive 60s|keepalive 75s"},
        {"d/cluster-n{1,2}.log > <ok=10000>", "AB", "cluster-n1|cluster-n2"},
        {"d/{nginx,nginx-keepalive}.log", "AB", "nginx|nginx-keepalive"},
        {"d/nginx.log > <k=0> ; d/nginx-keepalive.log > <k=1>", "AB", "nginx*2"},
        {"workers={2,4}/nginx/run{1,2}.log", "AABB", "*4"},
        {"d/c{8,16}/{1,2}.log", "AABB", NULL},
        {"p.md > :plan-c-{8,9}", "AB", "plan-c-8|plan-c-9"},
    };

    (void)state;
    CHECK_CASES(cases);
    decide("p.md > ## nginx 1000 requests 8 users");
    assert_true(naming.runs[0].concurrency == 8 && naming.runs[0].requests == 1000);
    decide("d/nginx-c8-n10k-30s-keepalive.log");
    assert_true(naming.runs[0].concurrency == 8 && naming.runs[0].requests == 10000);
    assert_true(naming.runs[0].duration_s == 30 && naming.runs[0].keepalive == ANSWER_YES);
    decide("p.md > :500 requests per second");
    assert_true(isnan(naming.runs[0].requests));
    decide("t/siege/x.log");
    assert_int_equal(naming.runs[0].notes[0].code, NOTE_NAME_CONTRADICTS);
    decide("p.md > :run 1 concurrency 2");
    assert_true(naming.runs[0].concurrency == 2);
    decide("p.md > :no keep-alive > <c=4>");
    assert_true(naming.runs[0].keepalive == ANSWER_NO && isnan(naming.runs[0].concurrency));
    decide("p.md > ## nginx c16 > <c=8>");
    assert_int_equal(naming.runs[0].note_count, 1);
    assert_int_equal(naming.runs[0].notes[0].code, NOTE_NAME_CONTRADICTS);
    decide("workers=2/nginx.log");
    assert_string_equal(naming.runs[0].keys[0].key, "workers");
    assert_string_equal(naming.runs[0].keys[0].text, "2");
}

/* ---- time ---- */

static void time_stamps_leave_and_days_of_several_runs_stay(void **state)
{
    static const struct name_case cases[] = {
        {"d/alpha_20260302_1015{00,10,20}.log ; d/beta_20260302_1015{05,15,25}.log",
         "AAABBB", "alpha*3|beta*3"},
        {"d/alpha-2026-03-02T10:15:0{1,2}Z.log", "AA", "alpha*2"},
        {"d/nginx-177244530{1,2}.log", "AA", "nginx*2"},
        {"d/nginx-2026-03-0{1,2,3}.log ; d/apache-2026-03-0{1,2,3}.log",
         "AAABBB", "nginx*3|apache*3"},
        {"2026-03-0{1,2}/{1,2,3,4,5}.log", "AAAAABBBBB", "2026-03-01*5|2026-03-02*5"},
        {"2026-03-0{1,2}/run{1,2}.log", "AABB", "2026-03-01*2|2026-03-02*2"},
        {"2026-03-0{1,2}/{nginx,apache}.log", "ABAB", "nginx|apache|nginx|apache"},
        {"{date=2026-03-01,date=2026-03-02,other}/x.log", "AAB", "x*2|other"},
        {"d/{01.03.2026,02.03.2026} nginx.log", "AA", "nginx*2"},
    };

    (void)state;
    CHECK_CASES(cases);
    decide("2026-03-0{1,2}/run{1,2}.log");
    assert_string_equal(naming.runs[3].batch, "2026-03-02");
    decide("round{1,2}/run{1,2}.log");
    assert_string_equal(groups_told(), "AAAA");
    assert_string_equal(naming.runs[3].batch, "round2");
    decide("round{1,2}/{nginx,apache}.log");
    assert_null(naming.runs[3].batch);
}

/* ---- NAME= ---- */

static void under_a_name_folders_part_only_along_an_axis(void **state)
{
    static const struct name_case cases[] = {
        {"old==d/{mon,tue,wed}.log ; new==d/{thu,fri}.log", "AAABB", "old*3|new*2"},
        {"old==a/{login,search}.log ; new==b/{login,search}.log",
         "ABCD", "old / login|old / search|new / login|new / search"},
        {"old==a/{x,y,z,w}.log ; new==b/{x,y}.log", "ABCDEF", NULL},
        {"old==results/old/{nginx,apache}/run{1,2}.log ; new==new/{nginx,apache}/run{1,2}.log",
         "AABBCCDD", "old / nginx*2|old / apache*2|new / nginx*2|new / apache*2"},
        {"before==x/before.log ; after==x/after.log", "AB", "before|after"},
        {"a==p.md > ## {GET,POST} ; b==q.md > ## {GET,POST}",
         "ABCD", "a / GET|a / POST|b / GET|b / POST"},
        {"old==a/{1,3}.log ; new==a/{2,4}.log", "AABB", "old*2|new*2"},
    };

    (void)state;
    CHECK_CASES(cases);
    decide("old==d/{mon,tue,wed}.log ; new==d/{thu,fri}.log");
    assert_int_equal(naming.repeats_assumed, 5);
    assert_string_equal(naming.runs[0].labels[0].text, "mon");
    decide("a/b/logs/x.log ; c/logs/x.log");
    assert_int_equal(naming.runs[1].label_count, 1); /* the file: folders that all share are none */
}

/* ---- pages ---- */

static void headings_captions_and_cells_never_pool(void **state)
{
    static const struct name_case cases[] = {
        {"p.md > :{Before,After}", "AB", "Before|After"},
        {"p.md > ## {GET,POST} > :{Before,After}",
         "ABCD", "GET / Before|GET / After|POST / Before|POST / After"},
        {"p.md > ## {Text,JSON} > |Framework|{a,b,c}", "ABCDEF", NULL},
        {"p.md > |Store|{disk,memory} > |Method|{GET,POST}",
         "ABCD", "disk / GET|disk / POST|memory / GET|memory / POST"},
        {"p.md > # Bench > ## {nginx,apache}", "AB", "nginx|apache"},
        {"p.md > # Bench > ## nginx ; p.md > # Bench > ## nginx", "AA", "nginx*2"},
        {"d/{monday,tuesday}.md > # Results", "AB", "monday|tuesday"},
        {"d/{monday,tuesday}.md > ## {nginx,apache}",
         "ABCD", "monday / nginx|monday / apache|tuesday / nginx|tuesday / apache"},
        {"p.md > |no.|{1,2,3}", "AAA", NULL},
        {"p.md > |#|{1,2} > |Server|{x,y}", "ABAB", "x|y|x|y"},
        {"p.md > |Run|{cold,warm}", "AA", NULL},
        {"p.md > @{alpha,beta}", "AB", "alpha|beta"},
        {"p.md > @Run {1,2,3}", "AAA", NULL},
        {"p.md > ^{web_1,db_1}", "AB", "web_1|db_1"},
        {"p.md > $http://h:1/{one,two}", "AB", NULL},
        {"p.md > ### alpha ; p.md > |L|beta", "AB", "alpha|beta"},
        {"p.md > ### alpha ; p.md > |L|alpha", "AB", "alpha|alpha (2)"},
        {"p.md > ## x > :Run 1 ; p.md > ## x", "AA", "x*2"},
        {"p.md > ## nginx > $http://h:1/ ; p.md > ## apache > $http://h:2/", "AB", "nginx|apache"},
        {"p.md > :Level 1 > ## x ; p.md > :Level 2 > ## x", "AB", "Level 1|Level 2"},
        {"p.md > ; p.md", "AA", "p*2"},
    };

    (void)state;
    CHECK_CASES(cases);
}

static void differing_prose_parts_equal_names(void **state)
{
    static const struct name_case cases[] = {
        {"p.md > ## x ; p.md > ## x > ~Now with the cache on.", "AB", "x / line 10|x / line 20"},
        {"p.md > ## x > ~Intro. ; p.md > ## x", "AA", "x*2"},
        {"p.md > ## x > ~Same. ; p.md > ## x > ~Same.", "AA", "x*2"},
        {"p.md > ## x > ~Run 1 ; p.md > ## x > ~Run 2", "AA", "x*2"},
        {"p.md > ## x ; p.md > ## x > ~Other. ; p.md > ## x", "ABB", NULL},
        {"p.md > ## x > ~A. ; p.md > ## y > ~B. ; p.md > ## x", "ABA", "x|y|x"},
        {"a.md > ## x > ~A. ; b.md > ## x > ~B.", "AB", "a|b"},
    };

    (void)state;
    CHECK_CASES(cases);
    decide("p.md > ## x ; p.md > ## x > ~Now with the cache on.");
    assert_int_equal(naming.runs[1].notes[0].code, NOTE_PARTED_BY_TEXT);
    decide("p.md ; p.md ; p.md");
    assert_int_equal(naming.repeats_assumed, 3);
    decide("d/run{1,2}.log");
    assert_int_equal(naming.repeats_assumed, 0);
}

static void warm_up_is_marked_and_joins_its_name(void **state)
{
    static const struct name_case cases[] = {
        {"d/nginx-warmup.log ; d/nginx-run{1,2}.log", "AAA", "nginx*3"},
        {"d/nginx-no-warmup.log ; d/nginx-run{1,2}.log", "ABB", NULL},
        {"d/nginx-{no-warmup,after-warmup}.log", "AB", NULL},
    };

    (void)state;
    CHECK_CASES(cases);
    decide("d/nginx-warm-up.log ; d/nginx-run{1,2}.log");
    assert_true(naming.runs[0].warm_up && !naming.runs[1].warm_up);
    decide("d/nginx-no-warmup.log ; d/nginx-run{1,2}.log");
    assert_false(naming.runs[0].warm_up);
    decide("warmup/{nginx,apache}.log");
    assert_false(naming.runs[0].warm_up);
}

/* clang-format on */

static void numbers_are_worse_names_than_servers(void **state)
{
    (void)state;
    decide("d/80.log > <server=nginx,p=80> ; d/3000.log > <server=Express,p=3000>");
    assert_string_equal(labels_told(), "nginx|Express");
    assert_string_equal(groups_told(), "AB");
    decide("- > <p=80,path=/> ; - > <p=81,path=/>");
    assert_string_equal(labels_told(), "80|81");
}

/* ---- by order ---- */

static void the_source_can_be_forced(void **state)
{
    (void)state;
    options.source = NAME_FROM_FILE;
    decide("{x,y}/run-a.log > ## nginx");
    assert_string_equal(labels_told(), "run-a*2");
    options.source = NAME_FROM_DIR;
    decide("{x,y}/z.log > ## nginx");
    assert_string_equal(labels_told(), "x|y");
    options.source = NAME_FROM_HEADING;
    decide("{x,y}/z.log > ## nginx");
    assert_string_equal(labels_told(), "nginx*2");
    assert_string_equal(groups_told(), "AA");
    options.source = NAME_FROM_NONE;
    decide("{x,y}/z.log > ## nginx");
    assert_string_equal(labels_told(), "*2");
}

static void a_path_pattern_names_runs(void **state)
{
    (void)state;
    options.path_pattern = "{label}{run}.log";
    decide("d/{a1,a2,b1,b2}.log");
    assert_string_equal(labels_told(), "a*2|b*2");
    assert_string_equal(groups_told(), "AABB");
    options.path_pattern = "{label}/{tool}/c{concurrency}/{run}.log";
    decide("r/{a,b}/ab/c{8,16}/mon.log");
    assert_string_equal(labels_told(), "a*2|b*2");
    assert_string_equal(groups_told(), "ABCD");
    assert_true(naming.runs[1].concurrency == 16);
    options.path_pattern = "{label}-{cache}.log";
    decide("r/a-{on,off}.log");
    assert_string_equal(groups_told(), "AB");
    assert_string_equal(naming.runs[1].keys[0].text, "off");
}

static void patterns_match_the_end_of_a_path(void **state)
{
    struct path_fields fields;

    (void)state;
    assert_true(path_pattern_match("{label}/{run}.log", "x/y/nginx/12.log", &fields, &arena));
    assert_string_equal(fields.items[0].text, "nginx");
    assert_string_equal(fields.items[1].text, "12");
    assert_true(path_pattern_match("{label}{run}.log", "before12.log", &fields, &arena));
    assert_string_equal(fields.items[0].text, "before");
    assert_true(path_pattern_match("{label}-{run}.log", "a-b-mon.log", &fields, &arena));
    assert_false(path_pattern_match("{a}/{b}.log", "x.log", &fields, &arena));
    assert_false(path_pattern_match("{label}.log", "x.txt", &fields, &arena));
    assert_non_null(path_pattern_fault("{label"));
    assert_non_null(path_pattern_fault("label}"));
    assert_non_null(path_pattern_fault("{}"));
    assert_non_null(path_pattern_fault("x.log"));
    assert_null(path_pattern_fault("{label}/x.log"));
}

static void names_can_be_renamed(void **state)
{
    static const struct name_rename renames[] = {
        {"ngnix", "nginx"},
        {"a / x", "one"  },
    };

    (void)state;
    options.renames = renames;
    options.rename_count = 2;
    decide("d/{ngnix,nginx,apache}-run1.log");
    assert_string_equal(labels_told(), "nginx*2|apache");
    assert_string_equal(groups_told(), "AAB");
    decide("d/{a,b}.md > ## {x,y}");
    assert_string_equal(labels_told(), "one|a / y|b / x|b / y");
}

/* ---- over all ---- */

static void the_baseline_is_found_by_words(void **state)
{
    static const char *const cached[] = {"cached", "no-cache"};
    static const char *const twice[] = {"old nginx", "old apache", "main"};
    static const char *const part[] = {"folder", "bold"};
    const char *word;

    (void)state;
    assert_int_equal(naming_baseline(cached, 2, &word), 1);
    assert_int_equal(naming_baseline(twice, 3, &word), 2);
    assert_string_equal(word, "main");
    assert_int_equal(naming_baseline(part, 2, &word), 2);
    assert_null(word);
    decide("d/{after,before}-run{1,2}.log");
    assert_string_equal(naming.baseline, "before");
    decide("d/{nginx,apache}.md > ## {New code,Original code}");
    assert_string_equal(naming.baseline, "Original code");
    decide("d/{nginx,apache}.log");
    assert_null(naming.baseline);
}

static void the_hint_names_the_option_that_joins(void **state)
{
    (void)state;
    decide("d/{a1,a2,b1,b2}.log");
    assert_string_equal(naming.hint, "--path '{label}{run}.log'");
    decide("d/x-{1,3}.log");
    assert_string_equal(naming.hint, "--path '{label}-{run}.log'");
    decide("d/{mon,tue}.txt");
    assert_string_equal(naming.hint, "--path '{run}.txt'");
    decide("{mon,tue}/x.log");
    assert_string_equal(naming.hint, "--path '{run}/x.log'");
    decide("d/run{1,2}.log");
    assert_null(naming.hint);
}

static void kinds_have_words(void **state)
{
    enum name_kind kind;

    (void)state;
    for (enum name_kind i = 0; i < NAME_KINDS; i++) {
        assert_true(name_kind_find(name_kind_word(i), &kind));
        assert_int_equal(kind, i);
    }
    assert_false(name_kind_find("tone", &kind));
}

static void names_of_any_length_are_safe(void **state)
{
    struct buffer name;

    (void)state;
    buffer_init(&name);
    buffer_append_repeated(&name, '-', 70000);
    for (int i = 0; i < 20000; i++)
        buffer_append_string(&name, "run 1 (");
    add_lines("");
    run_count = 0;
    add_lines(arena_format(&arena, "p.md > :%s", name.bytes));
    add_lines(arena_format(&arena, "p.md > :%sx", name.bytes));
    naming = naming_decide(runs, run_count, &options, &arena);
    assert_int_equal(naming.group_count, 2);
    buffer_release(&name);
    naming = naming_decide(NULL, 0, NULL, &arena);
    assert_int_equal(naming.group_count, 0);
}

static void ten_thousand_runs_take_no_time(void **state)
{
    enum { COUNT = 10000 };
    struct named_run *many = arena_allocate(&arena, COUNT * sizeof *many);

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        run_count = 0;
        add_lines(arena_format(&arena, "results/server%zu/ab/c%zu/round%zu-%zu.log", i % 100,
                               i / 100 % 10, i / 1000, i));
        many[i] = runs[0];
    }
    clock_t start = clock();
    naming = naming_decide(many, COUNT, &options, &arena);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
    assert_true(naming.group_count > 100);
}

#define HOLDS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOLDS(repeat_words_leave_with_their_number),
        HOLDS(words_without_a_number_and_lone_ordinals_stay),
        HOLDS(bare_numbers_leave_only_where_they_count_repetitions),
        HOLDS(numbers_that_mean_something_stay),
        HOLDS(settings_part_numbers_but_runs_cut_short_do_not),
        HOLDS(settings_leave_names),
        HOLDS(time_stamps_leave_and_days_of_several_runs_stay),
        HOLDS(under_a_name_folders_part_only_along_an_axis),
        HOLDS(headings_captions_and_cells_never_pool),
        HOLDS(differing_prose_parts_equal_names),
        HOLDS(warm_up_is_marked_and_joins_its_name),
        HOLDS(numbers_are_worse_names_than_servers),
        HOLDS(the_source_can_be_forced),
        HOLDS(a_path_pattern_names_runs),
        HOLDS(patterns_match_the_end_of_a_path),
        HOLDS(names_can_be_renamed),
        HOLDS(the_baseline_is_found_by_words),
        HOLDS(the_hint_names_the_option_that_joins),
        HOLDS(kinds_have_words),
        HOLDS(names_of_any_length_are_safe),
        HOLDS(ten_thousand_runs_take_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
