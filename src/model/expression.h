/*
 * Expressions over a run: --filter and --require.
 *
 *     KEY OP VALUE      OP: = != < <= > >= ~ (POSIX extended regular expression)
 *     not X, X and Y, X or Y, ( X )
 *
 * KEY is a metric (key or short name) or a key of run_key_text().  VALUE may
 * carry a unit; "1%" of a count means its share of the requests; dates are
 * ISO 8601 prefixes.  A comparison with something that the run does not say
 * is false, and so is its negation by "!=": absent is not different.
 */
#ifndef LOADSTAT_MODEL_EXPRESSION_H
#define LOADSTAT_MODEL_EXPRESSION_H

#include <stdbool.h>

#include "../base/memory.h"
#include "metric.h"
#include "run.h"

struct expression;

/*
 * NULL, and *problem a message that names the column, where it is none.
 * The expression lives in `arena`.
 */
struct expression *expression_compile(const char *source, struct metric_set *metrics,
                                      struct arena *arena, const char **problem);

bool expression_matches(const struct expression *expression, const struct run *run);

/*
 * A key of the expression that is no metric, no key of every run, and free key
 * of none of `runs`: a slip of the pen, most likely.  NULL where there is none.
 */
const char *expression_unknown_key(const struct expression *expression, const struct run_set *runs);

/* What the arena does not own: compiled regular expressions.  NULL is allowed. */
void expression_release(struct expression *expression);

#endif
