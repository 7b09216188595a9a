/*
 * The entry that libFuzzer calls, and the replay of the seeds with it.
 */
#ifndef LOADSTAT_LABEL_READ_FUZZ_H
#define LOADSTAT_LABEL_READ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Always 0; a broken promise ends in an assert. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
