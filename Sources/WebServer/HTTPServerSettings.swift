/// A server's address, and its limits for clients.
package struct HTTPServerSettings: Sendable {
  /// The host to listen at: a name or an address.
  package var host = "127.0.0.1"

  /// The port to listen at; 0 lets the system choose a free one.
  package var port = 0

  /// The largest number of open connections; fewer if the process may open too few files.
  package var maximumConnections = 1_000

  /// The seconds without a byte after which a connection is closed, unless the handler is working.
  package var idleSeconds = 30

  /// The seconds a request may take to arrive, and the seconds to wait for its first byte.
  package var arrivalSeconds = 60

  /// The longest request head, in bytes.
  package var maximumHead = 32 << 10

  /// The longest request body, in bytes.
  package var maximumBody = 1 << 20

  /// The largest number of bytes in the bodies of all requests in flight.
  package var maximumRequestBytes = 64 << 20

  /// The largest number of bytes in responses that clients have not read.
  ///
  /// Responses of at most 64 KiB are not counted.
  package var maximumResponseBytes = 64 << 20

  /// Creates settings that serve this machine only.
  package init() {}
}
