/// What a transport that crosses a network goes by.
public struct TransportSettings: Sendable, Hashable {
  /// How long finding and reaching the service may take, its TLS included.
  public var connectTimeout = Duration.seconds(10)

  /// How long the service may take from the request's end to the first byte of its answer.
  public var firstByteTimeout = Duration.seconds(30)

  /// How long nothing at all may come or go in the midst of an exchange.
  public var stallTimeout = Duration.seconds(30)

  /// How long the whole exchange may take.
  public var wholeTimeout = Duration.seconds(300)

  /// How many bytes an answer's header may have, all its fields together.
  public var maximumHeaderSize = 64 << 10

  /// A file of certificate authorities, in PEM, that are trusted in place of the system's.
  public var certificateAuthorities: String?

  /// Whether the service must prove with a certificate that it is the one.
  public var verifiesServer = true

  /// Makes the settings that serve where nothing else is known.
  public init() {}
}
