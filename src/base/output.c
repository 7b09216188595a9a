#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FLUSH_AT = 64 * 1024 };

static bool cannot(struct output *output, const char *what, int error, struct diag *diag)
{
    const char *name = output->path ? output->path : "standard output";

    diag_error(diag, STATUS_UNUSABLE, (struct place){.file = name}, "cannot %s: %s", what,
               error_words(error).text);
    return false;
}

/* A name in the same folder, so that rename() stays within one file system. */
static char *name_beside(const char *path)
{
    struct buffer name;

    buffer_init(&name);
    buffer_append_format(&name, "%s.XXXXXX", path);
    return name.bytes;
}

static mode_t mode_for(const char *path)
{
    struct stat old;

    if (stat(path, &old) == 0)
        return old.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

enum { MOST_LINKS = 40, LONGEST_LINK = 4096 };

/* What a link points to, as a path that holds from here; NULL: `path` is no link.  Owned. */
static char *follow(const char *path)
{
    char points_to[LONGEST_LINK];
    ssize_t length = readlink(path, points_to, sizeof points_to);
    const char *slash = strrchr(path, '/');
    struct buffer followed;

    if (length < 0 || length == (ssize_t)sizeof points_to)
        return NULL;
    buffer_init(&followed);
    if (slash && points_to[0] != '/')
        buffer_append(&followed, path, (size_t)(slash - path) + 1);
    buffer_append(&followed, points_to, (size_t)length);
    return followed.bytes;
}

/*
 * Where the bytes are to go: a link is followed, so that it is not replaced by
 * a file, also one to a file that is yet to come.
 */
static char *find_target(const char *path)
{
    size_t size = strlen(path) + 1;
    char *target = memcpy(memory_allocate(size), path, size);

    for (size_t links = 0; links < MOST_LINKS; links++) {
        char *followed = follow(target);
        if (!followed)
            break;
        memory_release(target);
        target = followed;
    }
    return target;
}

/*
 * Until the file has its name or is gone, these wait: none of them leaves
 * behind what was written beside.
 */
static void hold_signals(struct output *output)
{
    sigset_t held;

    sigemptyset(&held);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigprocmask(SIG_BLOCK, &held, &output->signals);
}

static void release_signals(const struct output *output)
{
    sigprocmask(SIG_SETMASK, &output->signals, NULL);
}

/* Also where standard output is a file, /dev/stdout is none that could be replaced. */
static bool is_written_through(const char *path, const struct stat *old)
{
    return !S_ISREG(old->st_mode) || strncmp(path, "/dev/", strlen("/dev/")) == 0 ||
           strncmp(path, "/proc/", strlen("/proc/")) == 0;
}

bool output_open(struct output *output, const char *path, struct diag *diag)
{
    struct stat old;

    *output = (struct output){.descriptor = STDOUT_FILENO};
    buffer_init(&output->pending);
    if (!path || strcmp(path, "-") == 0)
        return true;
    output->path = path;
    if (stat(path, &old) == 0 && is_written_through(path, &old)) {
        if (S_ISDIR(old.st_mode))
            return cannot(output, "write", EISDIR, diag);
        output->descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return output->descriptor >= 0 || cannot(output, "write", errno, diag);
    }
    output->target = find_target(path);
    output->beside = name_beside(output->target);
    hold_signals(output);
    output->descriptor = mkstemp(output->beside);
    if (output->descriptor < 0) {
        int error = errno;
        release_signals(output);
        memory_release(output->beside);
        memory_release(output->target);
        output->beside = output->target = NULL;
        return cannot(output, "create", error, diag);
    }
    if (fchmod(output->descriptor, mode_for(path)) != 0)
        output->error = errno;
    return true;
}

static void flush(struct output *output)
{
    const char *at = output->pending.bytes;
    size_t left = output->pending.length;

    while (left && !output->error) {
        ssize_t written = write(output->descriptor, at, left);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            output->error = errno;
            break;
        }
        at += written;
        left -= (size_t)written;
    }
    buffer_clear(&output->pending);
}

void output_write(struct output *output, const char *bytes, size_t length)
{
    if (output->error)
        return;
    buffer_append(&output->pending, bytes, length);
    if (output->pending.length >= FLUSH_AT)
        flush(output);
}

void output_string(struct output *output, const char *string)
{
    output_write(output, string, strlen(string));
}

static void close_descriptor(struct output *output)
{
    if (output->path && output->descriptor >= 0 && close(output->descriptor) != 0 && !output->error)
        output->error = errno;
    output->descriptor = -1;
}

bool output_commit(struct output *output, struct diag *diag)
{
    flush(output);
    if (output->beside && !output->error && fsync(output->descriptor) != 0)
        output->error = errno;
    close_descriptor(output);
    if (output->beside && !output->error && rename(output->beside, output->target) != 0)
        output->error = errno;
    /* A reader that has seen enough, such as head(1), is no fault worth a message. */
    bool silent = output->error == EPIPE;
    bool done = !output->error;
    if (silent && diag->worst < STATUS_UNUSABLE)
        diag->worst = STATUS_UNUSABLE;
    else if (!done)
        cannot(output, "write", output->error, diag);
    if (done && output->beside) {
        memory_release(output->beside);
        output->beside = NULL;
        release_signals(output);
    }
    output_abandon(output);
    return done;
}

void output_abandon(struct output *output)
{
    close_descriptor(output);
    if (output->beside) {
        unlink(output->beside);
        memory_release(output->beside);
        output->beside = NULL;
        release_signals(output);
    }
    memory_release(output->target);
    output->target = NULL;
    buffer_release(&output->pending);
}
