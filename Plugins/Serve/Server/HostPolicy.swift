import WebMessages
import WebServer

/// Decides which host names a server answers to.
///
/// A web page can make its own host name resolve to this machine (DNS rebinding), and its requests then
/// contain that name. So a loopback server answers only to the names of this machine.
struct HostPolicy: Sendable {
  private let address: ListeningAddress

  init(_ address: ListeningAddress) {
    self.address = address
  }

  /// Returns the host and port for the response's URLs; nil if the server does not answer to the
  /// name.
  func authority(for field: String?) -> String? {
    guard let field, !field.isEmpty else { return address.authority }
    let name = field.lowercased()
    if name == address.authority { return name }
    guard let host = Self.host(of: name) else { return nil }
    guard address.isLoopback else { return name }
    return host == address.host || Loopback.contains(host: host) ? name : nil
  }

  private static func host(of name: String) -> String? {
    let isBracketed = name.hasPrefix("[")
    let end =
      isBracketed ? name.firstIndex(of: "]").map(name.index(after:)) : name.firstIndex(of: ":")
    let host = name[..<(end ?? name.endIndex)]
    let rest = name[host.endIndex...]
    let inner = isBracketed ? host.dropFirst().dropLast() : host
    guard !inner.isEmpty, !isBracketed || end != nil,
      inner.utf8.allSatisfy({ isHostByte($0) || isBracketed && $0 == UInt8(ascii: ":") }),
      rest.isEmpty || rest.first == ":" && rest.dropFirst().hasOnlyDigits
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
}
