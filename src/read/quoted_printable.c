#include "quoted_printable.h"

#include <string.h>

void quoted_printable_init(struct quoted_printable *mail)
{
    *mail = (struct quoted_printable){0};
    buffer_init(&mail->line);
}

void quoted_printable_release(struct quoted_printable *mail)
{
    buffer_release(&mail->line);
}

/* "Content-Transfer-Encoding: quoted-printable", or another encoding. */
static bool take_header(struct quoted_printable *mail, struct text line)
{
    static const char name[] = "Content-Transfer-Encoding:";
    struct text front = {line.start, sizeof name - 1};

    if (line.length < front.length || !text_is_ignoring_case(front, name))
        return false;
    struct text encoding = text_trim(text_from(line, front.length));
    mail->is_on = text_is_ignoring_case(encoding, "quoted-printable");
    return true;
}

static int hexadecimal_digit(char byte)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = byte ? strchr(digits, byte_lower(byte)) : NULL;

    return found ? (int)(found - digits) : -1;
}

static void decode(struct text line, struct buffer *out)
{
    for (size_t i = 0; i < line.length; i++) {
        int high = -1;
        int low = -1;
        if (line.start[i] == '=' && i + 2 < line.length) {
            high = hexadecimal_digit(line.start[i + 1]);
            low = hexadecimal_digit(line.start[i + 2]);
        }
        if (high < 0 || low < 0) {
            buffer_append_byte(out, line.start[i]);
            continue;
        }
        buffer_append_byte(out, (char)(high * 16 + low));
        i += 2;
    }
}

enum { LONGEST_MAIL_LINE = 1024 * 1024 };

bool quoted_printable_take(struct quoted_printable *mail, struct text *line)
{
    if (line->length && byte_lower(line->start[0]) == 'c' && take_header(mail, *line))
        return false;
    if (!mail->is_on)
        return true;
    struct text rest = *line;
    while (rest.length && byte_is_blank(rest.start[rest.length - 1]))
        rest.length--;
    if (!mail->goes_on)
        buffer_clear(&mail->line);
    mail->goes_on =
        rest.length && rest.start[rest.length - 1] == '=' && mail->line.length < LONGEST_MAIL_LINE;
    rest.length -= mail->goes_on;
    decode(rest, &mail->line);
    *line = buffer_text(&mail->line);
    return !mail->goes_on;
}
