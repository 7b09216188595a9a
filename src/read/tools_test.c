/*
 * Tests of the rule files for other tools than ab and siege: each log of
 * fixtures/tools gives exactly the figures that stand in it, and no others.
 */
#include "read_text.h"

enum { MOST_FIGURES = 28 };

struct figure {
    const char *key;
    double value;
};

struct expectation {
    const char *log; /* in fixtures/tools */
    const char *format;
    double concurrency;        /* ABSENT: the tool does not print it */
    double requests, duration; /* asked for */
    const char *path;
    struct figure figures[MOST_FIGURES];
};

#define MIB (1024.0 * 1024.0)
#define GIB (1024.0 * 1024.0 * 1024.0)

static const struct expectation wrk[] = {
    {"wrk-1.log",
     "wrk", 8,
     ABSENT, 2,
     "/page.html", {{"latency_mean_ms", 0.16341},
      {"latency_sd_ms", 0.4142},
      {"latency_max_ms", 5.29},
      {"latency_p50_ms", 0.085},
      {"latency_p75_ms", 0.088},
      {"latency_p90_ms", 0.143},
      {"latency_p99_ms", 2.54},
      {"requests_complete", 180747},
      {"time_taken_s", 2.1},
      {"bytes_total", 3.19 * GIB},
      {"requests_per_second", 86065.94},
      {"transfer_rate_bytes_per_s", 1.52 * GIB}}  },
    {"wrk-2.log",
     "wrk", 8,
     ABSENT, 2,
     "/page.html", {{"latency_mean_ms", 0.1073},
      {"latency_sd_ms", 0.11489},
      {"latency_max_ms", 3},
      {"latency_p50_ms", 0.099},
      {"latency_p75_ms", 0.102},
      {"latency_p90_ms", 0.105},
      {"latency_p99_ms", 0.343},
      {"requests_complete", 165501},
      {"time_taken_s", 2.1},
      {"bytes_total", 2.92 * GIB},
      {"requests_per_second", 78804.78},
      {"transfer_rate_bytes_per_s", 1.39 * GIB}}  },
    {"variants/wrk-plain.log",
     "wrk", 4,
     ABSENT, 1,
     "/page.html", {{"latency_mean_ms", 0.19988},
      {"latency_sd_ms", 0.53742},
      {"latency_max_ms", 5.35},
      {"requests_complete", 46386},
      {"time_taken_s", 1},
      {"bytes_total", 231.8 * MIB},
      {"requests_per_second", 46355.5},
      {"transfer_rate_bytes_per_s", 231.65 * MIB}}},
    {"variants/wrk-mixed.log",
     "wrk", 4,
     ABSENT, 1,
     "/mixed",     {{"latency_mean_ms", 0.0693},
      {"latency_sd_ms", 0.05379},
      {"latency_max_ms", 2.11},
      {"latency_p50_ms", 0.061},
      {"latency_p75_ms", 0.08},
      {"latency_p90_ms", 0.104},
      {"latency_p99_ms", 0.192},
      {"requests_complete", 51473},
      {"time_taken_s", 1.1},
      {"bytes_total", 176.73 * MIB},
      {"failed_connect", 0},
      {"failed_receive", 5702},
      {"write_errors", 0},
      {"timeouts", 0},
      {"non_2xx", 17191},
      {"requests_per_second", 46785.85},
      {"transfer_rate_bytes_per_s", 160.64 * MIB}}    },
 /* Not one answer: "0.00us" and "-nan%" are no times. */
    {"variants/wrk-drop.log",
     "wrk", 4,
     ABSENT, 1,
     "/drop",      {{"requests_complete", 0},
      {"time_taken_s", 1},
      {"bytes_total", 0},
      {"failed_connect", 0},
      {"failed_receive", 14482},
      {"write_errors", 0},
      {"timeouts", 0},
      {"requests_per_second", 0},
      {"transfer_rate_bytes_per_s", 0}}                },
    {"variants/wrk-tls.log",
     "wrk", 4,
     ABSENT, 1,
     "/page.html", {{"latency_mean_ms", 0.24374},
      {"latency_sd_ms", 0.57886},
      {"latency_max_ms", 5.74},
      {"requests_complete", 40248},
      {"time_taken_s", 1.1},
      {"bytes_total", 201.13 * MIB},
      {"requests_per_second", 36582.74},
      {"transfer_rate_bytes_per_s", 182.81 * MIB}}},
};

