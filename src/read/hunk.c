#include "hunk.h"

#include "../base/number.h"

/* "-1,5" or "+1": how many lines; a count that is left out is 1. */
static bool read_count(struct text *rest, char sign, size_t *count)
{
    size_t end = 0;
    double value = 1;

    *rest = text_trim(*rest);
    if (!rest->length || rest->start[0] != sign)
        return false;
    while (end < rest->length && !byte_is_blank(rest->start[end]))
        end++;
    struct text range = {rest->start + 1, end - 1};
    size_t comma = text_find_byte(range, ',');
    if (comma < range.length && !number_scan_plain(text_from(range, comma + 1), &value))
        return false;
    if (!(value >= 0 && value < 1e9))
        return false;
    *count = (size_t)value;
    *rest = text_from(*rest, end);
    return true;
}

static bool read_head(struct hunk *hunk, struct text line)
{
    struct hunk head;

    if (!text_starts_with(line, "@@ "))
        return false;
    line = text_from(line, 3);
    if (!read_count(&line, '-', &head.old_left) || !read_count(&line, '+', &head.new_left) ||
        !text_starts_with(text_trim(line), "@@"))
        return false;
    *hunk = head;
    return true;
}

enum hunk_line hunk_take(struct hunk *hunk, struct text *line)
{
    char sign = line->length ? line->start[0] : ' ';

    if (sign == '@' && read_head(hunk, *line))
        return HUNK_HEAD;
    if (!hunk->old_left && !hunk->new_left)
        return HUNK_NONE;
    if (sign == '\\') /* "\\ No newline at end of file" */
        return HUNK_HEAD;
    bool is_old = sign == '-' || sign == ' ';
    bool is_new = sign == '+' || sign == ' ';
    if ((!is_old && !is_new) || (is_old && !hunk->old_left) || (is_new && !hunk->new_left)) {
        *hunk = (struct hunk){0};
        return HUNK_NONE;
    }
    hunk->old_left -= is_old;
    hunk->new_left -= is_new;
    *line = line->length ? text_from(*line, 1) : *line;
    return is_new ? HUNK_KEPT : HUNK_REMOVED;
}
