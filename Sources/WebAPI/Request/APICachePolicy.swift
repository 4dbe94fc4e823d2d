/// Whether an answer that was stored earlier may serve a request.
public enum APICachePolicy: Sendable, Hashable, Codable {
  /// Whoever stores answers follows the server's own rules (RFC 9111).
  ///
  /// The client itself stores answers to reads that have an `ETag`, and gives none of them without
  /// asking the server whether it is still good.
  case standard

  /// The answer comes from the server: the request says `Cache-Control: no-cache`.
  case reload
}
