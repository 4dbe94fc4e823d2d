#include "CNATS.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

typedef struct __natsOptions natsOptions;
typedef struct __natsMsg natsMsg;
typedef void (*natsMsgHandler)(natsConnection *, natsSubscription *, natsMsg *, void *);
typedef void (*natsConnectionHandler)(natsConnection *, void *);
typedef void (*natsErrHandler)(natsConnection *, natsSubscription *, natsStatus, void *);

/* The functions in use, each looked up by name after the library is opened. */
#define FUNCTIONS(F)                                                                               \
  F(natsStatus, nats_Open, (int64_t))                                                              \
  F(const char *, nats_GetLastError, (natsStatus *))                                               \
  F(const char *, natsStatus_GetText, (natsStatus))                                                \
  F(natsStatus, natsOptions_Create, (natsOptions **))                                              \
  F(void, natsOptions_Destroy, (natsOptions *))                                                    \
  F(natsStatus, natsOptions_SetServers, (natsOptions *, const char **, int))                       \
  F(natsStatus, natsOptions_SetName, (natsOptions *, const char *))                                \
  F(natsStatus, natsOptions_SetTimeout, (natsOptions *, int64_t))                                  \
  F(natsStatus, natsOptions_SetUserInfo, (natsOptions *, const char *, const char *))              \
  F(natsStatus, natsOptions_SetToken, (natsOptions *, const char *))                               \
  F(natsStatus, natsOptions_SetUserCredentialsFromFiles,                                           \
    (natsOptions *, const char *, const char *))                                                   \
  F(natsStatus, natsOptions_SetNKeyFromSeed, (natsOptions *, const char *, const char *))          \
  F(natsStatus, natsOptions_SetSecure, (natsOptions *, bool))                                      \
  F(natsStatus, natsOptions_LoadCATrustedCertificates, (natsOptions *, const char *))              \
  F(natsStatus, natsOptions_SetMaxReconnect, (natsOptions *, int))                                 \
  F(natsStatus, natsOptions_SetReconnectWait, (natsOptions *, int64_t))                            \
  F(natsStatus, natsOptions_SetPingInterval, (natsOptions *, int64_t))                             \
  F(natsStatus, natsOptions_SetReconnectBufSize, (natsOptions *, int))                             \
  F(natsStatus, natsOptions_SetSendAsap, (natsOptions *, bool))                                    \
  F(natsStatus, natsOptions_SetIgnoreDiscoveredServers, (natsOptions *, bool))                     \
  F(natsStatus, natsOptions_SetErrorHandler, (natsOptions *, natsErrHandler, void *))              \
  F(natsStatus, natsOptions_SetClosedCB, (natsOptions *, natsConnectionHandler, void *))           \
  F(natsStatus, natsOptions_SetDisconnectedCB, (natsOptions *, natsConnectionHandler, void *))     \
  F(natsStatus, natsOptions_SetReconnectedCB, (natsOptions *, natsConnectionHandler, void *))      \
  F(natsStatus, natsConnection_Connect, (natsConnection **, natsOptions *))                        \
  F(natsStatus, natsConnection_GetLastError, (natsConnection *, const char **))                    \
  F(natsStatus, natsConnection_PublishMsg, (natsConnection *, natsMsg *))                          \
  F(int64_t, natsConnection_GetMaxPayload, (natsConnection *))                                     \
  F(void, natsConnection_Destroy, (natsConnection *))                                              \
  F(natsStatus, natsConnection_Subscribe,                                                          \
    (natsSubscription **, natsConnection *, const char *, natsMsgHandler, void *))                 \
  F(natsStatus, natsSubscription_SetOnCompleteCB, (natsSubscription *, natsOnCompleteCB, void *))  \
  F(natsStatus, natsSubscription_Drain, (natsSubscription *))                                      \
  F(natsStatus, natsSubscription_WaitForDrainCompletion, (natsSubscription *, int64_t))            \
  F(natsStatus, natsSubscription_Unsubscribe, (natsSubscription *))                                \
  F(void, natsSubscription_Destroy, (natsSubscription *))                                          \
  F(natsStatus, natsMsg_Create, (natsMsg **, const char *, const char *, const char *, int))       \
  F(void, natsMsg_Destroy, (natsMsg *))                                                            \
  F(const char *, natsMsg_GetSubject, (const natsMsg *))                                           \
  F(const char *, natsMsg_GetReply, (const natsMsg *))                                             \
  F(const char *, natsMsg_GetData, (const natsMsg *))                                              \
  F(int, natsMsg_GetDataLength, (const natsMsg *))                                                 \
  F(natsStatus, natsMsgHeader_Set, (natsMsg *, const char *, const char *))                        \
  F(natsStatus, natsMsgHeader_Get, (natsMsg *, const char *, const char **))                       \
  F(natsStatus, natsMsgHeader_Keys, (natsMsg *, const char ***, int *))

