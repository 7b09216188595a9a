#include "field.h"

#include <string.h>

/* Names with a meaning of their own; every other member is text or a number as it stands. */
static const struct entry {
    const char *name;
    enum field_kind kind;
} entries[] = {
    {"port",                  FIELD_SHIFTED_PORT},
    {"document_length",       FIELD_DOCUMENT    },
    {"keepalive",             FIELD_KEEPALIVE   },
    {"url",                   FIELD_URL         },
    {"time",                  FIELD_TIME        },
    {"percent",               FIELD_PERCENT     },
    {"latency_percentile_ms", FIELD_PERCENTILE  },
    {"unit",                  FIELD_UNIT        },
    {"message",               FIELD_MESSAGE     },
    {"label",                 FIELD_LABEL       },
};

/* A group's name holds no point: latency_p97_5_ms is latency_p97.5_ms. */
static const struct metric *find_metric(struct metric_set *metrics, struct text name)
{
    const struct metric *metric = metric_find(metrics, name);
    char key[32];

    if (metric || !text_starts_with(name, "latency_p") || name.length >= sizeof key)
        return metric;
    memcpy(key, name.start, name.length);
    for (size_t i = 1; i + 1 < name.length; i++)
        if (key[i] == '_' && byte_is_digit(key[i - 1]) && byte_is_digit(key[i + 1]))
            key[i] = '.';
    return metric_find(metrics, (struct text){key, name.length});
}

/* A member that a line may state. */
static bool find_member(struct text name, struct field *field)
{
    const struct member *member = member_find(name);

    if (!member || !member_has(member, MEMBER_IS_FIELD))
        return false;
    *field = (struct field){
        .kind = member->type == MEMBER_TEXT ? FIELD_TEXT : FIELD_NUMBER,
        .member = member,
        .name = member->key,
    };
    return true;
}

static bool find_special(struct text name, struct field *field)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (text_is(name, entries[i].name)) {
            *field = (struct field){
                .kind = entries[i].kind,
                .member = member_find(name),
                .name = entries[i].name,
            };
            return true;
        }
    }
    return false;
}

bool field_find(struct text name, struct metric_set *metrics, struct arena *arena,
                struct field *field)
{
    if (find_special(name, field) || find_member(name, field))
        return true;
    const struct metric *metric = find_metric(metrics, name);
    if (metric) {
        *field = (struct field){.kind = FIELD_METRIC, .metric = metric, .name = metric->key};
        return true;
    }
    bool is_key = text_starts_with(name, "key_");
    if ((is_key || text_starts_with(name, "tag_")) && name.length > strlen("key_")) {
        *field = (struct field){
            .kind = is_key ? FIELD_KEY : FIELD_TAG,
            .name = text_copy(arena, text_from(name, strlen("key_"))),
        };
        return true;
    }
    return false;
}
