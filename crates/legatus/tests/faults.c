/* Loaded before the system's library into the program under test, it lets one
 * file operation, or all from one on, fail as a full disk does.
 *
 * FAULT_DIR   only operations on files below this directory count
 * FAULT_AT    the number of the operation that fails, from 1
 * FAULT_ALL   if set, all later ones that need room fail too
 * FAULT_COUNT a file outside FAULT_DIR that gets the number of operations
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>

static int watched[4096];
static long counter;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static int below(const char *path) {
    const char *directory = getenv("FAULT_DIR");
    return directory && path && strstr(path, directory) == path;
}

/* Whether this operation fails. */
static int fails(void) {
    long now = __atomic_add_fetch(&counter, 1, __ATOMIC_SEQ_CST);
    long at = number("FAULT_AT");
    int failing = at && (now == at || (getenv("FAULT_ALL") && now > at));
    if (failing) errno = ENOSPC;
    return failing;
}

static int is_watched(int fd) { return fd >= 0 && fd < 4096 && watched[fd]; }

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((destructor)) static void report(void) {
    const char *file = getenv("FAULT_COUNT");
    if (!file) return;
    FILE *out = fopen(file, "w");
    if (!out) return;
    fprintf(out, "%ld\n", counter);
    fclose(out);
}

#define OPEN(NAME)                                                              \
    int NAME(const char *path, int flags, ...) {                                \
        va_list list;                                                           \
        va_start(list, flags);                                                  \
        mode_t mode = va_arg(list, mode_t);                                     \
        va_end(list);                                                           \
        int counts = below(path) && (flags & (O_CREAT | O_TRUNC));              \
        if (counts && fails()) return -1;                                       \
        int (*real)(const char *, int, ...) = next(#NAME);                      \
        int fd = real(path, flags, mode);                                       \
        if (fd >= 0 && fd < 4096) watched[fd] = below(path);                    \
        return fd;                                                              \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (fd >= 0 && fd < 4096) watched[fd] = 0;
    int (*real)(int) = next("close");
    return real(fd);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    if (is_watched(fd) && fails()) return -1;
    ssize_t (*real)(int, const void *, size_t) = next("write");
    return real(fd, bytes, size);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (is_watched(fd) && fails()) return -1;
    ssize_t (*real)(int, const struct iovec *, int) = next("writev");
    return real(fd, parts, count);
}

#define WRITE_AT(NAME)                                                          \
    ssize_t NAME(int fd, const void *bytes, size_t size, off_t at) {            \
        if (is_watched(fd) && fails()) return -1;                               \
        ssize_t (*real)(int, const void *, size_t, off_t) = next(#NAME);        \
        return real(fd, bytes, size, at);                                       \
    }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

#define ON_FILE(NAME)                                                           \
    int NAME(int fd) {                                                          \
        if (is_watched(fd) && fails()) return -1;                               \
        int (*real)(int) = next(#NAME);                                         \
        return real(fd);                                                        \
    }
ON_FILE(fsync)
ON_FILE(fdatasync)

#define RESIZE(NAME)                                                            \
    int NAME(int fd, off_t size) {                                              \
        if (is_watched(fd) && fails()) return -1;                               \
        int (*real)(int, off_t) = next(#NAME);                                  \
        return real(fd, size);                                                  \
    }
RESIZE(ftruncate)
RESIZE(ftruncate64)

int rename(const char *from, const char *to) {
    if (below(to) && fails()) return -1;
    int (*real)(const char *, const char *) = next("rename");
    return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    if (below(path) && fails()) return -1;
    int (*real)(const char *, mode_t) = next("mkdir");
    return real(path, mode);
}
