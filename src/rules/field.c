#include "field.h"

#include <string.h>

struct entry {
    const char *name;
    enum field_kind kind;
    size_t offset;
};

static const struct entry entries[] = {
    {"tool_version",           FIELD_TEXT,                      offsetof(struct run,                                    tool_version)},
    {"command",                        FIELD_TEXT,                                               offsetof(struct run,                                                                    command)},
    {"scheme",                FIELD_TEXT,                                               offsetof(struct run,                           target.scheme)},
    {"host",     FIELD_TEXT,offsetof(struct run,    target.host)},
    {"path",          FIELD_TEXT,                                               offsetof(struct run,                                                                                      target.path)},
    {"server",                   FIELD_TEXT,                               offsetof(struct run,                    target.server)},
    {"method",                        FIELD_TEXT,                                                offsetof(struct run,                                                                          target.method)},
    {"tls",          FIELD_TEXT,                                         offsetof(struct run,                                                                     target.tls)},
    {"port",     FIELD_SHIFTED_PORT,offsetof(struct run,target.port)},
    {"document_length",     FIELD_DOCUMENT,offsetof(struct run,target.document_length)},
    {"concurrency",                   FIELD_NUMBER,                            offsetof(struct run,                                                                                         config.concurrency)},
    {"requests",                        FIELD_NUMBER,                                       offsetof(struct run,                                                                           config.requests)},
    {"duration_s", FIELD_NUMBER,                                offsetof(struct run,                                                                                                                           config.duration_s)},
    {"keepalive",     FIELD_KEEPALIVE,0},
    {"url",FIELD_URL,0},
    {"time",             FIELD_TIME,                                0                                   },
    {"percent",                        FIELD_PERCENT,                                             0                                                                               },
    {"latency_percentile_ms",                        FIELD_PERCENTILE,                                                   0                                                                                                                                                        },
    {"unit",                        FIELD_UNIT,                                                  0                                                                                                                                                           },
    {"message",                        FIELD_MESSAGE,                                               0                             },
    {"label",                        FIELD_LABEL,                                 0},
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

bool field_find(struct text name, struct metric_set *metrics, struct arena *arena,
                struct field *field)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (text_is(name, entries[i].name)) {
            *field = (struct field){
                .kind = entries[i].kind,
                .offset = entries[i].offset,
                .name = entries[i].name,
            };
            return true;
        }
    }
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
