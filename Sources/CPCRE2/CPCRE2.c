#include "CPCRE2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

/* The parts of pcre2.h 10.42 in use, as described in pcre2api(3) and pcre2callout(3). Names, numbers
   and parameters are part of the library's binary interface since 10.33, so no header is needed to
   build this. */
#define ALLOW_EMPTY_CLASS 0x00000001u
#define ALT_BSUX 0x00000002u
#define AUTO_CALLOUT 0x00000004u
#define DOLLAR_ENDONLY 0x00000010u
#define MATCH_UNSET_BACKREF 0x00000200u
#define UTF 0x00080000u
#define NEVER_BACKSLASH_C 0x00100000u
#define EXTRA_ALT_BSUX 0x00000020u
#define NEWLINE_ANYCRLF 5u
#define CONFIG_VERSION 11u
#define ERROR_NOMATCH (-1)
#define ERROR_MATCHLIMIT (-47)

typedef int callout(void *block, void *context);

/* The functions in use, each looked up by name after the library is opened. */
#define FUNCTIONS(F)                                                                     \
  F(int, pcre2_config_8, (uint32_t, void *))                                             \
  F(void *, pcre2_compile_context_create_8, (void *))                                    \
  F(void, pcre2_compile_context_free_8, (void *))                                        \
  F(int, pcre2_set_compile_extra_options_8, (void *, uint32_t))                          \
  F(int, pcre2_set_newline_8, (void *, uint32_t))                                        \
  F(void *, pcre2_compile_8,                                                             \
    (const uint8_t *, size_t, uint32_t, int *, size_t *, void *))                        \
  F(void, pcre2_code_free_8, (void *))                                                   \
  F(void *, pcre2_match_context_create_8, (void *))                                      \
  F(void, pcre2_match_context_free_8, (void *))                                          \
  F(int, pcre2_set_callout_8, (void *, callout *, void *))                               \
  F(int, pcre2_set_match_limit_8, (void *, uint32_t))                                    \
  F(int, pcre2_set_depth_limit_8, (void *, uint32_t))                                    \
  F(int, pcre2_set_heap_limit_8, (void *, uint32_t))                                     \
  F(void *, pcre2_match_data_create_8, (uint32_t, void *))                               \
  F(void, pcre2_match_data_free_8, (void *))                                             \
  F(int, pcre2_match_8,                                                                  \
    (const void *, const uint8_t *, size_t, size_t, uint32_t, void *, void *))

#define MEMBER(result, name, arguments) result(*name) arguments;
static struct { FUNCTIONS(MEMBER) } lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;
/* The manual asks for 24 bytes. */
static char version[64];

static void open_library(void) {
  void *library = dlopen("libpcre2-8.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libpcre2 is needed for patterns: install libpcre2-8-0";
    return;
  }
#define FIND(result, name, arguments)                                                    \
  *(void **)&lib.name = dlsym(library, #name);                                           \
  if (!lib.name) {                                                                       \
    failure = "the libpcre2 that is installed is too old: 10.33 or later is needed";     \
    return;                                                                              \
  }
  FUNCTIONS(FIND)
  lib.pcre2_config_8(CONFIG_VERSION, version);
}

const char *cpcre2_open(void) {
  pthread_once(&once, open_library);
  return failure;
}

const char *cpcre2_version(void) { return version; }

cpcre2_expression *cpcre2_compile(const uint8_t *text, size_t count) {
  void *context = lib.pcre2_compile_context_create_8(NULL);
  if (!context) return NULL;
  lib.pcre2_set_newline_8(context, NEWLINE_ANYCRLF);
  lib.pcre2_set_compile_extra_options_8(context, EXTRA_ALT_BSUX);
  int error;
  size_t place;
  void *code = lib.pcre2_compile_8(
    text, count,
    UTF | NEVER_BACKSLASH_C | ALLOW_EMPTY_CLASS | ALT_BSUX | DOLLAR_ENDONLY | MATCH_UNSET_BACKREF
      | AUTO_CALLOUT,
    &error, &place, context);
  lib.pcre2_compile_context_free_8(context);
  return code;
}

void cpcre2_free(cpcre2_expression *expression) { lib.pcre2_code_free_8(expression); }

/* The rest of a match's budget. */
struct budget {
  uint32_t steps;
  /* How many steps lie between two readings of the clock, a power of two, minus one. */
  uint32_t pause;
  uint64_t end;
};

static uint64_t computed(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Called before each item of the expression is tried. PCRE2's own limit restarts at each position of
   the text, and does not count items that read much text at once, such as `a*`. */
static int spend(void *block, void *context) {
  (void)block;
  struct budget *budget = context;
  if (budget->steps == 0) return ERROR_MATCHLIMIT;
  budget->steps--;
  if ((budget->steps & budget->pause) == 0 && computed() > budget->end) return ERROR_MATCHLIMIT;
  return 0;
}

int cpcre2_match(
  const cpcre2_expression *expression, const uint8_t *text, size_t count, uint32_t steps,
  uint32_t milliseconds) {
  struct budget budget = {
    .steps = steps,
    .pause = count > 65536 ? 0 : 15,
    .end = computed() + (uint64_t)milliseconds * 1000000u,
  };
  int result = ERROR_MATCHLIMIT;
  void *context = lib.pcre2_match_context_create_8(NULL);
  void *data = lib.pcre2_match_data_create_8(1, NULL);
  if (context && data) {
    lib.pcre2_set_callout_8(context, spend, &budget);
    lib.pcre2_set_match_limit_8(context, steps);
    lib.pcre2_set_depth_limit_8(context, steps);
    lib.pcre2_set_heap_limit_8(context, 64 << 10);
    result = lib.pcre2_match_8(expression, text, count, 0, 0, data, context);
  }
  if (data) lib.pcre2_match_data_free_8(data);
  if (context) lib.pcre2_match_context_free_8(context);
  if (result >= 0) return 1;
  return result == ERROR_NOMATCH ? 0 : -1;
}