#define MEMBER(result, name, arguments) result(*name) arguments;
static struct { FUNCTIONS(MEMBER) } lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

/* libnats opens sockets that programs started meanwhile inherit: such a program could use the connection,
   and would keep it open when this one is killed. And who sends to a server that takes nothing would wait
   for ever. The sockets that were there before are others'. */
static pthread_mutex_t sockets_lock = PTHREAD_MUTEX_INITIALIZER;
static ino_t foreign[1024];

static void each_shared_socket(bool is_first) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return;
  pthread_mutex_lock(&sockets_lock);
  for (struct dirent *entry; (entry = readdir(folder));) {
    int descriptor = atoi(entry->d_name);
    struct stat status;
    if (descriptor < 3 || fstat(descriptor, &status) != 0 || !S_ISSOCK(status.st_mode)) continue;
    if (fcntl(descriptor, F_GETFD) != 0) continue;
    bool is_known = descriptor < (int)(sizeof foreign / sizeof *foreign);
    if (is_first && is_known) foreign[descriptor] = status.st_ino;
    if (is_first || (is_known && foreign[descriptor] == status.st_ino)) continue;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    unsigned int patience = 30000;
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
  }
  pthread_mutex_unlock(&sockets_lock);
  closedir(folder);
}

static void open_library(void) {
  each_shared_socket(true);
  void *library = dlopen("libnats.so.3.4", RTLD_NOW | RTLD_LOCAL);
  for (int minor = 3; !library && minor <= 10; minor++) {
    char name[24];
    snprintf(name, sizeof name, "libnats.so.3.%d", minor);
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) {
    failure = "libnats 3 is needed: install libnats3.4";
    return;
  }
#define FIND(result, name, arguments)                                                              \
  *(void **)&lib.name = dlsym(library, #name);                                                     \
  if (!lib.name) {                                                                                 \
    failure = "the libnats that is installed is too old: 3.3 or later is needed";                  \
    return;                                                                                        \
  }
  FUNCTIONS(FIND)

  /* OpenSSL would free its memory when the process exits, while another thread may still be using
     it. 0x80000 is OPENSSL_INIT_NO_ATEXIT. */
  int (*init_crypto)(uint64_t, const void *);
  *(void **)&init_crypto = dlsym(library, "OPENSSL_init_crypto");
  if (init_crypto) init_crypto(0x80000, NULL);

  /* A broken connection would end a program that has no handler for SIGPIPE. */
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
    signal(SIGPIPE, SIG_IGN);
  }
  if (lib.nats_Open(-1) != NATS_OK) failure = "libnats could not be prepared";
}

const char *cnats_open(void) {
  pthread_once(&once, open_library);
  return failure;
}

/* What the handlers of a connection need: libnats keeps a pointer for each of them. */
struct watcher {
  cnats_change_callback callback;
  void *context;
};

/* No function of libnats here: while it connects again it holds the connection's lock. */
static void tell(enum cnats_change change, struct watcher *watcher) {
  watcher->callback(change, NULL, watcher->context);
}

