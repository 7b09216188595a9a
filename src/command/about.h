/*
 * What is printed instead of a report: one function for each such option.
 * Faults are reported; diag has the status.
 */
#ifndef LOADSTAT_COMMAND_ABOUT_H
#define LOADSTAT_COMMAND_ABOUT_H

#include "options.h"

print_about about_list_parsers;
print_about about_list_templates;
print_about about_list_checks;
print_about about_list_metrics;
print_about about_print_parser;
print_about about_print_template;
print_about about_check_parser;
print_about about_check_template;
print_about about_version;
print_about about_help; /* help.c */

#endif
