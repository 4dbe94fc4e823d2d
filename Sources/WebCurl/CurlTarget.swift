import FoundationEssentials
import Glibc
import WebMessages

/// A request's address, checked before libcurl gets it.
struct CurlTarget: Sendable {
  /// The address without its fragment.
  let address: String

  let place: String

  let isSecure: Bool

  /// The host, without the brackets of an IPv6 address.
  let host: String

  init(of request: HTTPRequest) throws(TransportError) {
    let url = request.url
    let scheme = (url.scheme ?? "").lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw Self.refusal("unsupported scheme '\(scheme.prefix(20))'; use http or https")
    }
    guard let host = url.host(percentEncoded: true), !host.isEmpty, Self.isHost(host) else {
      throw Self.refusal("the URL has no valid host")
    }
    guard url.user() == nil, url.password() == nil else {
      throw Self.refusal("a URL must not contain a user name or a password")
    }
    for (name, value) in request.headers {
      guard HTTPHeaders.isName(name), HTTPHeaders.isValue(value) else {
        throw Self.refusal("a header field's name or value is not valid")
      }
    }
    isSecure = scheme == "https"
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    self.host = bare
    let written = bare.utf8.contains(UInt8(ascii: ":")) ? "[\(bare)]" : bare
    place = "\(written):\(url.port ?? (isSecure ? 443 : 80))"
    var address = "\(scheme)://\(place)"
    let path = url.path(percentEncoded: true)
    address += path.isEmpty ? "/" : path
    if let query = url.query(percentEncoded: true) { address += "?" + query }
    self.address = address
  }

  private static func refusal(_ reason: String) -> TransportError {
    TransportError(.unconnected, reason: reason, isLasting: true)
  }

  /// Whether libcurl certainly parses this host in the same way as Foundation.
  private static func isHost(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "%"): true
      case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
      default: false
      }
    }
  }
}

extension TransportError {
  static func noAnswer(from target: CurlTarget) -> TransportError {
    TransportError(.cut, reason: "\(target.place) closed the connection without a response")
  }

  /// `maximum` is in bytes.
  init(_ error: CurlHeadParser.HeadError, from target: CurlTarget, maximum: Int) {
    switch error {
    case .tooLarge: self = .headTooLarge(target, maximum: maximum)
    case .malformed:
      self.init(.unintelligible, reason: "the response from \(target.place) is not valid HTTP")
    case .contradictoryLength:
      self.init(
        .unintelligible, reason: "the response from \(target.place) has contradictory lengths")
    }
  }

  /// `maximum` is in bytes; nil if libcurl's own limit was exceeded.
  static func headTooLarge(_ target: CurlTarget, maximum: Int? = nil) -> TransportError {
    let bound = maximum.map { "\($0) bytes" } ?? "allowed"
    return TransportError(
      .limit, reason: "the header of the response from \(target.place) is larger than \(bound)")
  }
}
