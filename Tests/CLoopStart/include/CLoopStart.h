#ifndef SEASHELL_CLOOPSTART_H
#define SEASHELL_CLOOPSTART_H

/* The variable with which the tests run on the loop of the main thread. */
#define SEASHELL_TEST_LOOP "SEASHELL_TEST_LOOP"

#endif
