/*
 * Settings: what the log says, what names say, and what of it leaves the names.
 */
#include <math.h>
#include <string.h>

#include "naming_work.h"

static const char *const setting_names[] = {
    [SETTING_CONCURRENCY] = "concurrency",
    [SETTING_REQUESTS] = "requests",
    [SETTING_DURATION] = "duration_s",
    [SETTING_KEEPALIVE] = "keepalive",
    [SETTING_TOOL] = "tool",
};

/* ---- what the log says ---- */

static void take_logged(struct run_work *run, const struct name_facts *facts)
{
    run->settings[SETTING_CONCURRENCY] = facts->concurrency;
    run->settings[SETTING_REQUESTS] = facts->requests;
    run->settings[SETTING_DURATION] = facts->duration_s;
    run->settings[SETTING_KEEPALIVE] = facts->keepalive == ANSWER_UNKNOWN ? ABSENT
                                       : facts->keepalive == ANSWER_YES   ? 1
                                                                          : 0;
    run->settings[SETTING_TOOL] = ABSENT;
}

/* Fields of --path that are settings: they fill in what the log lacks, and are no keys. */
static void take_path_fields(struct naming_work *work, size_t index)
{
    struct run_work *run = &work->runs[index];
    struct naming_result *result = &work->result->runs[index];
    struct name_text *keys = arena_allocate(work->arena, 2 * result->key_count * sizeof *keys);
    size_t kept = 0;

    for (size_t i = 0; i < result->key_count; i++) {
        enum name_setting setting = 0;
        double value;
        while (setting < SETTING_COUNT && strcmp(setting_names[setting], result->keys[i].key) != 0)
            setting++;
        if (setting == SETTING_COUNT)
            keys[kept++] = result->keys[i];
        else if (setting < SETTING_KEEPALIVE && isnan(run->settings[setting]) &&
                 number_scan_plain(text_of(result->keys[i].text), &value)) {
            run->settings[setting] = value;
            run->mentioned[setting] = work->setting_spoken_of[setting] = true;
        }
    }
    result->keys = keys;
    result->key_count = kept;
}

