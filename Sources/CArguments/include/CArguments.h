#ifndef SEASHELL_CARGUMENTS_H
#define SEASHELL_CARGUMENTS_H

/* The command line, as passed by the kernel: the program's name and its words. */
const char *const *seashell_arguments(void);

/* The number of words, including the program's name. */
int seashell_argument_count(void);

/* The version of the C library that the process uses, such as 2.36. */
const char *seashell_libc_version(void);

#endif
