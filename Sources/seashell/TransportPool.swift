import WebCurl
import Synchronization
import WebMessages

/// The transports that cross a network: one for each way of crossing it, made at its first use and
/// kept with its connections.
final class TransportPool: Sendable {
  private let transports = Mutex<[TransportSettings: CurlTransport]>([:])

  /// The transport that goes by some settings.
  func transport(_ settings: TransportSettings) -> any Transport {
    transports.withLock { transports in
      if let transport = transports[settings] { return transport }
      let transport = CurlTransport(settings)
      transports[settings] = transport
      return transport
    }
  }
}
