/*
 * Bytes of compressed files, whole, in several members, cut, damaged and blown up.
 */
#include "byte_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "text.h"

struct found {
    struct buffer bytes;
    const char *problem;
    uint64_t length; /* also where the bytes were not kept */
};

static void append_gzip(struct buffer *out, const char *bytes, size_t length)
{
    enum { GZIP_ALONE = 16, MEMORY_LEVEL = 8 };
    z_stream stream = {0};
    unsigned char block[4096];

    assert_int_equal(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_ALONE + MAX_WBITS,
                                  MEMORY_LEVEL, Z_DEFAULT_STRATEGY),
                     Z_OK);
    char *copy = malloc(length + 1);
    memcpy(copy, bytes, length);
    stream.next_in = (unsigned char *)copy;
    stream.avail_in = (unsigned)length;
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = block;
        stream.avail_out = sizeof block;
        result = deflate(&stream, Z_FINISH);
        buffer_append(out, (const char *)block, sizeof block - stream.avail_out);
    }
    assert_int_equal(result, Z_STREAM_END);
    deflateEnd(&stream);
    free(copy);
}

/* What a file with these bytes gives, in pieces of `size` bytes. */
static void read_back(struct found *found, struct text bytes, size_t size, bool keep)
{
    struct byte_source source;
    char *piece = malloc(size);
    FILE *file = tmpfile();
    size_t got;

    assert_non_null(file);
    assert_int_equal(fwrite(bytes.start, 1, bytes.length, file), bytes.length);
    assert_int_equal(fflush(file), 0);
    rewind(file);
    *found = (struct found){0};
    buffer_init(&found->bytes);
    byte_source_init(&source, fileno(file));
    while ((got = byte_source_read(&source, piece, size)) > 0) {
        found->length += got;
        if (keep)
            buffer_append(&found->bytes, piece, got);
    }
    found->problem = source.problem;
    byte_source_release(&source);
    fclose(file);
    free(piece);
}

static void plain_bytes_come_as_they_are(void **state)
{
    static const char *const texts[] = {"", "a", "\x1f\x8b", "\x1fplain", "Requests per second\n"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct found found;
        read_back(&found, text_of(texts[i]), 512, true);
        assert_true(text_is(buffer_text(&found.bytes), texts[i]));
        assert_null(found.problem);
        buffer_release(&found.bytes);
    }
}

static void members_of_gzip_follow_each_other(void **state)
{
    struct buffer bytes;
    struct found found;

    (void)state;
    buffer_init(&bytes);
    append_gzip(&bytes, "first\n", 6);
    append_gzip(&bytes, "", 0);
    append_gzip(&bytes, "second\n", 7);
    buffer_append_repeated(&bytes, '\0', 100);
    for (size_t size = 512; size < 100000; size *= 7) {
        read_back(&found, buffer_text(&bytes), size, true);
        assert_true(text_is(buffer_text(&found.bytes), "first\nsecond\n"));
        assert_null(found.problem);
        buffer_release(&found.bytes);
    }
    buffer_release(&bytes);
}

static void cut_and_damaged_data_give_what_there_is_and_say_so(void **state)
{
    struct buffer text, bytes;
    struct found found;

    (void)state;
    buffer_init(&text);
    buffer_init(&bytes);
    for (size_t i = 0; i < 20000; i++)
        buffer_append_format(&text, "line %zu\n", i * 7919 % 10007);
    append_gzip(&bytes, text.bytes, text.length);

    read_back(&found, (struct text){bytes.bytes, bytes.length / 2}, 4096, true);
    assert_true(found.length > 0 && found.length < text.length);
    assert_memory_equal(found.bytes.bytes, text.bytes, found.length);
    assert_non_null(strstr(found.problem, "end early"));
    buffer_release(&found.bytes);

    memset(bytes.bytes + bytes.length / 2, 0x55, 100);
    read_back(&found, buffer_text(&bytes), 4096, false);
    assert_non_null(strstr(found.problem, "damaged"));
    buffer_release(&found.bytes);
    buffer_release(&bytes);
    buffer_release(&text);
}

/* The first `length` bytes once more; appending may move them. */
static void append_copy(struct buffer *buffer, size_t length)
{
    char *copy = malloc(length);

    memcpy(copy, buffer->bytes, length);
    buffer_append(buffer, copy, length);
    free(copy);
}

static void a_file_that_grows_without_end_is_read_up_to_a_limit(void **state)
{
    enum { MEBIBYTE = 1024 * 1024 };
    struct buffer zeros, bytes;
    struct found found;

    (void)state;
    buffer_init(&zeros);
    buffer_init(&bytes);
    buffer_append_repeated(&zeros, '\0', 64 * MEBIBYTE);
    append_gzip(&bytes, zeros.bytes, zeros.length);
    size_t member = bytes.length;
    for (size_t i = 1; i < 20; i++)
        append_copy(&bytes, member);
    assert_true(bytes.length < 2 * MEBIBYTE);
    read_back(&found, buffer_text(&bytes), 256 * 1024, false);
    assert_true(found.length >= (uint64_t)1024 * MEBIBYTE);
    assert_true(found.length < (uint64_t)1025 * MEBIBYTE);
    assert_non_null(strstr(found.problem, "more than 1 GiB"));
    buffer_release(&found.bytes);
    buffer_release(&bytes);
    buffer_release(&zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_bytes_come_as_they_are),
        cmocka_unit_test(members_of_gzip_follow_each_other),
        cmocka_unit_test(cut_and_damaged_data_give_what_there_is_and_say_so),
        cmocka_unit_test(a_file_that_grows_without_end_is_read_up_to_a_limit),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
