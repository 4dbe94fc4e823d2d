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

/// Rejects every request, because the configuration that names the servers is broken.
struct BlockedTransport: Transport {
  var crossesNetwork = false
  var reason = "the configuration is broken"

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw TransportError(.unconnected, reason: reason, isLasting: true)
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
