/*
 * What a URL says of a run's target.
 */
#ifndef LOADSTAT_MODEL_URL_H
#define LOADSTAT_MODEL_URL_H

#include "../base/memory.h"
#include "../base/text.h"
#include "run.h"

/*
 * Sets scheme, host, port and path, as far as the URL has them; signs that
 * stand behind it in a line are taken off.  Texts are copied, as valid UTF-8.
 */
void run_set_url(struct run *run, struct text url, struct arena *arena);

#endif
