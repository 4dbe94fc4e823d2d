/// A server's address, and its limits for clients.
package struct HTTPServerSettings: Sendable {
  package var host = "127.0.0.1"

  /// The port to listen at; 0 lets the system choose a free one.
  package var port = 0

  /// The maximum number of open connections; lower if the process may not open so many files.
  package var maximumConnections = 1_000

  /// The seconds without a byte after which a connection is closed, unless the handler is working.
  var idleSeconds = 30

  /// How many seconds a request may take to arrive, and how many the server waits for its first byte.
  package var arrivalSeconds = 60

  /// The size limit of a request's head, in bytes.
  package var maximumHead = 32 << 10

  /// The size limit of a request's body, in bytes.
  package var maximumBody = 1 << 20

  /// The limit on the bytes in the bodies of all requests in flight.
  var maximumRequestBytes = 64 << 20

  /// The limit on the bytes in responses that clients have not read yet.
  ///
  /// Responses of at most 64 KiB are not counted.
  var maximumResponseBytes = 64 << 20

  /// Creates settings that serve only this machine.
  package init() {}
}
