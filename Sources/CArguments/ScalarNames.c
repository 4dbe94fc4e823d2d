#include <stdint.h>

/* The release build takes this in place of the function of Swift's library that has the names of all Unicode scalars
   (`--wrap` in the Makefile), so that the linker leaves its tables out: 0.5 MB. Nothing in the program asks for such a
   name. As for a scalar without one, there are none: `Unicode.Scalar.Properties.name` is nil. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar;
  if (buffer && capacity > 0) buffer[0] = 0;
  return 0;
}