static const struct expectation hey[] = {
    {"hey-1.log",
     "hey", ABSENT,
     ABSENT, ABSENT,
     NULL, {{"time_taken_s", 2.0037},
      {"latency_max_ms", 8.3},
      {"latency_min_ms", 0},
      {"latency_mean_ms", 0.1},
      {"requests_per_second", 53932.4632},
      {"bytes_total", 2018706222},
      {"latency_p10_ms", 0},
      {"latency_p25_ms", 0.1},
      {"latency_p50_ms", 0.1},
      {"latency_p75_ms", 0.2},
      {"latency_p90_ms", 0.2},
      {"latency_p95_ms", 0.3},
      {"latency_p99_ms", 0.9},
      {"connect_mean_ms", 0},
      {"connect_min_ms", 0},
      {"connect_max_ms", 8.3},
      {"waiting_mean_ms", 0.1},
      {"waiting_min_ms", 0},
      {"waiting_max_ms", 8.2},
      {"responses_2xx", 108062},
      {"requests_complete", 108062}}},
    {"hey-2.log",
     "hey", ABSENT,
     ABSENT, ABSENT,
     NULL, {{"time_taken_s", 2.0014},
      {"latency_max_ms", 8.3},
      {"latency_min_ms", 0},
      {"latency_mean_ms", 0.2},
      {"requests_per_second", 48093.41},
      {"bytes_total", 1798158336},
      {"latency_p10_ms", 0},
      {"latency_p25_ms", 0.1},
      {"latency_p50_ms", 0.1},
      {"latency_p75_ms", 0.2},
      {"latency_p90_ms", 0.2},
      {"latency_p95_ms", 0.3},
      {"latency_p99_ms", 2.1},
      {"connect_mean_ms", 0},
      {"connect_min_ms", 0},
      {"connect_max_ms", 8.3},
      {"waiting_mean_ms", 0.1},
      {"waiting_min_ms", 0},
      {"waiting_max_ms", 8.3},
      {"responses_2xx", 96256},
      {"requests_complete", 96256}} },
 /* 1328 + 448 + 218 answers and 6 errors are the 2000 requests. */
    {"variants/hey-mixed.log",
     "hey", ABSENT,
     ABSENT, ABSENT,
     NULL, {{"time_taken_s", 0.0917},
      {"latency_max_ms", 3.1},
      {"latency_min_ms", 0},
      {"latency_mean_ms", 0.2},
      {"requests_per_second", 21803.313},
      {"bytes_total", 6751490},
      {"latency_p10_ms", 0},
      {"latency_p25_ms", 0.1},
      {"latency_p50_ms", 0.1},
      {"latency_p75_ms", 0.2},
      {"latency_p90_ms", 0.4},
      {"latency_p95_ms", 0.5},
      {"latency_p99_ms", 0.8},
      {"connect_mean_ms", 0},
      {"connect_min_ms", 0},
      {"connect_max_ms", 3.1},
      {"waiting_mean_ms", 0.1},
      {"waiting_min_ms", 0},
      {"waiting_max_ms", 0.9},
      {"responses_2xx", 1328},
      {"responses_4xx", 448},
      {"responses_5xx", 218},
      {"non_2xx", 666},
      {"requests_failed", 6},
      {"requests_complete", 2000}}  },
    {"variants/hey-refused.log",
     "hey", ABSENT,
     ABSENT, ABSENT,
     NULL, {{"time_taken_s", 0.0011},
      {"requests_per_second", 18818.9951},
      {"requests_failed", 20},
      {"requests_complete", 20}}    },
};

