#include "CLoop.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int cloop_set(void) { return epoll_create1(EPOLL_CLOEXEC); }

int cloop_add(int set, int descriptor, uint32_t number, int events) {
  struct epoll_event event = {0};
  event.data.u64 = (uint64_t)number << 32 | (uint32_t)descriptor;
  if (events & CLOOP_READ) event.events |= EPOLLIN;
  if (events & CLOOP_WRITE) event.events |= EPOLLOUT;
  if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
  if (errno != EEXIST) return errno;
  return epoll_ctl(set, EPOLL_CTL_MOD, descriptor, &event) == 0 ? 0 : errno;
}

void cloop_remove(int set, int descriptor) {
  struct epoll_event event = {0};
  epoll_ctl(set, EPOLL_CTL_DEL, descriptor, &event);
}

enum { MOST = 64 };

int cloop_wait(int set, struct cloop_ready *ready, int capacity, int milliseconds) {
  struct epoll_event events[MOST];
  int count = epoll_wait(set, events, capacity < MOST ? capacity : MOST, milliseconds);
  for (int index = 0; index < count; index++) {
    uint32_t found = events[index].events;
    int kinds = 0;
    if (found & EPOLLIN) kinds |= CLOOP_READ;
    if (found & EPOLLOUT) kinds |= CLOOP_WRITE;
    if (found & (EPOLLERR | EPOLLHUP)) kinds |= CLOOP_READ | CLOOP_WRITE;
    ready[index].descriptor = (int)(uint32_t)events[index].data.u64;
    ready[index].number = (uint32_t)(events[index].data.u64 >> 32);
    ready[index].events = kinds;
  }
  return count < 0 ? 0 : count;
}

int cloop_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cloop_ring(int bell) {
  uint64_t one = 1;
  while (write(bell, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void cloop_silence(int bell) {
  uint64_t count;
  while (read(bell, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

/* Dispatch's interface for run loops, as Foundation's run loop uses it. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

static int main_queue = -1;

int cloop_main_queue(void) {
  if (main_queue < 0) main_queue = _dispatch_get_main_queue_handle_4CF();
  return main_queue;
}

void cloop_run_main_queue(void) {
  cloop_silence(main_queue);
  _dispatch_main_queue_callback_4CF(NULL);
}
