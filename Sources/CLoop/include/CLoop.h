#ifndef SEASHELL_CLOOP_H
#define SEASHELL_CLOOP_H

#include <stdint.h>

/* What is Linux's or Dispatch's own, and therefore not seen by Swift. */

enum { CLOOP_READ = 1, CLOOP_WRITE = 2 };

/* A descriptor that is ready. */
struct cloop_ready {
  int descriptor;
  /* The number that was given when it was added. */
  uint32_t number;
  /* What it is ready for; both if it is broken or its other end is closed, so that whoever waits sees
     it. */
  int events;
};

/* A set of descriptors that can be waited for, closed in programs (epoll(7)); -1 and errno on failure. */
int cloop_set(void);

/* Adds a descriptor to a set, or changes what it is waited for. Returns 0 or an errno value: EPERM for a
   file that never blocks. */
int cloop_add(int set, int descriptor, uint32_t number, int events);

/* Removes a descriptor from a set; one that is not there is ignored. */
void cloop_remove(int set, int descriptor);

/* Waits until descriptors of a set are ready, or until the time is over; -1 waits for ever. Returns how
   many are ready, at most `capacity`; 0 at a signal or when the time is over. */
int cloop_wait(int set, struct cloop_ready *ready, int capacity, int milliseconds);

/* A descriptor that can be rung, and then read, without blocking; closed in programs. */
int cloop_bell(void);
void cloop_ring(int bell);
void cloop_silence(int bell);

/* A descriptor that is readable once Dispatch's main queue has blocks, and the call that runs them. Both
   are for the first thread of a process that does not call dispatch_main(3). */
int cloop_main_queue(void);
void cloop_run_main_queue(void);

#endif