static const struct expectation h2load[] = {
    {"h2load-h1-1.log",
     "h2load", 8,
     100000, ABSENT,
     NULL, {{"time_taken_s", 1.06},
      {"requests_per_second", 94490.54},
      {"transfer_rate_bytes_per_s", 1.67 * GIB},
      {"requests_complete", 100000},
      {"successful", 100000},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"responses_2xx", 100000},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 1892200000},
      {"bytes_html", 1868100000},
      {"latency_min_ms", 0.028},
      {"latency_max_ms", 1.93},
      {"latency_mean_ms", 0.084},
      {"latency_sd_ms", 0.027},
      {"connect_min_ms", 0.051},
      {"connect_max_ms", 0.332},
      {"connect_mean_ms", 0.175},
      {"connect_sd_ms", 0.093}}},
    {"h2load-h1-2.log",
     "h2load", 8,
     100000, ABSENT,
     NULL, {{"time_taken_s", 1.14},
      {"requests_per_second", 87638.04},
      {"transfer_rate_bytes_per_s", 1.54 * GIB},
      {"requests_complete", 100000},
      {"successful", 100000},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"responses_2xx", 100000},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 1892200000},
      {"bytes_html", 1868100000},
      {"latency_min_ms", 0.027},
      {"latency_max_ms", 2.21},
      {"latency_mean_ms", 0.091},
      {"latency_sd_ms", 0.029},
      {"connect_min_ms", 0.053},
      {"connect_max_ms", 0.364},
      {"connect_mean_ms", 0.181},
      {"connect_sd_ms", 0.098}}},
    {"h2load-h2c-1.log",
     "h2load", 8,
     100000, ABSENT,
     NULL, {{"time_taken_s", 1.81},
      {"requests_per_second", 55243.43},
      {"transfer_rate_bytes_per_s", 991.94 * MIB},
      {"requests_complete", 100000},
      {"successful", 100000},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"responses_2xx", 100000},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 1882800392},
      {"bytes_html", 1868100000},
      {"latency_min_ms", 0.029},
      {"latency_max_ms", 5.65},
      {"latency_mean_ms", 0.572},
      {"latency_sd_ms", 0.162},
      {"connect_min_ms", 0.092},
      {"connect_max_ms", 0.422},
      {"connect_mean_ms", 0.241},
      {"connect_sd_ms", 0.113}}},
    {"h2load-h2c-2.log",
     "h2load", 8,
     100000, ABSENT,
     NULL, {{"time_taken_s", 1.85},
      {"requests_per_second", 54073.96},
      {"transfer_rate_bytes_per_s", 970.94 * MIB},
      {"requests_complete", 100000},
      {"successful", 100000},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"responses_2xx", 100000},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 1882800392},
      {"bytes_html", 1868100000},
      {"latency_min_ms", 0.029},
      {"latency_max_ms", 2.59},
      {"latency_mean_ms", 0.586},
      {"latency_sd_ms", 0.128},
      {"connect_min_ms", 0.093},
      {"connect_max_ms", 0.433},
      {"connect_mean_ms", 0.237},
      {"connect_sd_ms", 0.108}}},
    {"variants/h2load-codes.log",
     "h2load", 4,
     400,    ABSENT,
     NULL, {{"time_taken_s", 0.00589},
      {"requests_per_second", 67946.32},
      {"transfer_rate_bytes_per_s", 246.47 * MIB},
      {"requests_complete", 400},
      {"successful", 283},
      {"requests_failed", 117},
      {"timeouts", 0},
      {"responses_2xx", 283},
      {"responses_3xx", 0},
      {"responses_4xx", 79},
      {"responses_5xx", 38},
      {"bytes_total", 1521464},
      {"bytes_html", 1434573},
      {"latency_min_ms", 0.025},
      {"latency_max_ms", 0.146},
      {"latency_mean_ms", 0.054},
      {"latency_sd_ms", 0.017},
      {"connect_min_ms", 0.052},
      {"connect_max_ms", 0.197},
      {"connect_mean_ms", 0.119},
      {"connect_sd_ms", 0.06}} },
 /* Two threads with 2 clients and 200 requests each. */
    {"variants/h2load-tls.log",
     "h2load", 4,
     400,    ABSENT,
     NULL, {{"time_taken_s", 0.0121},
      {"requests_per_second", 33068.78},
      {"transfer_rate_bytes_per_s", 161.7 * MIB},
      {"requests_complete", 400},
      {"successful", 400},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"responses_2xx", 400},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 2050996},
      {"bytes_html", 2000000},
      {"latency_min_ms", 0.032},
      {"latency_max_ms", 0.546},
      {"latency_mean_ms", 0.066},
      {"latency_sd_ms", 0.035},
      {"connect_min_ms", 2.31},
      {"connect_max_ms", 3.13},
      {"connect_mean_ms", 2.7},
      {"connect_sd_ms", 0.345}}},
    {"variants/h2load-timed.log",
     "h2load", 4,
     ABSENT, 1,
     NULL, {{"time_taken_s", 1},
      {"requests_per_second", 62300},
      {"transfer_rate_bytes_per_s", 311.03 * MIB},
      {"requests_complete", 62300},
      {"successful", 62300},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"responses_2xx", 62300},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 326137600},
      {"bytes_html", 311520000},
      {"latency_min_ms", 0.015},
      {"latency_max_ms", 20.2},
      {"latency_mean_ms", 0.063},
      {"latency_sd_ms", 0.123},
      {"connect_min_ms", 0.046},
      {"connect_max_ms", 0.092},
      {"connect_mean_ms", 0.074},
      {"connect_sd_ms", 0.019}}},
    {"variants/h2load-refused.log",
     "h2load", 4,
     40,     ABSENT,
     NULL, {{"time_taken_s", 0.000307},
      {"requests_per_second", 0},
      {"transfer_rate_bytes_per_s", 0},
      {"requests_complete", 0},
      {"successful", 0},
      {"requests_failed", 40},
      {"timeouts", 0},
      {"responses_2xx", 0},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"bytes_total", 0},
      {"bytes_html", 0}}       },
};

