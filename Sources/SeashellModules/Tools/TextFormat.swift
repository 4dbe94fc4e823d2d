import FoundationEssentials
import Glibc
import SeashellHosting
import SeashellKit

/// A format of text that JSON Schema names and the shell checks.
enum TextFormat: String, Sendable {
  case date
  case dateTime = "date-time"
  case uri
  case email
  case uuid
  case ipv4
  case ipv6

  var expectation: String {
    switch self {
    case .date: "a date such as 2026-11-22"
    case .dateTime: "a date and time such as 2026-11-22T05:40:00Z"
    case .uri: "a URI such as https://example.com/"
    case .email: "an email address such as ann@example.com"
    case .uuid: "a UUID such as 3f2a1c9e-5b7d-4e8a-9c0f-1a2b3c4d5e6f"
    case .ipv4: "an IPv4 address such as 192.0.2.1"
    case .ipv6: "an IPv6 address such as 2001:db8::1"
    }
  }

  var valueName: String {
    switch self {
    case .date, .dateTime: "DATE"
    case .uri: "URI"
    case .email: "EMAIL"
    case .uuid: "UUID"
    case .ipv4, .ipv6: "ADDRESS"
    }
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .date: DateReader.day(text) != nil
    case .dateTime: DateReader.moment(text.uppercased()) != nil
    case .uri: Self.isURI(text)
    case .email: Self.isEmail(text)
    case .uuid: UUID(uuidString: text) != nil
    case .ipv4: Self.isAddress(text, AF_INET)
    case .ipv6: Self.isAddress(text, AF_INET6)
    }
  }

  /// Whether a text has a scheme followed by something, without blanks.
  private static func isURI(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].unicodeScalars.first, !parts[1].isEmpty,
      first.isASCII, first.properties.isAlphabetic
    else { return false }
    return !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
      && !parts[0].contains("/")
  }

  private static func isEmail(_ text: String) -> Bool {
    guard let at = text.lastIndex(of: "@") else { return false }
    let domain = text[text.index(after: at)...]
    return at != text.startIndex && !domain.isEmpty && !domain.hasPrefix(".")
      && !domain.hasSuffix(".") && !text.unicodeScalars.contains { $0.value <= 0x20 }
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return !text.contains("\0") && inet_pton(family, text, &address) == 1
  }
}
