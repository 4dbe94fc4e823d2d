import WebMessages

/// Whom a server answers to, by the name that a client calls it.
///
/// A page that a browser shows may give its own name the address of this machine (DNS rebinding); what
/// it then asks names that page's host. So a server that is for this machine alone answers to this
/// machine's names only.
struct HostPolicy {
  /// The host and port at which the server listens.
  let authority: String
  let isLoopback: Bool
  private let host: String

  init(host: String, port: Int, isLoopback: Bool) {
    let isBare = host.contains(":") && !host.hasPrefix("[")
    self.host = (isBare ? "[\(host)]" : host).lowercased()
    self.isLoopback = isLoopback
    authority = "\(self.host):\(port)"
  }

  /// What addresses in an answer name.
  ///
  /// - Parameter field: the request's `Host`; nil where it has none.
  /// - Returns: nil where the server does not answer to that name.
  func authority(for field: String?) -> String? {
    guard let field, !field.isEmpty else { return authority }
    let name = field.lowercased()
    if name == authority { return authority }
    guard let host = Self.host(of: name) else { return nil }
    guard isLoopback else { return name }
    return host == self.host || Loopback.contains(host: host) ? name : nil
  }

  /// The host in `host:port`; nil where there are other characters than an address has.
  private static func host(of name: String) -> String? {
    let isBracketed = name.hasPrefix("[")
    let end =
      isBracketed ? name.firstIndex(of: "]").map(name.index(after:)) : name.firstIndex(of: ":")
    let host = name[..<(end ?? name.endIndex)]
    let rest = name[host.endIndex...]
    let inner = isBracketed ? host.dropFirst().dropLast() : host
    guard !inner.isEmpty, !isBracketed || end != nil,
      inner.utf8.allSatisfy({ isHostByte($0) || isBracketed && $0 == UInt8(ascii: ":") }),
      rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy(isDigit)
    else { return nil }
    return String(host)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
