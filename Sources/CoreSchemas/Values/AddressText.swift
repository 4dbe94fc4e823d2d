import Glibc

/// Names and addresses of hosts, and of mailboxes on them.
enum AddressText {
  /// RFC 1123: labels of letters, digits and inner hyphens.
  static func isHostname(_ text: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(text.count) else { return false }
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      (1...63).contains($0.count) && $0.first != UInt8(ascii: "-") && $0.last != UInt8(ascii: "-")
        && $0.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    }
  }

  static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool { isAddress(text, AF_INET) }

  static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool { isAddress(text, AF_INET6) }

  private static func isAddress(_ text: ArraySlice<UInt8>, _ family: Int32) -> Bool {
    guard text.count <= 45, !text.contains(0) else { return false }
    var address = in6_addr()
    return inet_pton(family, String(decoding: text, as: UTF8.self), &address) == 1
  }

  /// RFC 5321, section 4.1.2: a local part, plain or in quotes, and a host or an address in brackets.
  static func isEmail(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 320, let at = text.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let (local, domain) = (text[..<at], text[(at + 1)...])
    guard (1...64).contains(local.count) else { return false }
    return (isQuoted(local) || isDotted(local)) && isDomain(domain)
  }

  private static func isDomain(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text.count > 2 else {
      return isHostname(text)
    }
    let (address, tag) = (text.dropFirst().dropLast(), Array("IPv6:".utf8))
    return address.starts(with: tag) ? isIPv6(address.dropFirst(tag.count)) : isIPv4(address)
  }

  private static func isDotted(_ text: ArraySlice<UInt8>) -> Bool {
    let others = Array("!#$%&'*+-/=?^_`{|}~".utf8)
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isDigit || others.contains($0) }
    }
  }

  private static func isQuoted(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else {
      return false
    }
    var rest = text.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\"") else { return false }
      if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return true
  }
}
