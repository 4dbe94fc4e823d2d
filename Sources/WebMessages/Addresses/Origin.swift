package import FoundationEssentials

/// Scheme, host and port of an address (RFC 6454): what decides whether credentials go there.
package struct Origin: Hashable, Sendable {
  package let scheme: String
  package let host: String
  package let port: Int?

  package init(_ url: URL) {
    scheme = (url.scheme ?? "").lowercased()
    host = (url.host() ?? "").lowercased()
    port = url.port ?? Self.defaultPorts[scheme]
  }

  /// Whether what is sent there cannot be read on the way: https, or no way at all.
  package var isPrivate: Bool { scheme == "https" || isLoopback }

  private var isLoopback: Bool {
    if host == "localhost" || host == "::1" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  fileprivate static let defaultPorts = ["http": 80, "https": 443]
}

extension Origin: CustomStringConvertible {
  /// The origin as the beginning of an address.
  package var description: String {
    let isUsual = port == nil || port == Self.defaultPorts[scheme]
    return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port ?? 0)")
  }
}
