#pragma once

#include <curl/curl.h>

/// Opens and prepares libcurl 4 at the first call; concurrent calls wait for it.
///
/// Returns null, or a sentence that says why it cannot be used. Every other function here may be
/// called once this has returned null.
const char *_Nullable ccurl_open(void);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *_Nonnull easy);
void ccurl_easy_reset(CURL *_Nonnull easy);
CURLcode ccurl_easy_pause(CURL *_Nonnull easy, int directions);
const char *_Nonnull ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value);
CURLcode ccurl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);

typedef size_t (*ccurl_bytes_callback)(
  char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef int (*ccurl_request_callback)(
  void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port,
  int local_port);

/// Sets the function that receives a response's header lines or body, or that supplies a request's body.
CURLcode ccurl_set_bytes_callback(
  CURL *_Nonnull easy, CURLoption option, ccurl_bytes_callback _Nonnull callback);

/// Sets the function to call when a connection is open and the request is about to be sent.
CURLcode ccurl_set_request_callback(CURL *_Nonnull easy, ccurl_request_callback _Nonnull callback);

/// Makes libcurl open sockets that programs started meanwhile do not inherit.
CURLcode ccurl_set_private_sockets(CURL *_Nonnull easy);

/// Sets the function that opens sockets, or returns CURL_SOCKET_BAD for an address that it refuses.
///
/// It is called with exactly the address that libcurl then connects to.
CURLcode ccurl_set_socket_callback(
  CURL *_Nonnull easy, curl_opensocket_callback _Nonnull callback, const void *_Nullable context);

/// Opens a socket that a program started meanwhile does not inherit.
curl_socket_t ccurl_open_private_socket(const struct curl_sockaddr *_Nonnull address);

/// Copies the 4 or 16 bytes of an IP address, in network order.
///
/// Returns the number of bytes; 0 for an address of another kind. There must be room for 16.
size_t ccurl_address_bytes(
  const struct curl_sockaddr *_Nonnull address, unsigned char *_Nonnull bytes);

CURLcode ccurl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_offset(CURL *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value);

/// The value of a text, or null. It is valid until the handle is used again.
const char *_Nullable ccurl_get_string(CURL *_Nonnull easy, CURLINFO info);

/// The end of the server certificate's validity, in libcurl's words; null if it is unknown.
///
/// CURLOPT_CERTINFO must be set before the transfer.
const char *_Nullable ccurl_certificate_end(CURL *_Nonnull easy);

/// Performs a transfer and blocks until its end.
CURLcode ccurl_easy_perform(CURL *_Nonnull easy);

/// The versions of libcurl and of the libraries that it uses: `libcurl/8.5.0 OpenSSL/3.0.13 …`.
const char *_Nonnull ccurl_version(void);

struct curl_slist *_Nullable ccurl_slist_append(
  struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_slist_free(struct curl_slist *_Nullable list);

/// Creates cookies that several handles share on one thread: CURLOPT_SHARE.
///
/// They last as long as the process.
CURLSH *_Nullable ccurl_cookies_init(void);

/// All cookies that a handle knows, each as a line of a cookie file; free the list.
struct curl_slist *_Nullable ccurl_get_cookies(CURL *_Nonnull easy);

CURLM *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy);

typedef int (*ccurl_socket_callback)(
  CURL *_Nullable easy, curl_socket_t socket, int events, void *_Nullable context,
  void *_Nullable kept);
typedef int (*ccurl_timer_callback)(
  CURLM *_Nullable multi, long milliseconds, void *_Nullable context);

/// Sets the functions that watch a socket and that set a timer in milliseconds; -1 removes the timer.
void ccurl_multi_watch(
  CURLM *_Nonnull multi, ccurl_socket_callback _Nonnull socket, ccurl_timer_callback _Nonnull timer,
  void *_Nullable context);

/// Continues the transfers of a socket that is ready; with CURL_SOCKET_TIMEOUT, those whose timer has
/// expired.
CURLMcode ccurl_multi_act(CURLM *_Nonnull multi, curl_socket_t socket, int events);

/// Removes and returns the next transfer that has ended.
///
/// Returns null when there is none.
CURL *_Nullable ccurl_multi_take_ended(CURLM *_Nonnull multi, CURLcode *_Nonnull result);

