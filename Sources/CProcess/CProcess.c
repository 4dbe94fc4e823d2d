#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <sys/prctl.h>

/* Closes all descriptors except the standard ones, and the program's, which is close-on-exec. */
static int close_others(posix_spawn_file_actions_t *actions, int executable) {
  int code = 0;
  for (int other = 3; other < executable && code == 0; other++) {
    code = posix_spawn_file_actions_addclose(actions, other);
  }
  if (code != 0) return code;
  return posix_spawn_file_actions_addclosefrom_np(actions, executable < 3 ? 3 : executable + 1);
}

static int start(int *process, const char *path, const struct seashell_program *program,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes) {
  return (program->is_alone ? posix_spawn : posix_spawnp)(process, path, actions, attributes,
                                                          program->arguments, program->environment);
}

int seashell_spawn(int *process, const struct seashell_program *program) {
  const char *path = program->path;
  char opened[40];
  if (program->executable >= 3) {
    snprintf(opened, sizeof opened, "/proc/self/fd/%d", program->executable);
    /* Without /proc there is only the path. */
    if (access(opened, X_OK) == 0) path = opened;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    sigset_t defaults, none;
    sigemptyset(&none);
    if (program->is_alone) {
      sigfillset(&defaults);
    } else {
      sigemptyset(&defaults);
      sigaddset(&defaults, SIGPIPE);
      sigaddset(&defaults, SIGINT);
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (program->is_alone) flags |= POSIX_SPAWN_SETSID;
    if (program->leads_group) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes, (short)flags);
    for (int stream = 0; stream < 3 && code == 0; stream++) {
      if (program->streams[stream] < 0) continue;
      code = posix_spawn_file_actions_adddup2(&actions, program->streams[stream], stream);
    }
    if (code == 0 && program->is_alone) {
      code = close_others(&actions, path == opened ? program->executable : -1);
    }
    /* A program that was just written is busy while a process that another thread has started
       still shares the descriptor it was written through, until that one calls exec. */
    if (code == 0) code = start(process, path, program, &actions, &attributes);
    for (int tries = 0; code == ETXTBSY && tries < 20; tries++) {
      struct timespec pause = {0, 1000000};
      nanosleep(&pause, NULL);
      code = start(process, path, program, &actions, &attributes);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

static void lower(int process, int resource, rlim_t value) {
  struct rlimit limit;
  if (prlimit(process, resource, NULL, &limit) != 0) return;
  if (value < limit.rlim_max) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  prlimit(process, resource, &limit, NULL);
}

void seashell_limit(int process, unsigned long long files, unsigned long long memory) {
  lower(process, RLIMIT_NOFILE, files);
  lower(process, RLIMIT_DATA, memory);
  lower(process, RLIMIT_CORE, 0);
}

struct watched {
  int process;
  int end;
};

static void *watch(void *argument) {
  struct watched watched = *(struct watched *)argument;
  free(argument);
  siginfo_t information;
  while (waitid(P_PID, (id_t)watched.process, &information, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
  close(watched.end);
  return NULL;
}

/* A descriptor that a thread makes readable when the process has ended. */
static int watched_descriptor(int process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  struct watched *watched = malloc(sizeof *watched);
  int code = watched ? 0 : ENOMEM;
  if (code == 0) {
    *watched = (struct watched){process, ends[1]};
    pthread_t thread;
    code = pthread_create(&thread, NULL, watch, watched);
    if (code == 0) {
      pthread_detach(thread);
      return ends[0];
    }
    free(watched);
  }
  close(ends[0]);
  close(ends[1]);
  errno = code;
  return -1;
}

int seashell_process_descriptor(int process) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  if (descriptor >= 0 || errno != ENOSYS) return descriptor;
  return watched_descriptor(process);
}

long seashell_write(int descriptor, const void *bytes, size_t count) {
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    return write(descriptor, bytes, count);
  }
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t written = write(descriptor, bytes, count);
  int code = errno;
  if (written < 0 && code == EPIPE && !sigismember(&pending, SIGPIPE)) {
    /* The signal of this write is pending only for this thread. */
    struct timespec now = {0, 0};
    while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return written;
}

int seashell_memory_file(size_t size) {
  int file = memfd_create("seashell", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) != 0 || fcntl(file, F_ADD_SEALS, F_SEAL_GROW) != 0) {
    close(file);
    return -1;
  }
  return file;
}

int seashell_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int seashell_allows_dumps(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1; }
