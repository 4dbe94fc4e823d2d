/// Where the shop is served, and what a client may take of it.
package struct ShopServerSettings: Sendable {
  /// The host to listen at: a name or an address.
  package var host = "127.0.0.1"

  /// The port to listen at; 0 has the system choose one.
  package var port = 8080

  /// How long every request waits before it is answered.
  package var delay = Duration.zero

  /// The part of requests that are answered with 503, 0 to 1.
  package var failures = 0.0

  /// How many connections may be open at once; fewer where the process may open fewer files.
  package var maximumConnections = 1_000

  /// After how many seconds without a byte a connection is closed, except while the server works.
  package var idleSeconds = 30

  /// How many seconds a request may take to arrive, from its first line to its last byte; and how many
  /// may pass before that first line.
  package var arrivalSeconds = 60

  /// How many bytes the head of a request may have.
  package var maximumHead = 32 << 10

  /// How many bytes of bodies are held at once, those of all requests together.
  package var maximumBodies = 64 << 20

  /// How many bytes of answers are held at once until clients read them; answers of at most 64 KiB
  /// are not counted.
  package var maximumAnswers = 64 << 20

  /// Makes the settings that serve on loopback.
  package init() {}
}
