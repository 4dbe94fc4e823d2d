/// The address at which a server listens, and the limits that it sets to clients.
package struct HTTPServerSettings: Sendable {
  /// The host to listen at: a name or an address.
  package var host = "127.0.0.1"

  /// The port to listen at; 0 lets the system choose a free one.
  package var port = 0

  /// The number of connections that may be open at once.
  ///
  /// It is lower if the process may open fewer files.
  package var maximumConnections = 1_000

  /// The number of seconds without a byte after which a connection is closed, except while the handler
  /// works.
  package var idleSeconds = 30

  /// The number of seconds in which a request must arrive, from its first line to its last byte; also
  /// the number of seconds to wait for that first line.
  package var arrivalSeconds = 60

  /// The longest head of a request, in bytes.
  package var maximumHead = 32 << 10

  /// The longest body of a request, in bytes.
  package var maximumBody = 1 << 20

  /// The number of bytes held at once in the bodies of all requests.
  package var maximumRequestBytes = 64 << 20

  /// The number of bytes held at once in responses that clients have not read.
  ///
  /// Responses of at most 64 KiB are not counted.
  package var maximumResponseBytes = 64 << 20

  /// Creates settings that serve this machine only.
  package init() {}
}