static const struct expectation autocannon[] = {
    {"autocannon-1.log",
     "autocannon", 8,
     ABSENT, 3,
     "/page.html", {{"latency_p2.5_ms", 0},
      {"latency_p50_ms", 0},
      {"latency_p97.5_ms", 0},
      {"latency_p99_ms", 0},
      {"latency_mean_ms", 0.01},
      {"latency_sd_ms", 0.11},
      {"latency_max_ms", 11},
      {"requests_per_second", 40357.34},
      {"transfer_rate_bytes_per_s", 763e6},
      {"requests_complete", 121000},
      {"time_taken_s", 3.01},
      {"bytes_total", 2.29e9}}},
    {"autocannon-2.log",
     "autocannon", 8,
     ABSENT, 3,
     "/page.html", {{"latency_p2.5_ms", 0},
      {"latency_p50_ms", 0},
      {"latency_p97.5_ms", 0},
      {"latency_p99_ms", 0},
      {"latency_mean_ms", 0.01},
      {"latency_sd_ms", 0.14},
      {"latency_max_ms", 12},
      {"requests_per_second", 39525.34},
      {"transfer_rate_bytes_per_s", 748e6},
      {"requests_complete", 119000},
      {"time_taken_s", 3.01},
      {"bytes_total", 2.24e9}}},
    {"variants/autocannon-amount.log",
     "autocannon", 4,
     400,    ABSENT,
     "/page.html", {{"latency_p2.5_ms", 0},
      {"latency_p50_ms", 0},
      {"latency_p97.5_ms", 1},
      {"latency_p99_ms", 7},
      {"latency_mean_ms", 0.17},
      {"latency_sd_ms", 1},
      {"latency_max_ms", 7},
      {"requests_per_second", 396},
      {"transfer_rate_bytes_per_s", 2.09e6},
      {"requests_complete", 400},
      {"time_taken_s", 1.01},
      {"bytes_total", 2.09e6}}},
    {"variants/autocannon-codes.log",
     "autocannon", 4,
     ABSENT, 1,
     "/codes",     {{"latency_p0.001_ms", 0},       {"latency_p0.01_ms", 0},
      {"latency_p0.1_ms", 0},         {"latency_p1_ms", 0},
      {"latency_p2.5_ms", 0},         {"latency_p10_ms", 0},
      {"latency_p25_ms", 0},          {"latency_p50_ms", 0},
      {"latency_p75_ms", 0},          {"latency_p90_ms", 0},
      {"latency_p97.5_ms", 1},        {"latency_p99_ms", 1},
      {"latency_p99.9_ms", 3},        {"latency_p99.99_ms", 4},
      {"latency_p99.999_ms", 8},      {"latency_mean_ms", 0.07},
      {"latency_sd_ms", 0.29},        {"latency_max_ms", 8},
      {"requests_per_second", 54000}, {"transfer_rate_bytes_per_s", 204e6},
      {"responses_2xx", 37988},       {"responses_4xx", 10641},
      {"responses_5xx", 5367},        {"non_2xx", 16008},
      {"requests_complete", 54000},   {"time_taken_s", 1.01},
      {"bytes_total", 204e6}}     },
    {"variants/autocannon-refused.log",
     "autocannon", 4,
     ABSENT, 1,
     "/",          {{"requests_per_second", 0},
      {"transfer_rate_bytes_per_s", 0},
      {"requests_complete", 27000},
      {"requests_failed", 27000},
      {"timeouts", 0},
      {"time_taken_s", 1.01},
      {"bytes_total", 0}}              },
};

static const struct expectation autocannon_json[] = {
    {"autocannon-json-1.log",
     "autocannon-json", 8,
     ABSENT, ABSENT,
     "/page.html", {{"time_taken_s", 3.01},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"non_2xx", 0},
      {"responses_2xx", 153428},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"latency_mean_ms", 0.01},
      {"latency_sd_ms", 0.11},
      {"latency_min_ms", 1},
      {"latency_max_ms", 10},
      {"latency_p1_ms", 0},
      {"latency_p2.5_ms", 0},
      {"latency_p10_ms", 0},
      {"latency_p25_ms", 0},
      {"latency_p50_ms", 0},
      {"latency_p75_ms", 0},
      {"latency_p90_ms", 0},
      {"latency_p97.5_ms", 0},
      {"latency_p99_ms", 0},
      {"latency_p99.9_ms", 1},
      {"latency_p99.99_ms", 4},
      {"latency_p99.999_ms", 10},
      {"requests_per_second", 51130.67},
      {"requests_complete", 153428},
      {"transfer_rate_bytes_per_s", 967748266.67},
      {"bytes_total", 2903164616}}},
    {"autocannon-json-2.log",
     "autocannon-json", 8,
     ABSENT, ABSENT,
     "/page.html", {{"time_taken_s", 3.01},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"non_2xx", 0},
      {"responses_2xx", 165760},
      {"responses_3xx", 0},
      {"responses_4xx", 0},
      {"responses_5xx", 0},
      {"latency_mean_ms", 0.01},
      {"latency_sd_ms", 0.1},
      {"latency_min_ms", 1},
      {"latency_max_ms", 10},
      {"latency_p1_ms", 0},
      {"latency_p2.5_ms", 0},
      {"latency_p10_ms", 0},
      {"latency_p25_ms", 0},
      {"latency_p50_ms", 0},
      {"latency_p75_ms", 0},
      {"latency_p90_ms", 0},
      {"latency_p97.5_ms", 0},
      {"latency_p99_ms", 0},
      {"latency_p99.9_ms", 1},
      {"latency_p99.99_ms", 5},
      {"latency_p99.999_ms", 10},
      {"requests_per_second", 55248},
      {"requests_complete", 165760},
      {"transfer_rate_bytes_per_s", 1045692416},
      {"bytes_total", 3136510720}}},
    {"variants/autocannon-json.log",
     "autocannon-json", 4,
     ABSENT, ABSENT,
     "/mixed",     {{"time_taken_s", 1.01},
      {"requests_failed", 0},
      {"timeouts", 0},
      {"non_2xx", 8660},
      {"responses_2xx", 17270},
      {"responses_3xx", 0},
      {"responses_4xx", 5705},
      {"responses_5xx", 2955},
      {"latency_mean_ms", 45.69},
      {"latency_sd_ms", 24.85},
      {"latency_min_ms", 1},
      {"latency_max_ms", 83},
      {"latency_p1_ms", 1},
      {"latency_p2.5_ms", 4},
      {"latency_p10_ms", 11},
      {"latency_p25_ms", 20},
      {"latency_p50_ms", 56},
      {"latency_p75_ms", 67},
      {"latency_p90_ms", 74},
      {"latency_p97.5_ms", 78},
      {"latency_p99_ms", 79},
      {"latency_p99.9_ms", 81},
      {"latency_p99.99_ms", 83},
      {"latency_p99.999_ms", 83},
      {"requests_per_second", 25928},
      {"requests_complete", 25930},
      {"transfer_rate_bytes_per_s", 93356032},
      {"bytes_total", 93357110}}      },
};

