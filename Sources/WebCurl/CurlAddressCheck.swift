import CCurl
import Glibc
import WebMessages

/// Checks the addresses that a request connects to, when its sockets are opened.
///
/// libcurl passes the resolved address and connects to that one, so it cannot change in between.
final class CurlAddressCheck {
  /// Whether only public addresses are allowed, since the user has not named the host.
  let mustBePublic: Bool
  private let target: CurlTarget

  private(set) var refusal: TransportError?

  init(_ rule: AddressRule, of target: CurlTarget) {
    mustBePublic = rule.requiresPublicAddress(of: target.host)
    self.target = target
  }

  /// Lets the check open the sockets of a handle; the handle retains the check.
  func install(in easy: UnsafeMutableRawPointer) {
    _ = ccurl_set_socket_callback(
      easy,
      { context, _, address in
        guard let context, let address else { return CURL_SOCKET_BAD }
        return Unmanaged<CurlAddressCheck>.fromOpaque(context).takeUnretainedValue()
          .open(address)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    guard mustBePublic else { return ccurl_open_private_socket(address) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = buffer.baseAddress.map { ccurl_address_bytes(address, $0) } ?? 0
    }
    let scope = AddressScope(of: bytes)
    if scope == .global { return ccurl_open_private_socket(address) }
    refusal = TransportError(
      .unconnected,
      reason: "did not connect to \(target.place): its address \(Self.text(bytes)) is \(scope);"
        + " to allow it, type a URL with this host",
      isLasting: true)
    return CURL_SOCKET_BAD
  }

  /// Rejects a proxy for an exchange whose address must be public, since the proxy would choose the
  /// address.
  static func checkProxy(of exchange: CurlExchange) throws(TransportError) {
    guard exchange.settings.addresses.requiresPublicAddress(of: exchange.target.host),
      let proxy = exchange.proxies.address(for: exchange.target)
    else { return }
    throw TransportError(
      .unconnected,
      reason: "cannot check the address of \(exchange.target.place) through the proxy"
        + " \(CurlProxy.place(of: proxy)); type a URL with this host, or add it to NO_PROXY",
      isLasting: true)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count == 4 || bytes.count == 16 else { return "(unknown)" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      inet_ntop(
        bytes.count == 4 ? AF_INET : AF_INET6, bytes, text.baseAddress, socklen_t(text.count)
      ).map { String(cString: $0) } ?? "(unknown)"
    }
  }
}
