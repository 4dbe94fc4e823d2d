#ifndef SEASHELL_CPROCESS_H
#define SEASHELL_CPROCESS_H

#include <stddef.h>

/* Functions of GNU and Linux that Swift does not import. */

/* A program to start. No signal is blocked in it. */
struct seashell_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /* What becomes 0 to 2; -1 for those of this process. */
  int streams[3];
  /* Whether it leads a process group of its own. */
  int leads_group;
  /* Whether it is on its own: in a session of its own, with default signals and nothing open but the
     three streams. If not, SIGPIPE and SIGINT have their defaults, and it is looked for on PATH. */
  int is_alone;
  /* For a program on its own, a descriptor that is closed in programs, or -1: the file that it has open
     is started, whatever is at the path meanwhile. It must be no script, whose interpreter would have to
     open it. */
  int executable;
};

/* Starts a program. Returns 0 or an errno value. */
int seashell_spawn(int *process, const struct seashell_program *program);

/* Lowers the limits of a running process, including the hard limits: open files, data in bytes, and no
   core file. */
void seashell_limit(int process, unsigned long long files, unsigned long long memory);

/* Opens a descriptor that is readable once the process has ended; -1 and errno on failure. */
int seashell_process_descriptor(int process);

/* Creates a close-on-exec file in memory that writes cannot make longer than `size` bytes; -1 and errno on
   failure. */
int seashell_memory_file(size_t size);

/* Keeps the memory of the process out of core dumps (PR_SET_DUMPABLE); 0, or -1 and errno. */
int seashell_forbid_dumps(void);

/* Whether the process may be dumped (PR_GET_DUMPABLE). */
int seashell_allows_dumps(void);

/* write(2) without SIGPIPE, whatever the signal's action. */
long seashell_write(int descriptor, const void *bytes, size_t count);

/* Writes one line, in a signal handler: the program's name, its build ID, and the calls that led to the
   signal as offsets in the program's file, with `-` for a call in a library. `context` is the handler's
   argument. Follows at most 64 frame pointers. */
void seashell_write_stack(int descriptor, const void *context);

#endif
