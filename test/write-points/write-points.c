/*
 * Preloaded into a process: counts what it does to the files below a folder (opening them for writing, writing, syncing,
 * renaming, removing, cutting) and ends the process with SIGKILL right before the one with a given number.
 *
 * WRITE_POINTS_FOLDER  the folder, absolute, without links
 * WRITE_POINTS_AT      the number, from 1; 0 for none
 * WRITE_POINTS_PART    counts only files whose path has this text
 * WRITE_POINTS_FULL    if it is set, the process lives, and from that number on the disk takes nothing more below the folder
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long passed;
static atomic_int full;

static int is_below(const char *path) {
  const char *folder = getenv("WRITE_POINTS_FOLDER");
  if (!folder || !path) return 0;
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* 1 if there is no room for it. */
static int point(const char *path) {
  if (!is_below(path)) return 0;
  const char *at = getenv("WRITE_POINTS_AT"), *part = getenv("WRITE_POINTS_PART");
  int counts = !part || strstr(path, part);
  if (counts && at && atomic_fetch_add(&passed, 1) + 1 == atol(at)) {
    if (!getenv("WRITE_POINTS_FULL")) kill(getpid(), SIGKILL);
    atomic_store(&full, 1);
  }
  return atomic_load(&full);
}

static int point_of(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return point(path);
}

static int no_room(void) {
  errno = ENOSPC;
  return -1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPENING(name)                                    \
  int name(const char *path, int flags, ...) {           \
    va_list more;                                        \
    va_start(more, flags);                               \
    int mode = va_arg(more, int);                        \
    va_end(more);                                        \
    if (flags & (O_WRONLY | O_RDWR | O_CREAT)) point(path); \
    return NEXT(name)(path, flags, mode);                \
  }
OPENING(open)
OPENING(open64)

#define OF_FILE(result, name, parameters, arguments) \
  result name parameters {                           \
    point_of(fd);                                    \
    return NEXT(name) arguments;                     \
  }
#define OF_ROOM(result, name, parameters, arguments) \
  result name parameters {                           \
    if (point_of(fd)) return no_room();              \
    return NEXT(name) arguments;                     \
  }
OF_ROOM(ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size))
OF_ROOM(ssize_t, writev, (int fd, const struct iovec *from, int count), (fd, from, count))
OF_ROOM(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
OF_ROOM(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at))
OF_ROOM(ssize_t, pwritev, (int fd, const struct iovec *from, int count, off_t at), (fd, from, count, at))
OF_ROOM(ssize_t, pwritev64, (int fd, const struct iovec *from, int count, off64_t at), (fd, from, count, at))
OF_FILE(int, fsync, (int fd), (fd))
OF_FILE(int, fdatasync, (int fd), (fd))
OF_FILE(int, ftruncate, (int fd, off_t length), (fd, length))
OF_FILE(int, ftruncate64, (int fd, off64_t length), (fd, length))

#define OF_PATH(name, parameters, arguments) \
  int name parameters {                      \
    point(path);                             \
    return NEXT(name) arguments;             \
  }
OF_PATH(rename, (const char *from, const char *path), (from, path))
OF_PATH(unlink, (const char *path), (path))
OF_PATH(rmdir, (const char *path), (path))
OF_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
OF_PATH(link, (const char *from, const char *path), (from, path))
