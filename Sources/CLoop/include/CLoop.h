#ifndef SEASHELL_CLOOP_H
#define SEASHELL_CLOOP_H

#include <stdint.h>

/* Functions of Linux and Dispatch that Swift does not import. */

enum { CLOOP_READ = 1, CLOOP_WRITE = 2 };

/* A descriptor that is ready. */
struct cloop_ready {
  int descriptor;
  /* The number passed when it was added. */
  uint32_t number;
  /* The events that it is ready for; both if it is broken or its other end is closed, so that every
     waiter notices. */
  int events;
};

/* Creates a set of descriptors to wait for (epoll(7)), close-on-exec; -1 and errno on failure. */
int cloop_set(void);

/* Adds a descriptor to a set, or changes its events. Returns 0 or an errno value: EPERM for a
   file that never blocks. */
int cloop_add(int set, int descriptor, uint32_t number, int events);

/* Removes a descriptor from a set, if it is in the set. */
void cloop_remove(int set, int descriptor);

/* Waits until descriptors of a set are ready, or until a timeout; -1 waits for ever. Returns how many are
   ready, at most `capacity`; 0 after a signal or the timeout. */
int cloop_wait(int set, struct cloop_ready *ready, int capacity, int milliseconds);

/* Creates a descriptor that can be rung and then silenced without blocking, close-on-exec. */
int cloop_bell(void);
void cloop_ring(int bell);
void cloop_silence(int bell);

/* A descriptor that is readable once Dispatch's main queue has blocks, and the call that runs them. Both
   are for the first thread of a process that does not call dispatch_main(3). */
int cloop_main_queue(void);
void cloop_run_main_queue(void);

#endif