static const struct expectation written[] = {
    {"written/wrk2.log",
     "wrk2",            40,
     ABSENT, 20,
     "/page.html", {{"requests_per_second", 2000.41},
      {"latency_mean_ms", 1.21},
      {"latency_sd_ms", 0.5124},
      {"latency_p50_ms", 1.15},
      {"latency_p75_ms", 1.48},
      {"latency_p90_ms", 1.85},
      {"latency_p99_ms", 2.9},
      {"latency_p99.9_ms", 4.71},
      {"latency_p99.99_ms", 5.63},
      {"latency_p99.999_ms", 6.03},
      {"latency_max_ms", 6.03},
      {"requests_complete", 40010},
      {"failed_connect", 0},
      {"failed_receive", 2},
      {"write_errors", 0},
      {"non_2xx", 31},
      {"time_taken_s", 20},
      {"transfer_rate_bytes_per_s", 692060.16},
      {"bytes_total", 13841203.2},
      {"timeouts", 7}}                                 },
    {"written/oha.log",
     "oha",             ABSENT,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 10007.1847},
      {"latency_mean_ms", 2.4852},
      {"latency_min_ms", 0.2114},
      {"latency_p10_ms", 1.2041},
      {"latency_p25_ms", 1.7102},
      {"latency_p50_ms", 2.251},
      {"latency_p75_ms", 2.9033},
      {"latency_p90_ms", 3.812},
      {"latency_p95_ms", 4.7001},
      {"latency_p99_ms", 9.0418},
      {"latency_p99.9_ms", 31.7722},
      {"latency_p99.99_ms", 58.116},
      {"latency_max_ms", 61.3307},
      {"requests_complete", 20017},
      {"requests_failed", 13},
      {"non_2xx", 34},
      {"responses_2xx", 19970},
      {"responses_5xx", 34},
      {"availability_pct", 99.94},
      {"time_taken_s", 2.001462},
      {"bytes_html", 20027801.6},
      {"connect_min_ms", 0.5003},
      {"connect_mean_ms", 1.112},
      {"connect_max_ms", 2.1407}}                              },
    {"written/oha-json.log",
     "oha-json",        ABSENT,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 45231.22},
      {"latency_mean_ms", 1.1},
      {"latency_min_ms", 0.2},
      {"latency_p10_ms", 0.5},
      {"latency_p25_ms", 0.7},
      {"latency_p50_ms", 1},
      {"latency_p75_ms", 1.3},
      {"latency_p90_ms", 1.8},
      {"latency_p95_ms", 2.3},
      {"latency_p99_ms", 4.1},
      {"latency_p99.9_ms", 8.4},
      {"latency_p99.99_ms", 11.3},
      {"latency_max_ms", 12.3},
      {"requests_complete", 45342},
      {"requests_failed", 12},
      {"non_2xx", 20},
      {"responses_2xx", 45310},
      {"responses_5xx", 20},
      {"availability_pct", 99.97},
      {"time_taken_s", 1.0024215},
      {"bytes_html", 7616784}}                                 },
    {"written/bombardier.log",
     "bombardier",      50,
     20000,  ABSENT,
     "/items",     {{"requests_per_second", 4998.2},
      {"latency_mean_ms", 9.98},
      {"latency_sd_ms", 1.2},
      {"latency_p50_ms", 9.6},
      {"latency_p75_ms", 10.2},
      {"latency_p90_ms", 12.4},
      {"latency_p95_ms", 14},
      {"latency_p99_ms", 26.2},
      {"latency_max_ms", 1060},
      {"requests_complete", 20000},
      {"requests_failed", 12},
      {"non_2xx", 38},
      {"responses_2xx", 19950},
      {"responses_3xx", 10},
      {"responses_4xx", 20},
      {"responses_5xx", 8},
      {"transfer_rate_bytes_per_s", 2516582.4}}            },
    {"written/bombardier-json.log",
     "bombardier-json", 8,
     ABSENT, 10,
     "/items",     {{"requests_per_second", 5003.71},
      {"latency_mean_ms", 1.59825},
      {"latency_sd_ms", 1.2005},
      {"latency_p50_ms", 1.5},
      {"latency_p75_ms", 1.9},
      {"latency_p90_ms", 2.4},
      {"latency_p95_ms", 3},
      {"latency_p99_ms", 6.2},
      {"latency_max_ms", 60},
      {"requests_complete", 50000},
      {"requests_failed", 10},
      {"non_2xx", 90},
      {"responses_2xx", 49900},
      {"responses_3xx", 0},
      {"responses_4xx", 60},
      {"responses_5xx", 30},
      {"time_taken_s", 10.0012},
      {"bytes_total", 24900000},
      {"bytes_sent", 4150000}}                             },
    {"written/vegeta.log",
     "vegeta",          ABSENT,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 100.2},
      {"latency_mean_ms", 31.021},
      {"latency_min_ms", 0.4123},
      {"latency_p50_ms", 0.9341},
      {"latency_p90_ms", 1.4},
      {"latency_p95_ms", 1.71},
      {"latency_p99_ms", 1004},
      {"latency_max_ms", 62500},
      {"requests_complete", 500},
      {"requests_failed", 14},
      {"non_2xx", 14},
      {"responses_2xx", 472},
      {"responses_5xx", 14},
      {"availability_pct", 94.4},
      {"time_taken_s", 4.99},
      {"bytes_html", 288864},
      {"bytes_sent", 0},
      {"served_per_second", 94.31}}                            },
    {"written/vegeta-json.log",
     "vegeta-json",     ABSENT,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 100.20040080160321},
      {"latency_mean_ms", 1.021},
      {"latency_min_ms", 0.4123},
      {"latency_p50_ms", 0.9341},
      {"latency_p90_ms", 1.4},
      {"latency_p95_ms", 1.71},
      {"latency_p99_ms", 3.104},
      {"latency_max_ms", 12.04},
      {"requests_complete", 500},
      {"requests_failed", 14},
      {"non_2xx", 14},
      {"responses_2xx", 472},
      {"responses_5xx", 14},
      {"availability_pct", 94.4},
      {"time_taken_s", 4.99},
      {"bytes_html", 288864},
      {"bytes_sent", 0},
      {"served_per_second", 94.3256}}                          },
    {"written/k6-legacy.log",
     "k6",              20,
     ABSENT, 30,
     NULL,         {{"requests_per_second", 19.93}, {"latency_mean_ms", 144.56},
      {"latency_min_ms", 104.11},     {"latency_median_ms", 110.47},
      {"latency_p90_ms", 203.54},     {"latency_p95_ms", 215.95},
      {"latency_max_ms", 1140},       {"requests_complete", 600},
      {"requests_failed", 3},         {"transfer_rate_bytes_per_s", 43000},
      {"bytes_total", 1300000},       {"bytes_sent", 81000},
      {"connect_min_ms", 0},          {"connect_mean_ms", 0.02925},
      {"connect_median_ms", 0},       {"connect_max_ms", 1.1},
      {"waiting_min_ms", 103.5},      {"waiting_mean_ms", 143.8},
      {"waiting_median_ms", 109.5},   {"waiting_max_ms", 1130}}},
    {"written/k6.log",
     "k6",              200,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 100.641242},
      {"latency_mean_ms", 6.6},
      {"latency_min_ms", 2.37},
      {"latency_median_ms", 5.51},
      {"latency_p90_ms", 10.78},
      {"latency_p95_ms", 13.43},
      {"latency_max_ms", 60500},
      {"requests_complete", 12257},
      {"requests_failed", 3},
      {"transfer_rate_bytes_per_s", 36000},
      {"bytes_total", 4300000},
      {"bytes_sent", 3300000}}                                 },
    {"written/drill.log",
     "drill",           4,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 312.5},
      {"latency_mean_ms", 9},
      {"latency_sd_ms", 5},
      {"latency_median_ms", 8},
      {"latency_p99_ms", 30},
      {"latency_p99.5_ms", 32},
      {"latency_p99.9_ms", 40},
      {"requests_complete", 500},
      {"successful", 490},
      {"requests_failed", 10},
      {"time_taken_s", 1.6}}                                   },
    {"written/rewrk.log",
     "rewrk",           60,
     ABSENT, 5,
     "/",          {{"requests_per_second", 18227.81},
      {"latency_mean_ms", 3.27},
      {"latency_sd_ms", 0.4},
      {"latency_min_ms", 1.95},
      {"latency_max_ms", 9.39},
      {"requests_complete", 91281},
      {"requests_failed", 12},
      {"transfer_rate_bytes_per_s", 2369781.76},
      {"bytes_total", 11848908.8},
      {"slowest_0_1_pct_mean_ms", 6.88},
      {"slowest_1_pct_mean_ms", 5.62},
      {"slowest_5_pct_mean_ms", 4.62},
      {"slowest_10_pct_mean_ms", 4.24},
      {"slowest_25_pct_mean_ms", 3.78},
      {"slowest_50_pct_mean_ms", 3.49}}                         },
    {"written/rewrk-json.log",
     "rewrk-json",      ABSENT,
     ABSENT, ABSENT,
     NULL,         {{"requests_per_second", 18227.81},
      {"latency_mean_ms", 3.27},
      {"latency_sd_ms", 0.4},
      {"latency_min_ms", 1.95},
      {"latency_max_ms", 9.39},
      {"requests_complete", 91281},
      {"transfer_rate_bytes_per_s", 236963.8},
      {"bytes_total", 1184890}}                                },
};

