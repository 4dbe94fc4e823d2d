#include "CYAML.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/* The parts of yaml.h 0.2.5 in use. The names, the numbers and the layout of these structures are part of
   the binary interface of libyaml-0.so.2, so no header is needed to build this. */
typedef struct {
  size_t index, line, column;
} mark;

typedef struct {
  int type;
  union {
    struct {
      char *anchor;
    } alias;
    struct {
      char *anchor, *tag;
      uint8_t *value;
      size_t length;
      int plain_implicit, quoted_implicit, style;
    } scalar;
    /* Sequences and mappings begin with the same members. */
    struct {
      char *anchor, *tag;
      int implicit, style;
    } start;
  } data;
  mark start_mark, end_mark;
} event;

/* The first members of yaml_parser_t, which has 480 bytes. */
typedef struct {
  int error;
  const char *problem;
  size_t problem_offset;
  int problem_value;
  mark problem_mark;
  uint8_t rest[4096];
} parser;

/* The functions in use, each looked up by name after the library is opened. */
#define FUNCTIONS(F)                                                                     \
  F(int, yaml_parser_initialize, (parser *))                                             \
  F(void, yaml_parser_delete, (parser *))                                                \
  F(void, yaml_parser_set_input_string, (parser *, const uint8_t *, size_t))             \
  F(int, yaml_parser_parse, (parser *, event *))                                         \
  F(void, yaml_event_delete, (event *))

#define MEMBER(result, name, arguments) result(*name) arguments;
static struct { FUNCTIONS(MEMBER) } lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void open_library(void) {
  void *library = dlopen("libyaml-0.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libyaml is needed to read YAML: install libyaml-0-2";
    return;
  }
#define FIND(result, name, arguments)                                                    \
  *(void **)&lib.name = dlsym(library, #name);                                           \
  if (!lib.name) {                                                                       \
    failure = "the libyaml that is installed cannot be used: 0.2 is needed";             \
    return;                                                                              \
  }
  FUNCTIONS(FIND)
}

const char *cyaml_open(void) {
  pthread_once(&once, open_library);
  return failure;
}

struct cyaml_parser {
  parser parser;
  /* The last event, whose texts are still in use. */
  event event;
  int has_event;
};

cyaml_parser *cyaml_create(const uint8_t *text, size_t count) {
  cyaml_parser *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  if (!lib.yaml_parser_initialize(&self->parser)) {
    free(self);
    return NULL;
  }
  lib.yaml_parser_set_input_string(&self->parser, text, count);
  return self;
}

void cyaml_free(cyaml_parser *self) {
  if (self->has_event) lib.yaml_event_delete(&self->event);
  lib.yaml_parser_delete(&self->parser);
  free(self);
}

const char *cyaml_next(cyaml_parser *self, cyaml_event *result) {
  if (self->has_event) lib.yaml_event_delete(&self->event);
  self->has_event = lib.yaml_parser_parse(&self->parser, &self->event);
  *result = (cyaml_event){0};
  if (!self->has_event) {
    result->line = self->parser.problem_mark.line + 1;
    return self->parser.problem ? self->parser.problem : "it cannot be read";
  }
  const event *event = &self->event;
  result->kind = event->type;
  result->line = event->start_mark.line + 1;
  switch (event->type) {
  case cyaml_alias: result->anchor = event->data.alias.anchor; break;
  case cyaml_scalar:
    result->anchor = event->data.scalar.anchor;
    result->tag = event->data.scalar.tag;
    result->text = event->data.scalar.value;
    result->count = event->data.scalar.length;
    result->is_plain = event->data.scalar.plain_implicit;
    break;
  case cyaml_sequence_start:
  case cyaml_mapping_start:
    result->anchor = event->data.start.anchor;
    result->tag = event->data.start.tag;
    break;
  default: break;
  }
  return NULL;
}
