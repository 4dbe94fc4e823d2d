#pragma once

#include <stddef.h>
#include <stdint.h>

/// Opens libyaml 0.2 at the first call; concurrent calls wait for it.
///
/// Returns null, or a sentence that says why it cannot be used. Every other function here may be
/// called once this has returned null.
const char *_Nullable cyaml_open(void);

/// Reads the events of one text.
typedef struct cyaml_parser cyaml_parser;

/// The kinds of event, by libyaml's numbers.
enum {
  cyaml_none = 0,
  cyaml_stream_start = 1,
  cyaml_stream_end = 2,
  cyaml_document_start = 3,
  cyaml_document_end = 4,
  cyaml_alias = 5,
  cyaml_scalar = 6,
  cyaml_sequence_start = 7,
  cyaml_sequence_end = 8,
  cyaml_mapping_start = 9,
  cyaml_mapping_end = 10,
};

/// An event, whose texts live until the next one is read.
typedef struct {
  int kind;
  /// Whether a scalar has neither quotes nor a tag, so that its type is found from its text.
  int is_plain;
  /// The text of a scalar, in UTF-8.
  const uint8_t *_Nullable text;
  size_t count;
  /// The name of an anchor, or of an alias's target.
  const char *_Nullable anchor;
  const char *_Nullable tag;
  /// The line at which it begins, from 1.
  size_t line;
} cyaml_event;

/// Returns null if memory runs out. The text must outlive the parser.
cyaml_parser *_Nullable cyaml_create(const uint8_t *_Nonnull text, size_t count);
void cyaml_free(cyaml_parser *_Nonnull parser);

/// Reads the next event.
///
/// Returns null, or libyaml's error message; in that case only `line` of the event is set.
const char *_Nullable cyaml_next(cyaml_parser *_Nonnull parser, cyaml_event *_Nonnull event);
