#include "CCurl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/* The functions in use, each looked up by name after the library is opened. */
#define FUNCTIONS(F)                                                                     \
  F(CURLcode, curl_global_init, (long))                                                  \
  F(CURL *, curl_easy_init, (void))                                                      \
  F(void, curl_easy_cleanup, (CURL *))                                                   \
  F(void, curl_easy_reset, (CURL *))                                                     \
  F(CURLcode, curl_easy_perform, (CURL *))                                               \
  F(char *, curl_version, (void))                                                        \
  F(CURLcode, curl_easy_pause, (CURL *, int))                                            \
  F(const char *, curl_easy_strerror, (CURLcode))                                        \
  F(CURLcode, curl_easy_setopt, (CURL *, CURLoption, ...))                               \
  F(CURLcode, curl_easy_getinfo, (CURL *, CURLINFO, ...))                                \
  F(struct curl_slist *, curl_slist_append, (struct curl_slist *, const char *))         \
  F(void, curl_slist_free_all, (struct curl_slist *))                                    \
  F(CURLM *, curl_multi_init, (void))                                                    \
  F(CURLMcode, curl_multi_cleanup, (CURLM *))                                            \
  F(CURLMcode, curl_multi_add_handle, (CURLM *, CURL *))                                 \
  F(CURLMcode, curl_multi_remove_handle, (CURLM *, CURL *))                              \
  F(CURLMcode, curl_multi_setopt, (CURLM *, CURLMoption, ...))                           \
  F(CURLMcode, curl_multi_socket_action, (CURLM *, curl_socket_t, int, int *))           \
  F(CURLMsg *, curl_multi_info_read, (CURLM *, int *))                                   \
  F(CURLSH *, curl_share_init, (void))                                                   \
  F(CURLSHcode, curl_share_setopt, (CURLSH *, CURLSHoption, ...))

/* In curl.h some of these are macros that check the types of what they are given. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

#define MEMBER(result, name, arguments) result(*name) arguments;
static struct { FUNCTIONS(MEMBER) } lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void open_library(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libcurl 4 is needed: install libcurl4";
    return;
  }
#define FIND(result, name, arguments)                                                    \
  *(void **)&lib.name = dlsym(library, #name);                                           \
  if (!lib.name) {                                                                       \
    failure = "the libcurl that is installed is too old: 7.85 or later is needed";       \
    return;                                                                              \
  }
  FUNCTIONS(FIND)

  /* OpenSSL would free its memory when the process exits, while another thread may still be using
     it. 0x80000 is OPENSSL_INIT_NO_ATEXIT. */
  int (*init_crypto)(uint64_t, const void *);
  *(void **)&init_crypto = dlsym(library, "OPENSSL_init_crypto");
  if (init_crypto) init_crypto(0x80000, NULL);

  /* A broken TLS connection would end a program that has no handler for SIGPIPE. */
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
    signal(SIGPIPE, SIG_IGN);
  }

  if (lib.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    failure = "libcurl could not be prepared";
  }
}

const char *ccurl_open(void) {
  pthread_once(&once, open_library);
  return failure;
}

CURL *ccurl_easy_init(void) { return lib.curl_easy_init(); }

void ccurl_easy_cleanup(CURL *easy) { lib.curl_easy_cleanup(easy); }

void ccurl_easy_reset(CURL *easy) { lib.curl_easy_reset(easy); }

CURLcode ccurl_easy_pause(CURL *easy, int directions) {
  return lib.curl_easy_pause(easy, directions);
}

const char *ccurl_easy_strerror(CURLcode code) { return lib.curl_easy_strerror(code); }

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return lib.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return lib.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return lib.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
  return lib.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_bytes_callback(
  CURL *easy, CURLoption option, ccurl_bytes_callback callback) {
  return lib.curl_easy_setopt(easy, option, callback);
}

CURLcode ccurl_set_request_callback(CURL *easy, ccurl_request_callback callback) {
  return lib.curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

curl_socket_t ccurl_open_private_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static curl_socket_t open_private_socket(
  void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return ccurl_open_private_socket(address);
}

CURLcode ccurl_set_private_sockets(CURL *easy) {
  return lib.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_private_socket);
}

CURLcode ccurl_set_socket_callback(
  CURL *easy, curl_opensocket_callback callback, const void *context) {
  CURLcode code = lib.curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
  if (code != CURLE_OK) return code;
  return lib.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

size_t ccurl_address_bytes(const struct curl_sockaddr *address, unsigned char *bytes) {
  switch (address->family) {
  case AF_INET:
    if (address->addrlen < sizeof(struct sockaddr_in)) return 0;
    memcpy(bytes, (const char *)&address->addr + offsetof(struct sockaddr_in, sin_addr), 4);
    return 4;
  case AF_INET6:
    if (address->addrlen < sizeof(struct sockaddr_in6)) return 0;
    memcpy(bytes, (const char *)&address->addr + offsetof(struct sockaddr_in6, sin6_addr), 16);
    return 16;
  default: return 0;
  }
}

CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return lib.curl_easy_getinfo(easy, info, value);
}

CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return lib.curl_easy_getinfo(easy, info, value);
}

const char *ccurl_version(void) { return lib.curl_version(); }

CURLcode ccurl_easy_perform(CURL *easy) { return lib.curl_easy_perform(easy); }

const char *ccurl_get_string(CURL *easy, CURLINFO info) {
  const char *value = NULL;
  return lib.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

const char *ccurl_certificate_end(CURL *easy) {
  static const char name[] = "Expire date:";
  struct curl_certinfo *chain = NULL;
  if (lib.curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK) return NULL;
  if (!chain || chain->num_of_certs < 1) return NULL;
  for (struct curl_slist *field = chain->certinfo[0]; field; field = field->next) {
    if (strncmp(field->data, name, sizeof name - 1) == 0) return field->data + sizeof name - 1;
  }
  return NULL;
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return lib.curl_slist_append(list, text);
}

void ccurl_slist_free(struct curl_slist *list) { lib.curl_slist_free_all(list); }

CURLSH *ccurl_cookies_init(void) {
  CURLSH *cookies = lib.curl_share_init();
  if (cookies) lib.curl_share_setopt(cookies, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  return cookies;
}

struct curl_slist *ccurl_get_cookies(CURL *easy) {
  struct curl_slist *list = NULL;
  return lib.curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &list) == CURLE_OK ? list : NULL;
}

CURLM *ccurl_multi_init(void) { return lib.curl_multi_init(); }

void ccurl_multi_cleanup(CURLM *multi) { lib.curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) {
  return lib.curl_multi_add_handle(multi, easy);
}

CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) {
  return lib.curl_multi_remove_handle(multi, easy);
}

void ccurl_multi_watch(
  CURLM *multi, ccurl_socket_callback socket, ccurl_timer_callback timer, void *context) {
  lib.curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  lib.curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  lib.curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  lib.curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

CURLMcode ccurl_multi_act(CURLM *multi, curl_socket_t socket, int events) {
  int running;
  return lib.curl_multi_socket_action(multi, socket, events, &running);
}

CURL *ccurl_multi_take_ended(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = lib.curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
