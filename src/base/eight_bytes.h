/*
 * Eight bytes at once: tests on the bytes of a word of 64 bits, for loops over
 * all bytes of a log.
 */
#ifndef LOADSTAT_BASE_EIGHT_BYTES_H
#define LOADSTAT_BASE_EIGHT_BYTES_H

#include <stdint.h>

#define EVERY_BYTE(byte) ((uint64_t)(byte)*0x0101010101010101u)

/*
 * Not 0 where some byte of the word is 0.  The lowest byte that is marked (bit 7)
 * surely is one; marks above it may be wrong.
 */
static inline uint64_t zero_bytes(uint64_t word)
{
    return (word - EVERY_BYTE(1)) & ~word & EVERY_BYTE(0x80);
}

#endif
