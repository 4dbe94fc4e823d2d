/// A format of text that is checked, by its name in JSON Schema.
enum TextFormat: String, CaseIterable, Sendable {
  case date
  case time
  case dateTime = "date-time"
  case uuid
  case email
  case hostname
  case ipv4
  case ipv6
  case uri

  /// The format in words: `is not a date, …`.
  var words: String {
    switch self {
    case .date: "a date such as 2026-01-31"
    case .time: "a time such as 12:30:00Z"
    case .dateTime: "a date and time such as 2026-01-31T12:30:00Z"
    case .uuid: "a UUID"
    case .email: "an email address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI with a scheme"
    }
  }

  /// Returns whether a text has the format.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return switch self {
    case .date: DateText.isDate(bytes[...])
    case .time: DateText.isTime(bytes[...])
    case .dateTime: DateText.isDateTime(bytes[...])
    case .uuid: Self.isUUID(bytes)
    case .email: AddressText.isEmail(bytes[...])
    case .hostname: AddressText.isHostname(bytes[...])
    case .ipv4: AddressText.isIPv4(bytes[...])
    case .ipv6: AddressText.isIPv6(bytes[...])
    case .uri: URIText.isURI(bytes[...])
    }
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? bytes[index] == UInt8(ascii: "-") : bytes[index].isHexDigit
      }
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
