#include "CHelp.h"

/* `#embed` is C23; clang has it in C of any year, and says so. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct help_page pages[] = {
  {"language", (const unsigned char[]){
#embed "../../Documentation/Help/language.txt" suffix(, 0)
  }},
  {"finding", (const unsigned char[]){
#embed "../../Documentation/Help/finding.txt" suffix(, 0)
  }},
  {"pipelines", (const unsigned char[]){
#embed "../../Documentation/Help/pipelines.txt" suffix(, 0)
  }},
  {"blocks", (const unsigned char[]){
#embed "../../Documentation/Help/blocks.txt" suffix(, 0)
  }},
  {"tests", (const unsigned char[]){
#embed "../../Documentation/Help/tests.txt" suffix(, 0)
  }},
  {"expressions", (const unsigned char[]){
#embed "../../Documentation/Help/expressions.txt" suffix(, 0)
  }},
  {"values", (const unsigned char[]){
#embed "../../Documentation/Help/values.txt" suffix(, 0)
  }},
  {"output", (const unsigned char[]){
#embed "../../Documentation/Help/output.txt" suffix(, 0)
  }},
  {"variables", (const unsigned char[]){
#embed "../../Documentation/Help/variables.txt" suffix(, 0)
  }},
  {"quoting", (const unsigned char[]){
#embed "../../Documentation/Help/quoting.txt" suffix(, 0)
  }},
  {"scripts", (const unsigned char[]){
#embed "../../Documentation/Help/scripts.txt" suffix(, 0)
  }},
  {"exit-status", (const unsigned char[]){
#embed "../../Documentation/Help/exit-status.txt" suffix(, 0)
  }},
  {"paging", (const unsigned char[]){
#embed "../../Documentation/Help/paging.txt" suffix(, 0)
  }},
  {"configuration", (const unsigned char[]){
#embed "../../Documentation/Help/configuration.txt" suffix(, 0)
  }},
  {"places", (const unsigned char[]){
#embed "../../Documentation/Help/places.txt" suffix(, 0)
  }},
  {"events", (const unsigned char[]){
#embed "../../Documentation/Help/events.txt" suffix(, 0)
  }},
  {"rules", (const unsigned char[]){
#embed "../../Documentation/Help/rules.txt" suffix(, 0)
  }},
  {"keys", (const unsigned char[]){
#embed "../../Documentation/Help/keys.txt" suffix(, 0)
  }},
};

struct help_pages help_pages(void) {
  return (struct help_pages){pages, sizeof pages / sizeof *pages};
}
