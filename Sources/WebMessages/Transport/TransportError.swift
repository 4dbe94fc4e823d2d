/// Why a request got no whole response.
public struct TransportError: Error, Sendable, Equatable {
  /// The kinds of error.
  public enum Code: Sendable, Equatable {
    /// The service was not reached: connection refused, name not found, TLS failed, or timed out.
    case unconnected
    /// The connection was lost after the request was sent, so it may have been carried out.
    case cut
    /// The request and its response took longer than allowed.
    case late
    /// A limit was exceeded, such as that on the header's size.
    case limit
    /// The service sent something that cannot be understood.
    case unintelligible
  }

  /// The kind of error.
  public let code: Code

  /// What happened, in a sentence without credentials or bodies.
  public let reason: String

  /// Whether another try would fail too, as with an untrusted certificate.
  ///
  /// The request is then not sent again.
  public var isLasting: Bool

  /// Creates an error.
  public init(_ code: Code, reason: String, isLasting: Bool = false) {
    self.code = code
    self.reason = reason
    self.isLasting = isLasting
  }
}