static struct read_bench bench;
static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    read_bench_open(&bench);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    read_bench_close(&bench);
    arena_release(&arena);
    return 0;
}

static const struct run *only_run(const char *log)
{
    struct reading_list list = {0};

    read_bench_file(&bench, arena_format(&arena, "fixtures/tools/%s", log), &(struct hints){0},
                    &arena, &list);
    if (list.count != 1)
        fail_msg("%s: %zu runs", log, list.count);
    return list.items[0].run;
}

static void expect_number(const char *log, const char *what, double got, double wanted)
{
    /* Times to the last bit; a product with 1024 is rounded. */
    double tolerance = text_ends_with(text_of(what), "_ms") ? 0 : 1e-12 * fabs(wanted);
    bool same = isnan(wanted) ? isnan(got) : fabs(got - wanted) <= tolerance;

    if (!same)
        fail_msg("%s: %s is %.17g, not %.17g", log, what, got, wanted);
}

static void expect_run(const struct expectation *wanted)
{
    const struct run *run = only_run(wanted->log);
    size_t count = 0;

    assert_string_equal(run->format, wanted->format);
    assert_int_equal(run->status, RUN_COMPLETE);
    expect_number(wanted->log, "concurrency", run->config.concurrency, wanted->concurrency);
    expect_number(wanted->log, "requests", run->config.requests, wanted->requests);
    expect_number(wanted->log, "duration_s", run->config.duration_s, wanted->duration);
    if (wanted->path)
        assert_string_equal(run->target.path, wanted->path);
    else
        assert_null(run->target.path);
    for (; count < MOST_FIGURES && wanted->figures[count].key; count++)
        expect_number(wanted->log, wanted->figures[count].key,
                      value_of(run, wanted->figures[count].key), wanted->figures[count].value);
    if (run->measurement_count != count)
        fail_msg("%s: %zu figures, not %zu", wanted->log, run->measurement_count, count);
}

