#ifndef SEASHELL_CSHOP_H
#define SEASHELL_CSHOP_H

#include <stddef.h>

/* The shop's files, which are in the program. */

struct shop_file {
  const unsigned char *bytes;
  size_t count;
};

/* The products of a new shop, and their reviews: a text for `CatalogueParser`. */
struct shop_file shop_catalogue(void);

/* The description of the shop's API in OpenAPI 3.1. */
struct shop_file shop_description(void);

#endif
