#pragma once

#include <stddef.h>
#include <stdint.h>

/// Opens libpcre2 10.33 or later for UTF-8 at the first call; concurrent calls wait for it.
///
/// Returns null, or a sentence that says why it cannot be used. Every other function here may be
/// called once this has returned null.
const char *_Nullable cpcre2_open(void);

/// A compiled expression, which is immutable: threads may match it at the same time.
typedef struct cpcre2_expression cpcre2_expression;

/// Compiles an expression, in ECMAScript's syntax as far as PCRE2 supports it.
///
/// Returns null if it is malformed or too large, or if memory runs out.
cpcre2_expression *_Nullable cpcre2_compile(const uint8_t *_Nonnull text, size_t count);
void cpcre2_free(cpcre2_expression *_Nonnull expression);

/// Returns whether a text, which must be UTF-8, contains a match: 1 or 0.
///
/// Returns -1 if matching exceeds the steps, the milliseconds of computing, or 64 MiB.
int cpcre2_match(
  const cpcre2_expression *_Nonnull expression, const uint8_t *_Nonnull text, size_t count,
  uint32_t steps, uint32_t milliseconds);

/// The version of libpcre2 and its date: `10.42 2022-12-11`.
const char *_Nonnull cpcre2_version(void);
