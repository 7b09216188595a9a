#include "suggestion.h"

#include <string.h>

#include "text.h"

enum { LONGEST = 64 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return byte_lower(a) == byte_lower(b);
}

size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t a_length = strlen(a), b_length = strlen(b);

    if (a_length >= LONGEST || b_length >= LONGEST)
        return a_length > b_length ? a_length : b_length;
    for (size_t k = 0; k <= b_length; k++)
        last[k] = k;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t k = 1; k <= b_length; k++) {
            row[k] = last[k - 1] + !same_letter(a[i - 1], b[k - 1]);
            row[k] = smaller(row[k], smaller(last[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && same_letter(a[i - 1], b[k - 2]) &&
                same_letter(a[i - 2], b[k - 1]))
                row[k] = smaller(row[k], before[k - 2] + 1);
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[b_length];
}

void suggestion_init(struct suggestion *suggestion, const char *text)
{
    size_t length = strlen(text);

    /* One slip in three letters, three at most. */
    *suggestion = (struct suggestion){
        .text = text,
        .distance = smaller(length / 3 + 1, 4),
    };
}

void suggestion_offer(struct suggestion *suggestion, const char *word)
{
    size_t distance = edit_distance(suggestion->text, word);

    if (distance < suggestion->distance) {
        suggestion->distance = distance;
        suggestion->nearest = word;
    }
    if (suggestion->count < SUGGESTION_FEW)
        suggestion->words[suggestion->count] = word;
    suggestion->count++;
}

/* "a, b or c" */
static const char *list_of(const struct suggestion *suggestion, struct arena *arena)
{
    const char *list = suggestion->words[0];

    for (size_t i = 1; i < suggestion->count; i++)
        list = arena_format(arena, "%s%s%s", list, i + 1 < suggestion->count ? ", " : " or ",
                            suggestion->words[i]);
    return list;
}

const char *suggestion_words(const struct suggestion *suggestion, struct arena *arena,
                             const char *otherwise)
{
    bool few = suggestion->count > 0 && suggestion->count <= SUGGESTION_FEW;
    const char *list = few ? arena_format(arena, "use %s", list_of(suggestion, arena)) : otherwise;

    if (!suggestion->nearest)
        return list;
    return arena_format(arena, few ? "did you mean %s? %s" : "did you mean %s?",
                        suggestion->nearest, list);
}