/* What must agree for two runs to be repetitions of each other, as one text. */
static void number_facts(struct naming_work *work, size_t index)
{
    const struct name_facts *facts = &work->input[index].facts;
    struct run_work *run = &work->runs[index];
    const char *const texts[] = {facts->tool, facts->scheme, facts->host,
                                 facts->path, facts->server, facts->method};
    const double numbers[] = {facts->port, run->settings[SETTING_CONCURRENCY],
                              run->settings[SETTING_KEEPALIVE]};
    struct buffer joined;

    buffer_init(&joined);
    run->unsaid = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        run->unsaid = run->unsaid << 1 | !texts[i];
        key_append(&joined, texts[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        run->unsaid = run->unsaid << 1 | (isnan(numbers[i]) != 0);
        if (!isnan(numbers[i]))
            number_append_shortest(&joined, numbers[i]);
        buffer_append_byte(&joined, '\n');
    }
    run->facts = naming_text(work, joined.bytes);
    buffer_release(&joined);
}

/* ---- what names say ---- */

/* Requests that were asked for are at least those that were answered. */
static bool is_possible(const struct name_facts *facts, enum name_setting setting, double value)
{
    return setting != SETTING_REQUESTS || isnan(facts->requests_complete) ||
           value >= facts->requests_complete;
}

static const char *value_words(const struct naming_work *work, enum name_setting setting,
                               double value)
{
    struct buffer words;

    if (setting == SETTING_KEEPALIVE)
        return value > 0 ? "on" : "off";
    buffer_init(&words);
    number_append_shortest(&words, value);
    const char *copy = arena_copy_string(work->scratch, words.bytes);
    buffer_release(&words);
    return copy;
}

static void contradict(struct naming_work *work, const struct part_work *part,
                       enum name_setting setting, double logged)
{
    naming_note(work, part->run, NOTE_NAME_CONTRADICTS,
                arena_format(work->arena,
                             "the name \"%s\" says another %s than the log, which "
                             "says %s",
                             part->part->text, setting_names[setting],
                             value_words(work, setting, logged)));
}

/* One mention of a setting: it leaves where the log says the same or nothing. */
static void take_mention(struct naming_work *work, struct part_work *part,
                         enum name_setting setting)
{
    struct run_work *run = &work->runs[part->run];
    const struct name_facts *facts = &work->input[part->run].facts;
    double value = part->reading->settings[setting];
    double *known = &run->settings[setting];

    if (isnan(value) || !is_possible(facts, setting, value))
        return;
    if (isnan(*known)) {
        *known = value;
        run->mentioned[setting] = true;
    } else if (fabs(*known - value) > 1e-9) {
        contradict(work, part, setting, *known);
        return;
    }
    part->cuts |= CUT_SETTING_BIT(setting);
    work->setting_spoken_of[setting] = true;
}

/* The name of the tool leaves where it is the run's; a part that is another tool's name lies. */
static void take_tool(struct naming_work *work, struct part_work *part)
{
    const struct name_facts *facts = &work->input[part->run].facts;

    if (!part->reading->tool || !facts->tool)
        return;
    if (strcmp(part->reading->tool, facts->tool) == 0)
        part->cuts |= CUT_SETTING_BIT(SETTING_TOOL);
    else if (part->reading->count == 1)
        naming_note(work, part->run, NOTE_NAME_CONTRADICTS,
                    arena_format(work->arena, "the name \"%s\" is that of another tool than %s",
                                 part->part->text, facts->tool));
}

/* "k=v" as a whole folder: the key parts runs, in the place of the name. */
static void take_key(struct naming_work *work, struct part_work *part)
{
    if (!part->reading->key || !part->named)
        return;
    naming_add_key(work, part->run, part->reading->key, part->reading->value);
    part->named = false;
}

static void take_part(struct naming_work *work, struct part_work *part)
{
    if (part->verbatim)
        return;
    part->cuts |= CUT_BIT(CUT_REPEAT);
    for (enum name_setting setting = 0; setting < SETTING_TOOL; setting++)
        take_mention(work, part, setting);
    take_tool(work, part);
    take_key(work, part);
}

/* A word that only some logs bear out tells their runs apart, and stays. */
static void keep_keepalive(struct naming_work *work)
{
    if (!work->setting_spoken_of[SETTING_KEEPALIVE])
        return;
    for (size_t i = 0; i < work->count; i++) {
        if (!isnan(work->runs[i].settings[SETTING_KEEPALIVE]))
            continue;
        for (size_t p = 0; p < work->part_count; p++)
            work->parts[p].cuts &= ~CUT_SETTING_BIT(SETTING_KEEPALIVE);
        return;
    }
}

/* ---- bare numbers ---- */

/* A number that may be a setting or a count: not "4 cores", nor a value of a named column. */
static bool has_free_number(const struct part_work *part)
{
    return part->named && !part->verbatim && !isnan(part->reading->number) &&
           !part->reading->number_is_amount &&
           !(part->part->kind == NAME_CELL && part->part->key && *part->part->key);
}

/* Whether every number of the slot is what the log says of the setting. */
static bool numbers_are(const struct naming_work *work, const struct name_slot *slot,
                        enum name_setting setting)
{
    bool any = false;

    for (size_t i = 0; i < slot->count; i++) {
        const struct part_work *part = &work->parts[slot->parts[i]];
        const struct run_work *run = &work->runs[part->run];
        if (isnan(part->reading->number))
            continue;
        if (!has_free_number(part) || run->mentioned[setting] || isnan(run->settings[setting]) ||
            run->settings[setting] != part->reading->number)
            return false;
        any = true;
    }
    return any;
}

static void drop_logged_numbers(struct naming_work *work)
{
    for (size_t s = 0; s < work->slot_count; s++) {
        const struct name_slot *slot = &work->slots[s];
        for (enum name_setting setting = 0; setting < SETTING_KEEPALIVE; setting++) {
            if (!numbers_are(work, slot, setting))
                continue;
            for (size_t i = 0; i < slot->count; i++)
                work->parts[slot->parts[i]].cuts |= CUT_BIT(CUT_NUMBER);
            work->setting_spoken_of[setting] = true;
            break;
        }
    }
}

/* ---- warm-up ---- */

static bool is_warm_up(const struct part_work *part)
{
    return !part->verbatim && part->reading->cuts & CUT_BIT(CUT_WARM_UP);
}

/* A word that every run has marks none of them. */
static void find_warm_ups(struct naming_work *work)
{
    size_t marked = 0;

    for (size_t i = 0; i < work->part_count; i++) {
        bool *warm_up = &work->result->runs[work->parts[i].run].warm_up;
        marked += is_warm_up(&work->parts[i]) && !*warm_up;
        *warm_up |= is_warm_up(&work->parts[i]);
    }
    for (size_t i = 0; marked == work->count && i < work->count; i++)
        work->result->runs[i].warm_up = false;
    for (size_t i = 0; marked < work->count && i < work->part_count; i++)
        if (is_warm_up(&work->parts[i]))
            work->parts[i].cuts |= CUT_BIT(CUT_WARM_UP);
}

/* ---- all of it ---- */

/* What a run's settings add to its name, where some name speaks of them. */
static void hash_settings(struct naming_work *work, size_t index)
{
    struct run_work *run = &work->runs[index];
    const struct naming_result *result = &work->result->runs[index];

    for (enum name_setting setting = 0; setting < SETTING_TOOL; setting++) {
        if (!work->setting_spoken_of[setting] || isnan(run->settings[setting]))
            continue;
        const char *words = value_words(work, setting, run->settings[setting]);
        run->keys += naming_hash('s', setting, naming_text(work, words));
    }
    for (size_t i = 0; i < result->key_count; i++)
        run->keys += naming_hash('k', naming_text(work, result->keys[i].key),
                                 naming_text(work, result->keys[i].text));
}

/* What the log lacks and the name says. */
static void tell_settings(const struct run_work *run, struct naming_result *result)
{
    const double *settings = run->settings;

    result->concurrency =
        run->mentioned[SETTING_CONCURRENCY] ? settings[SETTING_CONCURRENCY] : ABSENT;
    result->requests = run->mentioned[SETTING_REQUESTS] ? settings[SETTING_REQUESTS] : ABSENT;
    result->duration_s = run->mentioned[SETTING_DURATION] ? settings[SETTING_DURATION] : ABSENT;
    if (run->mentioned[SETTING_KEEPALIVE])
        result->keepalive = settings[SETTING_KEEPALIVE] > 0 ? ANSWER_YES : ANSWER_NO;
}

void naming_take_settings(struct naming_work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        take_logged(&work->runs[i], &work->input[i].facts);
        if (work->result->runs[i].key_count)
            take_path_fields(work, i);
    }
    /* The innermost part speaks of the run itself. */
    for (size_t i = work->part_count; i-- > 0;)
        take_part(work, &work->parts[i]);
    keep_keepalive(work);
    drop_logged_numbers(work);
    find_warm_ups(work);
    for (size_t i = 0; i < work->count; i++) {
        number_facts(work, i);
        tell_settings(&work->runs[i], &work->result->runs[i]);
        hash_settings(work, i);
    }
}
