#include "CShop.h"

/* `#embed` is C23; clang has it in C of any year, and says so. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char catalogue[] = {
#embed "catalogue.txt"
};

static const unsigned char description[] = {
#embed "openapi.json"
};

struct shop_file shop_catalogue(void) {
  return (struct shop_file){catalogue, sizeof catalogue};
}

struct shop_file shop_description(void) {
  return (struct shop_file){description, sizeof description};
}
