/*
 * Warnings of the tools themselves and of the reader.
 */
#include "check.h"

#include <string.h>

/* Codes that say what another check says of the run in its own words. */
static bool is_said_elsewhere(const struct inspection *inspection, const struct run *run,
                              const char *code)
{
    const struct check *check = check_find(code);
    return strcmp(code, run_status_name(run->status)) == 0 ||
           (check && check->find && check != inspection->check);
}

/* A sentence without its full stop: the note sets one. */
static const char *clause_of(const struct inspection *inspection, const char *sentence)
{
    size_t length = strlen(sentence);
    while (length > 0 && sentence[length - 1] == '.')
        length--;
    return arena_copy(inspection->draft->arena, sentence, length);
}

/* Remarks of the reader that change nothing; those with words are told by their lines. */
static const struct {
    const char *code, *words;
} remarks[] = {
    {"passed-over",         "figures outside of a report, repeated there, count as no run"},
    {"time-taken-decoded",  NULL                                                          },
    {"html-rate-corrected", NULL                                                          },
    {"csv-tail",            NULL                                                          },
    {"seen-twice",          NULL                                                          },
};

static void report_warning(struct inspection *inspection, size_t run, const struct warning *warning)
{
    struct arena *arena = inspection->draft->arena;
    enum severity severity = NOTE_WARNS;
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        if (strcmp(remarks[i].code, warning->code) != 0)
            continue;
        severity = NOTE_INFORMS;
        if (remarks[i].words && warning->line > 0) {
            const char *line = arena_format(arena, "%zu", warning->line);
            found_about(inspection, severity, (struct subject){.run = run, .line = line}, "%s",
                        remarks[i].words);
            return;
        }
    }
    found_in_run(inspection, severity, run, "%s", clause_of(inspection, warning->text));
}

static void find_log_warning(struct inspection *inspection)
{
    const struct group *group = inspected_group(inspection);
    for (size_t i = 0; i < group->run_count && !group->archived; i++) {
        const struct run *run = inspection->draft->analysis->runs[group->runs[i]];
        for (size_t w = 0; w < run->warning_count; w++) {
            if (is_said_elsewhere(inspection, run, run->warnings[w].code))
                continue;
            inspection->code = run->warnings[w].code;
            report_warning(inspection, group->runs[i], &run->warnings[w]);
        }
    }
}

static const struct check check_log_warning = {
    .code = "log-warning",
    .severity = NOTE_WARNS,
    .scope = CHECK_GROUP,
    .blocks_as = VERDICT_INVALID,
    .summary = "warnings of the tool itself and of the reader, under codes of their own",
    .find = find_log_warning,
};

const struct check_list log_warnings_checks = CHECK_LIST(&check_log_warning);
