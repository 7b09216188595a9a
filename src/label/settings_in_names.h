/*
 * Settings within names: "c8", "concurrency: 8", "8 users", "n1000", "30s",
 * "no-keepalive", the name of a tool.
 */
#ifndef LOADSTAT_LABEL_SETTINGS_IN_NAMES_H
#define LOADSTAT_LABEL_SETTINGS_IN_NAMES_H

#include "name_reading.h"

/* Marks the words of `reading` that tell a setting, and fills in the settings. */
void settings_find(struct name_reading *reading, const struct naming_options *options);

#endif
