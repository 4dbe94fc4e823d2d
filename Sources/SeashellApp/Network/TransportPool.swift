import SeashellKit
import Synchronization
import WebMessages
import WebCurl

/// One HTTP transport, with its connections, for each set of transport settings.
final class TransportPool: Sendable {
  private let userAgent: String
  /// An array, since there are few, and comparing settings is faster than hashing them.
  private let transports = Mutex<[(settings: TransportSettings, transport: CurlTransport)]>([])

  init(userAgent: String) {
    self.userAgent = userAgent
  }

  func transport(_ settings: TransportSettings) -> any Transport {
    transports.withLock { transports in
      if let known = transports.first(where: { $0.settings == settings }) { return known.transport }
      let transport = CurlTransport(settings, userAgent: userAgent)
      transports.append((settings, transport))
      return transport
    }
  }
}

/// The transports of a program: those that its author gave it, the embedded API's, and libcurl's.
struct ProgramTransports: TransportProvider {
  let given: [any TransportProvider]
  let embedded: EmbeddedAPI?
  let pool: TransportPool
  /// Whether no request may cross a network.
  let completes: Bool

  func transport(of environment: APIEnvironment) -> (any Transport)? {
    if environment.isEmbedded, let embedded { return embedded.transport }
    var transport: (any Transport)?
    for provider in given where transport == nil {
      transport = provider.transport(of: environment)
    }
    if completes, transport?.crossesNetwork != false {
      return BlockedTransport(
        crossesNetwork: true, "'complete' sends no requests over a network")
    }
    return transport ?? pool.transport(environment.transport)
  }
}

extension TransportSettings {
  /// The settings for modules, whose own limits bound the time of a call.
  static let forModules = {
    var settings = TransportSettings()
    let day = Duration.seconds(86_400)
    (settings.firstByteTimeout, settings.stallTimeout, settings.totalTimeout) = (day, day, day)
    return settings
  }()
}
