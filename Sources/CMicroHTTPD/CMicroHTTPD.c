#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define FUNCTIONS(use) \
  use(MHD_start_daemon) \
  use(MHD_quiesce_daemon) \
  use(MHD_stop_daemon) \
  use(MHD_suspend_connection) \
  use(MHD_resume_connection) \
  use(MHD_get_connection_info) \
  use(MHD_get_connection_values) \
  use(MHD_create_response_from_buffer) \
  use(MHD_create_response_from_callback) \
  use(MHD_add_response_header) \
  use(MHD_queue_response) \
  use(MHD_destroy_response)

#define DECLARE(name) __typeof__(&name) name;
static struct {
  FUNCTIONS(DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void openLibrary(void) {
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "libmicrohttpd.so.12 is missing");
    return;
  }
#define FIND(name) \
  library.name = (__typeof__(library.name))dlsym(handle, #name); \
  if (library.name == NULL) { \
    snprintf(failure, sizeof failure, "libmicrohttpd.so.12 has no " #name); \
    return; \
  }
  FUNCTIONS(FIND)
}

const char *CMicroHTTPDOpen(void) {
  pthread_once(&once, openLibrary);
  return failure[0] == '\0' ? NULL : failure;
}

// Escapes stay as they came: whoever reads the target undoes them once, and knows where.
static size_t keepEscapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

struct MHD_Daemon *CMicroHTTPDStart(const struct CMicroHTTPDSettings *settings) {
  return library.MHD_start_daemon(
    MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL,
    settings->handle, settings->context,
    MHD_OPTION_LISTEN_SOCKET, settings->listeningSocket,
    MHD_OPTION_CONNECTION_LIMIT, settings->maximumConnections,
    MHD_OPTION_CONNECTION_TIMEOUT, settings->idleSeconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memoryPerConnection,
    MHD_OPTION_URI_LOG_CALLBACK, settings->began, settings->context,
    MHD_OPTION_UNESCAPE_CALLBACK, keepEscapes, NULL,
    MHD_OPTION_NOTIFY_COMPLETED, settings->ended, settings->context,
    MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
    MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_END);
}

int CMicroHTTPDQuiesce(struct MHD_Daemon *daemon) { return library.MHD_quiesce_daemon(daemon); }

void CMicroHTTPDStop(struct MHD_Daemon *daemon) { library.MHD_stop_daemon(daemon); }

void CMicroHTTPDSuspend(struct MHD_Connection *connection) {
  library.MHD_suspend_connection(connection);
}

void CMicroHTTPDResume(struct MHD_Connection *connection) {
  library.MHD_resume_connection(connection);
}

int CMicroHTTPDSocket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

const struct sockaddr *CMicroHTTPDClient(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

void *CMicroHTTPDConnectionContext(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

unsigned int CMicroHTTPDStatus(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

void CMicroHTTPDHeaders(
  struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context) {
  library.MHD_get_connection_values(connection, MHD_HEADER_KIND, iterator, context);
}

struct MHD_Response *CMicroHTTPDResponse(const void *bytes, size_t count) {
  return library.MHD_create_response_from_buffer(
    count, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *CMicroHTTPDStream(
  uint64_t size, size_t piece, MHD_ContentReaderCallback read, void *context,
  MHD_ContentReaderFreeCallback release) {
  return library.MHD_create_response_from_callback(size, piece, read, context, release);
}

bool CMicroHTTPDAddHeader(struct MHD_Response *response, const char *name, const char *value) {
  return library.MHD_add_response_header(response, name, value) == MHD_YES;
}

enum MHD_Result CMicroHTTPDSend(
  struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  enum MHD_Result result = library.MHD_queue_response(connection, status, response);
  library.MHD_destroy_response(response);
  return result;
}
