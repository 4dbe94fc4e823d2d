/// Why an exchange ended without a response.
public struct TransportError: Error, Sendable, Equatable {
  /// The kinds of failure that callers tell apart.
  public enum Code: Sendable, Equatable {
    /// The service was not reached: refused, name not found, TLS failed, timed out.
    case unconnected
    /// The connection ended after the request had been sent: it may have been carried out.
    case cut
    /// A bound was passed, such as a header's size.
    case limit
    /// The service was reached, and what it sent cannot be understood.
    case unintelligible
  }

  /// The kind of failure.
  public let code: Code

  /// What happened, in a sentence without credentials or bodies.
  public let reason: String

  /// Makes an error.
  public init(_ code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}
