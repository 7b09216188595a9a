/*
 * --group-by path inside one run: a run that asked for several paths, and saw
 * its requests one by one, as one run for each path.
 */
#ifndef LOADSTAT_COMPARE_PATHS_H
#define LOADSTAT_COMPARE_PATHS_H

#include "draft.h"

/*
 * Where "path" is in --group-by, replaces each run of analysis->runs that has
 * paths and no path of its own.  What a path's run says follows from its single
 * requests: their number, mean, sd, percentiles, least and most; no rate.
 */
void runs_split_by_path(struct draft *draft);

#endif
