/// The settings of a transport that crosses a network.
public struct TransportSettings: Sendable, Hashable {
  /// The time limit for resolving the name, connecting, and the TLS handshake.
  public var connectTimeout = Duration.seconds(10)

  /// The time limit from the end of the request to the first byte of the response.
  public var firstByteTimeout = Duration.seconds(30)

  /// How long a transfer may stall without a single byte moving.
  public var stallTimeout = Duration.seconds(30)

  /// The time limit for the request and its response together.
  public var totalTimeout = Duration.seconds(300)

  /// The largest header of a response, in bytes.
  public var maximumHeaderSize = 64 << 10

  /// A PEM file of certificate authorities to trust in place of the system's.
  public var certificateAuthorities: String?

  /// Whether to verify the server's certificate.
  public var verifiesServer = true

  /// Creates the default settings.
  public init() {}
}