#define EXPECT_ALL(expectations)                                                                   \
    for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations)[0]; i++)                    \
    expect_run(&(expectations)[i])

static void wrk_reads_its_units(void **state)
{
    (void)state;
    EXPECT_ALL(wrk);
}

static void hey_adds_up_its_counts(void **state)
{
    (void)state;
    EXPECT_ALL(hey);
}

static void h2load_adds_up_its_threads(void **state)
{
    (void)state;
    EXPECT_ALL(h2load);
}

static void autocannon_has_thousands(void **state)
{
    (void)state;
    EXPECT_ALL(autocannon);
}

static void autocannon_json_is_exact(void **state)
{
    (void)state;
    EXPECT_ALL(autocannon_json);
    assert_string_equal(only_run("autocannon-json-1.log")->time, "2026-11-30T14:08:24.416Z");
}

static void tools_that_no_package_brings(void **state)
{
    (void)state;
    EXPECT_ALL(written);
    assert_string_equal(only_run("written/wrk2.log")->tool, "wrk2");
    assert_string_equal(only_run("written/oha-json.log")->tool, "oha");
    assert_string_equal(only_run("written/vegeta-json.log")->time, "2026-03-02T10:15:00.5Z");
}

static double step_of(const struct run *run, const char *key)
{
    const struct metric *metric = metric_find(&bench.metrics, text_of(key));
    const struct measurement *measurement = run_measurement(run, metric);

    assert_non_null(measurement);
    return measurement->resolution;
}

static void coarse_times_have_their_step(void **state)
{
    (void)state;
    assert_true(step_of(only_run("autocannon-1.log"), "latency_mean_ms") == 1);
    assert_true(step_of(only_run("autocannon-1.log"), "requests_complete") == 1000);
    assert_true(isnan(step_of(only_run("variants/autocannon-amount.log"), "requests_complete")));
    assert_true(isnan(step_of(only_run("autocannon-1.log"), "time_taken_s")));
    assert_true(step_of(only_run("hey-1.log"), "latency_p50_ms") == 0.1);
    assert_true(isnan(step_of(only_run("wrk-1.log"), "latency_p50_ms")));
}

