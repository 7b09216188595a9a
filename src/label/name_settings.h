/*
 * Settings within a name: "c8", "concurrency: 8", "8 users".
 */
#ifndef LOADSTAT_LABEL_NAME_SETTINGS_H
#define LOADSTAT_LABEL_NAME_SETTINGS_H

#include "../base/memory.h"
#include "../base/text.h"
#include "../model/run.h"

/*
 * Words that repeat a setting of the run leave its name, and give the setting
 * where the log lacks it.  A number that says something else stays.  NULL for
 * NULL; "" where nothing is left.
 */
const char *name_take_settings(struct arena *arena, struct run *run, const char *name);

/* Without what a cut leaves behind: signs at the ends and words that lead nowhere. */
struct text name_trim(struct text name);

/* A letter or a digit. */
bool name_has_byte(char byte);

#endif
