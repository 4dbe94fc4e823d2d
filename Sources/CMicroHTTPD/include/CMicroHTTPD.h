#pragma once

// Only the header of libmicrohttpd is used when this is built: the library itself is opened at the
// first use, so that a program that serves nothing does not pay for it.
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// How a daemon listens, what it allows, and what it calls.
struct CMicroHTTPDSettings {
  /// A socket that listens already.
  int listeningSocket;
  /// How many connections may be open at once.
  unsigned int maximumConnections;
  /// After how many seconds without a byte a connection is closed.
  unsigned int idleSeconds;
  /// How many bytes a connection may use, the whole head of a request included.
  size_t memoryPerConnection;
  /// What every function below is given first.
  void *context;
  /// Called as soon as a request's first line is there, with its target as it came; what it returns is
  /// the request's own.
  void *(*began)(void *context, const char *target, struct MHD_Connection *connection);
  /// Called when a request's head has come, for each piece of its body, and when it is whole.
  MHD_AccessHandlerCallback handle;
  /// Called when a request that began is over, however it ended.
  MHD_RequestCompletedCallback ended;
  /// Called when a connection is opened, and when it is closed.
  MHD_NotifyConnectionCallback connection;
};

/// Opens the library, once for the process.
///
/// Nothing below may be called before it has succeeded.
///
/// @return NULL where it is there, else what is wrong.
const char *CMicroHTTPDOpen(void);

/// Starts a daemon: one thread of its own, which waits by epoll; connections can be suspended.
///
/// @return NULL where it cannot start; errno says why.
struct MHD_Daemon *CMicroHTTPDStart(const struct CMicroHTTPDSettings *settings);

/// Has a daemon accept no connection any more.
///
/// @return the listening socket, which is the caller's to close.
int CMicroHTTPDQuiesce(struct MHD_Daemon *daemon);

/// Closes what is open and waits for the daemon's thread. No connection may be suspended.
void CMicroHTTPDStop(struct MHD_Daemon *daemon);

/// Leaves a connection alone until it is resumed.
void CMicroHTTPDSuspend(struct MHD_Connection *connection);

/// Goes on with a connection, from any thread.
void CMicroHTTPDResume(struct MHD_Connection *connection);

/// A connection's socket; -1 where it is not known.
int CMicroHTTPDSocket(struct MHD_Connection *connection);

/// The address of a connection's client; NULL where it is not known.
const struct sockaddr *CMicroHTTPDClient(struct MHD_Connection *connection);

/// What the caller keeps with a connection, shared by its requests; NULL where it keeps nothing.
void *CMicroHTTPDConnectionContext(struct MHD_Connection *connection);

/// The status that was sent, the daemon's own refusals included; 0 where none was.
unsigned int CMicroHTTPDStatus(struct MHD_Connection *connection);

/// Calls a function with each field of a request's head.
void CMicroHTTPDHeaders(
  struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context);

/// A response of bytes that are here; they are copied.
struct MHD_Response *CMicroHTTPDResponse(const void *bytes, size_t count);

/// A response whose bytes are asked for.
///
/// @param size the whole size, or UINT64_MAX where it is not known.
struct MHD_Response *CMicroHTTPDStream(
  uint64_t size, size_t piece, MHD_ContentReaderCallback read, void *context,
  MHD_ContentReaderFreeCallback release);

/// Adds a field to a response's head.
///
/// @return whether it was taken.
bool CMicroHTTPDAddHeader(struct MHD_Response *response, const char *name, const char *value);

/// Sends a response, and gives it away: the caller may not use it afterwards.
enum MHD_Result CMicroHTTPDSend(
  struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
