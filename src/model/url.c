#include "url.h"

#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

void run_set_url(struct run *run, struct text url, struct arena *arena)
{
    size_t scheme = text_find(url, "://");

    while (url.length && strchr("\"'>)`,", url.start[url.length - 1]))
        url.length--;
    if (scheme < url.length) {
        run->target.scheme = utf8_clean(arena, (struct text){url.start, scheme});
        url = text_from(url, scheme + 3);
    }
    size_t slash = text_find_byte(url, '/');
    struct text host = {url.start, slash};
    if (slash < url.length)
        run->target.path = utf8_clean(arena, text_from(url, slash));
    size_t colon = text_find_byte(host, ':');
    double port;
    if (colon < host.length && number_scan_plain(text_from(host, colon + 1), &port)) {
        run->target.port = port;
        host.length = colon;
    }
    if (host.length)
        run->target.host = utf8_clean(arena, host);
}
