/// Whether an answer that was stored earlier may serve a request.
public enum APICachePolicy: Sendable, Hashable, Codable {
  /// Whoever stores answers on the way follows the server's own rules (RFC 9111).
  ///
  /// The client itself stores none yet.
  case standard

  /// The answer comes from the server: the request says `Cache-Control: no-cache`.
  case reload
}
