#define _GNU_SOURCE
#include "CProcess.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

/* The beginning and end of the program in memory, set by the linker. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));
extern const char _end __attribute__((visibility("hidden")));

/* A line; text that does not fit is dropped. */
struct line {
  char text[2048];
  size_t length;
};

static void add(struct line *line, const char *text) {
  size_t length = strlen(text);
  if (line->length + length >= sizeof line->text) return;
  memcpy(line->text + line->length, text, length);
  line->length += length;
}

static void add_number(struct line *line, uintptr_t number) {
  char digits[2 + 2 * sizeof number + 1];
  char *digit = digits + sizeof digits;
  *--digit = 0;
  do {
    *--digit = "0123456789abcdef"[number % 16];
    number /= 16;
  } while (number);
  *--digit = 'x';
  *--digit = '0';
  add(line, digit);
}

/* Adds the build ID, which identifies the build that the offsets belong to. */
static void add_build(struct line *line) {
  const char *base = (const char *)&__ehdr_start;
  const ElfW(Phdr) *segment = (const ElfW(Phdr) *)(base + __ehdr_start.e_phoff);
  for (int index = 0; index < __ehdr_start.e_phnum; index++, segment++) {
    if (segment->p_type != PT_NOTE) continue;
    const char *note = base + segment->p_vaddr, *end = note + segment->p_memsz;
    while (note + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)note;
      size_t align = segment->p_align < 4 ? 4 : segment->p_align;
      const char *name = note + sizeof *head;
      const unsigned char *bytes = (const unsigned char *)note
                                   + ((sizeof *head + head->n_namesz + align - 1) & ~(align - 1));
      if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
        for (size_t byte = 0; byte < head->n_descsz; byte++) {
          char digits[3] = {"0123456789abcdef"[bytes[byte] >> 4],
                            "0123456789abcdef"[bytes[byte] & 15], 0};
          add(line, digits);
        }
        return;
      }
      note = (const char *)bytes + ((head->n_descsz + align - 1) & ~(align - 1));
    }
  }
  add(line, "unknown");
}

/* Adds an address as an offset, as `nm` shows it; returns whether it is in the program. */
static void add_place(struct line *line, uintptr_t place) {
  uintptr_t begin = (uintptr_t)&__ehdr_start;
  add(line, " ");
  if (place >= begin && place < (uintptr_t)&_end) {
    add_number(line, place - begin);
  } else {
    add(line, "-");
  }
}

void seashell_write_stack(int descriptor, const void *context) {
  static struct line line;
  int code = errno;
  line.length = 0;
  add(&line, "stack of ");
  add(&line, program_invocation_short_name);
  add(&line, ", build ");
  add_build(&line);
  add(&line, ":");

  uintptr_t place = 0, frame = 0;
  const ucontext_t *state = context;
#if defined(__x86_64__)
  place = (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
  frame = (uintptr_t)state->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  place = (uintptr_t)state->uc_mcontext.pc;
  frame = (uintptr_t)state->uc_mcontext.regs[29];
#endif
  add_place(&line, place);
  for (int count = 1; count < 64; count++) {
    /* A frame begins with the caller's frame and the return address. It is read by a call that fails
       where a direct read would crash. */
    uintptr_t next[2];
    struct iovec local = {next, sizeof next}, remote = {(void *)frame, sizeof next};
    if (process_vm_readv(getpid(), &local, 1, &remote, 1, 0) != (ssize_t)sizeof next) break;
    if (next[1] == 0) break;
    /* The address before the return address, which belongs to the line of the call. */
    add_place(&line, next[1] - 1);
    /* Swift marks the frames of asynchronous functions with these bits. */
    next[0] &= ~((uintptr_t)0xF << 60);
    if (next[0] <= frame) break;
    frame = next[0];
  }
  add(&line, "\n");
  ssize_t written = write(descriptor, line.text, line.length);
  (void)written;
  errno = code;
}
