#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is used of libnats's own header is declared here again, so that no header is needed.
typedef enum {
  NATS_OK = 0,
  NATS_CONNECTION_CLOSED = 5,
  NATS_INSUFFICIENT_BUFFER = 23,
  NATS_NO_MEMORY = 24,
} natsStatus;
typedef struct __natsConnection natsConnection;
typedef struct __natsSubscription natsSubscription;
typedef void (*natsOnCompleteCB)(void *_Nullable closure);

/// Opens and prepares libnats 3 at the first call; concurrent calls wait for it.
///
/// Returns null, or a sentence that says why it cannot be used. Every other function here may be
/// called once this has returned null.
const char *_Nullable cnats_open(void);

/// How to connect. A text that is null is not used.
struct cnats_settings {
  /// Addresses of one cluster, each `nats://host:4222` or `tls://host:4222`. They are tried in any order.
  const char *_Nonnull const *_Nullable servers;
  int server_count;
  /// The name of this client, which the server's operator sees.
  const char *_Nonnull name;
  const char *_Nullable user;
  const char *_Nullable password;
  const char *_Nullable token;
  /// A file with a user's token and seed, as `nsc` writes it.
  const char *_Nullable credentials_file;
  /// A public NKey, and the file of its seed.
  const char *_Nullable nkey;
  const char *_Nullable seed_file;
  /// A file of trusted certificates; null for the system's.
  const char *_Nullable authorities_file;
  /// Whether the connection must be encrypted.
  bool is_secure;
};

/// A message as a callback receives it; nothing of it lasts longer than the call.
struct cnats_message {
  const char *_Nonnull subject;
  const char *_Nullable reply;
  const char *_Nullable data;
  int length;
  /// A status that the server put in place of a message, such as `404`; null for a message.
  const char *_Nullable status;
  const char *_Nullable description;
  /// The names and first values of the header fields, in turn.
  const char *_Nonnull const *_Nullable fields;
  int field_count;
};

enum cnats_change {
  CNATS_DISCONNECTED,
  CNATS_RECONNECTED,
  CNATS_CLOSED,
  CNATS_ERROR,
};

/// Called by a thread of libnats for each message.
typedef void (*cnats_message_callback)(
  const struct cnats_message *_Nonnull message, void *_Nonnull context);

/// Called by a thread of libnats when the connection changes.
///
/// The text says why, if that is known. After `CNATS_CLOSED` there are no more calls.
typedef void (*cnats_change_callback)(
  enum cnats_change change, const char *_Nullable text, void *_Nonnull context);

/// Connects, and blocks until that has succeeded or failed.
///
/// Returns null, and copies the reason into `reason`, if it failed; then the callback is never called.
natsConnection *_Nullable cnats_connect(
  const struct cnats_settings *_Nonnull settings, cnats_change_callback _Nonnull callback,
  void *_Nonnull context, char *_Nonnull reason, size_t size);

/// Begins to receive the messages of a subject, which may end in `.*` or `.>`.
///
/// `completed` is called once after the last call of `callback`.
natsSubscription *_Nullable cnats_subscribe(
  natsConnection *_Nonnull connection, const char *_Nonnull subject,
  cnats_message_callback _Nonnull callback, natsOnCompleteCB _Nonnull completed,
  void *_Nonnull context);

/// Lets the server send nothing more, and blocks until the callback has received what it had sent, or for so many
/// milliseconds.
void cnats_drain(natsSubscription *_Nonnull subscription, int64_t patience);

/// Ends a subscription.
void cnats_unsubscribe(natsSubscription *_Nonnull subscription);

/// Sends a message; it does not wait for an answer, but for room in the system's buffer, up to 30 seconds.
///
/// While the connection is lost it returns `NATS_INSUFFICIENT_BUFFER`.
///
/// `fields` are the names and values of header fields, in turn. `reply` may be null.
natsStatus cnats_publish(
  natsConnection *_Nonnull connection, const char *_Nonnull subject, const char *_Nullable reply,
  const char *_Nonnull const *_Nullable fields, int field_count, const void *_Nullable data,
  int length);

/// The greatest size of a message, in bytes, that the server takes.
int64_t cnats_largest_message(natsConnection *_Nonnull connection);

/// Closes and frees a connection, also while it reconnects. It may block for a moment.
void cnats_close(natsConnection *_Nonnull connection);

/// A status in words.
const char *_Nonnull cnats_text(natsStatus status);