static void was_disconnected(natsConnection *connection, void *watcher) {
  (void)connection;
  tell(CNATS_DISCONNECTED, watcher);
}

static void was_reconnected(natsConnection *connection, void *watcher) {
  (void)connection;
  each_shared_socket(false);
  tell(CNATS_RECONNECTED, watcher);
}

static void was_closed(natsConnection *connection, void *watcher) {
  (void)connection;
  tell(CNATS_CLOSED, watcher);
  free(watcher);
}

static void had_error(
  natsConnection *connection, natsSubscription *subscription, natsStatus status, void *closure) {
  (void)subscription;
  struct watcher *watcher = closure;
  const char *text = NULL;
  if (connection) lib.natsConnection_GetLastError(connection, &text);
  watcher->callback(
    CNATS_ERROR, text && *text ? text : lib.natsStatus_GetText(status), watcher->context);
}

static natsStatus prepare(
  natsOptions *options, const struct cnats_settings *settings, struct watcher *watcher) {
  /* It takes a pointer to changeable ones, and copies the texts. */
  natsStatus status = lib.natsOptions_SetServers(
    options, (const char **)settings->servers, settings->server_count);
#define THEN(condition, call)                                                                      \
  if (status == NATS_OK && (condition)) status = lib.call
  THEN(true, natsOptions_SetName(options, settings->name));
  THEN(true, natsOptions_SetTimeout(options, 5000));
  /* It reconnects for as long as the program runs, and notices within a minute that a server is silent. */
  THEN(true, natsOptions_SetMaxReconnect(options, -1));
  THEN(true, natsOptions_SetReconnectWait(options, 500));
  THEN(true, natsOptions_SetPingInterval(options, 20000));
  /* Otherwise each message waits a millisecond for others. */
  THEN(true, natsOptions_SetSendAsap(options, true));
  /* Nothing is kept while the connection is lost: it would be sent long after its sender had given up. The header
     of libnats says that 0 means 8 MB, but it keeps nothing then, which JetStreamTests check. */
  THEN(true, natsOptions_SetReconnectBufSize(options, 0));
  THEN(settings->user, natsOptions_SetUserInfo(options, settings->user, settings->password));
  THEN(settings->token, natsOptions_SetToken(options, settings->token));
  THEN(
    settings->credentials_file,
    natsOptions_SetUserCredentialsFromFiles(options, settings->credentials_file, NULL));
  THEN(settings->nkey, natsOptions_SetNKeyFromSeed(options, settings->nkey, settings->seed_file));
  THEN(settings->is_secure, natsOptions_SetSecure(options, true));
  /* A password that may go to this machine in plain text must not follow a server's hint to another one. */
  THEN(
    !settings->is_secure && (settings->user || settings->token),
    natsOptions_SetIgnoreDiscoveredServers(options, true));
  THEN(
    settings->authorities_file,
    natsOptions_LoadCATrustedCertificates(options, settings->authorities_file));
  THEN(true, natsOptions_SetErrorHandler(options, had_error, watcher));
  THEN(true, natsOptions_SetDisconnectedCB(options, was_disconnected, watcher));
  THEN(true, natsOptions_SetReconnectedCB(options, was_reconnected, watcher));
  THEN(true, natsOptions_SetClosedCB(options, was_closed, watcher));
#undef THEN
  return status;
}

natsConnection *cnats_connect(
  const struct cnats_settings *settings, cnats_change_callback callback, void *context,
  char *reason, size_t size) {
  struct watcher *watcher = malloc(sizeof *watcher);
  natsOptions *options = NULL;
  natsConnection *connection = NULL;
  natsStatus status = watcher ? lib.natsOptions_Create(&options) : NATS_NO_MEMORY;
  if (status == NATS_OK) {
    *watcher = (struct watcher){callback, context};
    status = prepare(options, settings, watcher);
  }
  if (status == NATS_OK) status = lib.natsConnection_Connect(&connection, options);
  if (status != NATS_OK) {
    natsStatus last;
    const char *text = lib.nats_GetLastError(&last);
    snprintf(reason, size, "%s", text && *text ? text : lib.natsStatus_GetText(status));
    free(watcher);
  }
  lib.natsOptions_Destroy(options);
  each_shared_socket(false);
  return status == NATS_OK ? connection : NULL;
}

