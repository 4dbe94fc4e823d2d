/// Why an exchange ended without a response.
public struct TransportError: Error, Sendable, Equatable {
  /// The kinds of failure that callers tell apart.
  public enum Code: Sendable, Equatable {
    /// The service was not reached: refused, name not found, TLS failed, timed out.
    case unconnected
    /// The connection ended after the request had been sent: it may have been carried out.
    case cut
    /// The service was at work on the answer, or took the request, for longer than it may.
    case late
    /// A bound was passed, such as a header's size.
    case limit
    /// The service was reached, and what it sent cannot be understood.
    case unintelligible
  }

  /// The kind of failure.
  public let code: Code

  /// What happened, in a sentence without credentials or bodies.
  public let reason: String

  /// Whether the same would fail again, such as a certificate that is not trusted: nothing is sent
  /// once more because of it.
  public var isLasting: Bool

  /// Makes an error.
  public init(_ code: Code, reason: String, isLasting: Bool = false) {
    self.code = code
    self.reason = reason
    self.isLasting = isLasting
  }
}
