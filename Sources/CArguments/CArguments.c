#include "CArguments.h"

#include <gnu/libc-version.h>

/* Swift's CommandLine looks for the words below the environment's variables. These follow the words on
   the stack only until setenv(3) is called, which a preloaded library may already have done. glibc
   passes the words to constructors. */

static int count;
static const char *const *words;

__attribute__((constructor)) static void keep(int argc, const char *const *argv) {
  count = argc;
  words = argv;
}

const char *const *seashell_arguments(void) { return words; }
int seashell_argument_count(void) { return count; }

const char *seashell_libc_version(void) { return gnu_get_libc_version(); }