/* The callbacks of a subscription. */
struct receiver {
  cnats_message_callback callback;
  natsOnCompleteCB completed;
  void *context;
};

static const char *field(natsMsg *message, const char *name) {
  const char *value = NULL;
  return lib.natsMsgHeader_Get(message, name, &value) == NATS_OK ? value : NULL;
}

static void receive(
  natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  (void)connection;
  (void)subscription;
  struct receiver *receiver = closure;
  struct cnats_message copy = {
    .subject = lib.natsMsg_GetSubject(message),
    .reply = lib.natsMsg_GetReply(message),
    .data = lib.natsMsg_GetData(message),
    .length = lib.natsMsg_GetDataLength(message),
  };
  const char **names = NULL, **fields = NULL;
  int count = 0;
  if (lib.natsMsgHeader_Keys(message, &names, &count) == NATS_OK && count > 0) {
    fields = malloc(2 * (size_t)count * sizeof *fields);
    for (int i = 0; fields && i < count; i++) {
      const char *value = field(message, names[i]);
      fields[2 * i] = names[i];
      fields[2 * i + 1] = value ? value : "";
    }
  }
  copy.fields = fields;
  copy.field_count = fields ? count : 0;
  /* Only the server itself sets a status, and then the message has no bytes. */
  if (copy.length == 0) {
    copy.status = field(message, "Status");
    copy.description = field(message, "Description");
  }
  receiver->callback(&copy, receiver->context);
  free(fields);
  free(names);
  lib.natsMsg_Destroy(message);
}

static void has_completed(void *closure) {
  struct receiver *receiver = closure;
  receiver->completed(receiver->context);
  free(receiver);
}

natsSubscription *cnats_subscribe(
  natsConnection *connection, const char *subject, cnats_message_callback callback,
  natsOnCompleteCB completed, void *context) {
  struct receiver *receiver = malloc(sizeof *receiver);
  if (!receiver) return NULL;
  *receiver = (struct receiver){callback, completed, context};
  natsSubscription *subscription = NULL;
  if (lib.natsConnection_Subscribe(&subscription, connection, subject, receive, receiver)
      != NATS_OK) {
    free(receiver);
    return NULL;
  }
  lib.natsSubscription_SetOnCompleteCB(subscription, has_completed, receiver);
  return subscription;
}

void cnats_drain(natsSubscription *subscription, int64_t patience) {
  if (lib.natsSubscription_Drain(subscription) == NATS_OK) {
    lib.natsSubscription_WaitForDrainCompletion(subscription, patience);
  }
}

void cnats_unsubscribe(natsSubscription *subscription) {
  lib.natsSubscription_Unsubscribe(subscription);
  lib.natsSubscription_Destroy(subscription);
}

natsStatus cnats_publish(
  natsConnection *connection, const char *subject, const char *reply, const char *const *fields,
  int field_count, const void *data, int length) {
  natsMsg *message = NULL;
  natsStatus status = lib.natsMsg_Create(&message, subject, reply, data, length);
  for (int i = 0; status == NATS_OK && i < field_count; i++) {
    status = lib.natsMsgHeader_Set(message, fields[2 * i], fields[2 * i + 1]);
  }
  if (status == NATS_OK) status = lib.natsConnection_PublishMsg(connection, message);
  lib.natsMsg_Destroy(message);
  return status;
}

int64_t cnats_largest_message(natsConnection *connection) {
  return lib.natsConnection_GetMaxPayload(connection);
}

void cnats_close(natsConnection *connection) { lib.natsConnection_Destroy(connection); }

const char *cnats_text(natsStatus status) { return lib.natsStatus_GetText(status); }
