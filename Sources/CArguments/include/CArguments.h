#ifndef SEASHELL_CARGUMENTS_H
#define SEASHELL_CARGUMENTS_H

/* The command line, as the kernel gave it to the process: the program's name and its words. */
const char *const *seashell_arguments(void);

/* How many there are. */
int seashell_argument_count(void);

/* The version of the C library that the process uses, such as 2.36. */
const char *seashell_libc_version(void);

#endif
