import WebMessages

/// Sends nothing, since the configuration that says where requests go cannot be used.
struct BlockedTransport: Transport {
  let crossesNetwork = false

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw TransportError(
      .unconnected, reason: "the configuration cannot be used", isLasting: true)
  }
}
