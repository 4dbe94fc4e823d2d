import WebMessages

final class CurlExchange: Sendable {
  let request: HTTPRequest
  let target: CurlTarget
  let settings: TransportSettings
  let userAgent: String?
  let proxies: CurlProxy
  let response = CurlResponseChannel()

  /// The source of the request's body; a small body is sent with the head instead.
  let upload: CurlUploadChannel?

  /// The size limit of a body that is sent with the head, in bytes.
  private static let smallBody = 32 << 10

  init(
    _ request: HTTPRequest, to target: CurlTarget, settings: TransportSettings,
    userAgent: String?, proxies: CurlProxy
  ) {
    self.proxies = proxies
    self.request = request
    self.target = target
    self.settings = settings
    self.userAgent = userAgent
    upload = request.body.flatMap { body in
      if let data = body.data, data.count <= Self.smallBody { return nil }
      return CurlUploadChannel(body)
    }
  }
}

extension CurlExchange: Hashable {
  static func == (left: CurlExchange, right: CurlExchange) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
