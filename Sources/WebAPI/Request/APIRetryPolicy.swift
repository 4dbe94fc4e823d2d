/// Whether a request that failed may be sent once more.
///
/// The client sends nothing twice yet for want of a connection. The one replay after a recovered
/// 401 is no retry, since the server did nothing the first time: either policy allows it.
public enum APIRetryPolicy: Sendable, Hashable, Codable {
  /// What can be repeated without harm may be repeated: reads, and writes with an
  /// `Idempotency-Key`.
  case automatic

  /// The request is sent once.
  case never
}
