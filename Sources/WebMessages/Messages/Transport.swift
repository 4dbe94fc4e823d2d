/// Sends requests to a web service and returns its responses.
///
/// It knows nothing about sessions, retries or JSON. Cancelling the waiting task ends the transfer.
public protocol Transport: Sendable {
  /// Sends a request, and returns when the response's head has arrived.
  ///
  /// - Throws: ``TransportError`` if there is no response; `CancellationError`. A transport that knows that a
  ///   cancelled write was not sent throws `unconnected` instead.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Whether a network lies between the client and the service.
  ///
  /// If not, the client neither retries requests nor stores responses.
  var crossesNetwork: Bool { get }
}

extension Transport {
  /// Returns true.
  public var crossesNetwork: Bool { true }
}

/// Why a request got no complete response.
public struct TransportError: Error, Sendable, Equatable {
  /// The kinds of error.
  public enum Code: Sendable, Equatable {
    /// The service could not be reached: connection refused, name not found, TLS failed, or timed out.
    ///
    /// No byte of the request was sent, so a client may retry even a write.
    case unconnected
    /// The connection was lost when the request may have been sent, so the service may have carried it out.
    case cut
    /// The request and its response took too long.
    case late
    /// A limit was exceeded, such as the header's size.
    case limit
    /// The response could not be parsed.
    case unintelligible
  }

  /// The kind of error.
  public let code: Code

  /// What happened, in a sentence without credentials or bodies.
  public let reason: String

  /// Whether a retry would fail too, as with an untrusted certificate.
  public var isLasting: Bool

  /// What the user can do; nil for the usual advice.
  public var remedy: String?

  /// Creates an error.
  public init(_ code: Code, reason: String, isLasting: Bool = false, remedy: String? = nil) {
    self.code = code
    self.reason = reason
    self.isLasting = isLasting
    self.remedy = remedy
  }
}

/// The settings of a transport that crosses a network.
public struct TransportSettings: Sendable, Hashable {
  /// The time limit for resolving the name, connecting, and the TLS handshake.
  public var connectTimeout = Duration.seconds(10)

  /// The time limit from the end of the request to the first byte of the response.
  public var firstByteTimeout = Duration.seconds(30)

  /// How long a transfer may go without a byte.
  public var stallTimeout = Duration.seconds(30)

  /// The time limit for request and response together.
  ///
  /// The shell's client applies it to all tries of a request together, including the waits between them.
  public var totalTimeout = Duration.seconds(300)

  /// The size limit of the response header, in bytes.
  public var maximumHeaderSize = 64 << 10

  /// A PEM file of certificate authorities to trust in place of the system's.
  public var certificateAuthorities: String?

  /// The certificate that identifies the client to one server, if it has one.
  public var clientCertificate: ClientCertificate?

  /// Whether to verify the server's certificate.
  public var verifiesServer = true

  /// The addresses that the transport may connect to.
  ///
  /// Do not use `any` if the address comes from an external text instead of the user.
  public var addresses = AddressRule.any

  /// The owner of the cookies, such as an API and its environment, while cookies are kept; nil ignores them.
  package var cookieOwner: String?

  /// Creates the default settings.
  public init() {}
}
