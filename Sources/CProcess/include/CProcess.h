#ifndef SEASHELL_CPROCESS_H
#define SEASHELL_CPROCESS_H

#include <stddef.h>

/* What is GNU's and Linux's own, and therefore not seen by Swift. */

/* Starts a program in a session of its own, with default signals and nothing open but the three
   descriptors, which become 0 to 2. If `executable` is a descriptor, closed in programs, and not -1, the
   file that it has open is started, whatever is at the path meanwhile; it must be no script, whose
   interpreter would have to open it. Returns 0 or an errno value. */
int seashell_spawn(int *process, const char *path, int executable, char *const arguments[],
                   char *const environment[], int input, int output, int error);

/* Lowers the limits of a running process, the hard ones too: open files, data in bytes, and no core
   file. */
void seashell_limit(int process, unsigned long long files, unsigned long long memory);

/* A descriptor that is readable once the process has ended; -1 and errno on failure. */
int seashell_process_descriptor(int process);

/* A file in memory, closed in programs unless they are given it, which no write can make longer than
   `size` bytes; -1 and errno on failure. */
int seashell_memory_file(size_t size);

/* Keeps the memory of the process out of core dumps (PR_SET_DUMPABLE); 0, or -1 and errno. */
int seashell_forbid_dumps(void);

/* Whether the process may be dumped (PR_GET_DUMPABLE). */
int seashell_allows_dumps(void);

/* write(2) that raises no SIGPIPE, whatever the process does with that signal. */
long seashell_write(int descriptor, const void *bytes, size_t count);

/* Writes, in a signal handler, one line: the program's name, its build ID, and where the calls are that
   led to the signal, as offsets in the program's file; `-` is a call in a library. `context` is what the
   handler got. Follows frame pointers, at most 64. */
void seashell_write_stack(int descriptor, const void *context);

#endif
