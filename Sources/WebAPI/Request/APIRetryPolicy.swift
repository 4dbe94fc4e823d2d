/// Whether a request that failed may be sent once more.
///
/// A failed connection, a body that was cut, and the statuses 429, 502, 503 and 504 are worth it. The
/// one replay after a recovered 401 is no retry, since the server did nothing the first time: either
/// policy allows it.
public enum APIRetryPolicy: Sendable, Hashable, Codable {
  /// What can be repeated without harm may be repeated: reads, and writes with an
  /// `Idempotency-Key`.
  case automatic

  /// The request is sent once.
  case never
}
