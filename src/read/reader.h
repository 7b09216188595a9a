/*
 * src/read/: bytes to runs.
 *
 * Here is at home what turns files into readings, that is, runs and what stands
 * beside them: the files of a command line (ingest), their physical lines
 * (reader, clean), the lines that rules know (rule_lines), single requests
 * (request_lines, request_stream, line_layouts), tools' JSON (json_objects),
 * tables (tables and what it names), the run that grows from them (assembly,
 * run_builder) and the text around it (surroundings).  What a line of a tool
 * means is said by rule files (src/rules/); what a run is called is decided
 * when all are read (src/label/).
 *
 * The reader is the one loop over the lines of a file.  Each physical line is
 * cleaned, offered to the rules of the format that is open, then to the
 * beginnings and rules of all others, then with its prefixes taken off; a line
 * that is no tool's goes to the tables and to the surroundings that labels are
 * made of.
 */
#ifndef LOADSTAT_READ_READER_H
#define LOADSTAT_READ_READER_H

#include <stdbool.h>

#include "../base/input.h"
#include "../base/memory.h"
#include "../rules/rules.h"
#include "reading.h"

struct reader_options {
    bool keep_columns; /* --keep-columns: unknown numeric columns of tables become metrics */
    bool by_path;      /* --group-by path: requests are counted by path */
};

/*
 * Reads all runs of `input` to the end of `readings`.  `hints` holds what the
 * command line says of the file.  Runs and texts live in `arena`.
 */
void reader_read(struct rules *rules, struct input *input, const struct hints *hints,
                 const struct reader_options *options, struct arena *arena,
                 struct reading_list *readings);

#endif
