#include "CLoopStart.h"

#include <stdlib.h>

/* In LoopStart. */
extern void seashell_start_loop(void);

/* The executors must be there before the first task, and the runner of the tests makes it. */
__attribute__((constructor)) static void start(void) {
  if (getenv(SEASHELL_TEST_LOOP)) seashell_start_loop();
}