static void hey_csv_is_a_request_a_line(void **state)
{
    (void)state;
    const struct run *run = only_run("variants/hey-csv.log");
    assert_string_equal(run->format, "hey-csv");
    expect_number("hey-csv", "requests", value_of(run, "requests_complete"), 8);
    expect_number("hey-csv", "2xx", value_of(run, "responses_2xx"), 8);
    expect_number("hey-csv", "max", value_of(run, "latency_max_ms"), 1.1);
    expect_number("hey-csv", "connect max", value_of(run, "connect_max_ms"), 0.3);
    expect_number("hey-csv", "waiting max", value_of(run, "waiting_max_ms"), 0.6);
}

static void protocol_and_tls_of_h2load_are_kept(void **state)
{
    (void)state;
    const struct run *run = only_run("variants/h2load-tls.log");
    assert_string_equal(run->target.tls, "TLSv1.2");
    assert_string_equal(run_label_text(run, "protocol"), "h2");
    assert_string_equal(run_label_text(only_run("h2load-h1-1.log"), "protocol"), "http/1.1");
}

/* Both print "Running 2s test @ URL"; only the line behind it tells them apart. */
static void wrk_and_autocannon_in_one_file_are_told_apart(void **state)
{
    (void)state;
    static const char *const logs[] = {"wrk-1.log", "autocannon-1.log", "autocannon-2.log",
                                       "wrk-2.log"};
    struct buffer joined;

    buffer_init(&joined);
    for (size_t i = 0; i < 4; i++)
        buffer_append_text(&joined,
                           file_text(arena_format(&arena, "fixtures/tools/%s", logs[i]), &arena));
    struct reading_list list = read_text(&bench, buffer_text(&joined), &arena);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct run *run = list.items[i].run;
        assert_string_equal(run->tool, i == 0 || i == 3 ? "wrk" : "autocannon");
        assert_int_equal(run->status, RUN_COMPLETE);
        assert_string_equal(run->target.path, "/page.html");
    }
    assert_int_equal(list.items[0].run->source.line, 1);
    expect_number("wrk-2", "rate", value_of(list.items[3].run, "requests_per_second"), 78804.78);
    buffer_release(&joined);
}

/* The check for copies rests on it. */
static void other_figures_have_another_fingerprint(void **state)
{
    (void)state;
    static const char *const stems[] = {"wrk", "hey", "h2load-h1", "autocannon", "autocannon-json"};
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        const char *first = arena_format(&arena, "%s-1.log", stems[i]);
        const char *second = arena_format(&arena, "%s-2.log", stems[i]);
        const char *fingerprint = only_run(first)->source.fingerprint;
        assert_string_equal(fingerprint, only_run(first)->source.fingerprint);
        assert_string_not_equal(fingerprint, only_run(second)->source.fingerprint);
    }
}

static void a_report_that_is_cut_is_partial(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "Running 2s test @ http://127.0.0.1:8080/\n  2 threads and 8 connections\n",
        "Running 2s test @ http://127.0.0.1:8080/\n8 connections\n",
        "starting benchmark...\nspawning thread #0: 8 total client(s). 100 total requests\n",
        "Summary:\n  Total:\t2.0037 secs\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct reading_list list = read_string(&bench, texts[i], &arena);
        assert_int_equal(list.count, 1);
        assert_int_equal(list.items[0].run->status, RUN_PARTIAL);
    }
}

int main(void)
{
#define STATEMENT(name, function)                                                                  \
    {                                                                                              \
        name, function, NULL, NULL, NULL                                                           \
    }
    const struct CMUnitTest tests[] = {
        STATEMENT("wrk: times by their unit, bytes of 1024, errors beside the requests",
                  wrk_reads_its_units),
        STATEMENT("hey: counts of answers and errors are added up", hey_adds_up_its_counts),
        STATEMENT("h2load: clients and requests of its threads are added up",
                  h2load_adds_up_its_threads),
        STATEMENT("autocannon: thousands, and bytes of 1000", autocannon_has_thousands),
        STATEMENT("autocannon: its JSON is exact", autocannon_json_is_exact),
        STATEMENT("wrk2, oha, bombardier, vegeta, k6, drill and rewrk: each figure by its meaning",
                  tools_that_no_package_brings),
        STATEMENT("coarse times and counts have their step", coarse_times_have_their_step),
        STATEMENT("hey -o csv is one request a line", hey_csv_is_a_request_a_line),
        STATEMENT("protocol and TLS of h2load are kept", protocol_and_tls_of_h2load_are_kept),
        STATEMENT("wrk and autocannon in one file are told apart",
                  wrk_and_autocannon_in_one_file_are_told_apart),
        STATEMENT("other figures have another fingerprint", other_figures_have_another_fingerprint),
        STATEMENT("a report that is cut is partial", a_report_that_is_cut_is_partial),
    };

    return cmocka_run_group_tests_name("tools", tests, set_up, tear_down);
}
