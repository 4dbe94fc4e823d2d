#ifndef SEASHELL_CHELP_H
#define SEASHELL_CHELP_H

#include <stddef.h>

/* The pages of `help`, which are in the program. */

struct help_page {
  /* The word to type after `help`. */
  const char *name;
  /* The file Documentation/Help/NAME.txt, with a zero at its end. */
  const unsigned char *text;
};

struct help_pages {
  const struct help_page *first;
  size_t count;
};

/* All pages, in reading order. */
struct help_pages help_pages(void);

#endif
