extension HTTPHeaders {
  /// Whether text is a field's name: a token (RFC 9110, section 5.1).
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether text is a field's value: nothing in it ends the line (RFC 9110, section 5.5).
  package static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }

  /// Whether a field holds credentials, and so is kept out of descriptions.
  static func isSecret(_ name: String) -> Bool {
    ["authorization", "proxy-authorization", "cookie", "set-cookie"].contains(name.lowercased())
  }
}

extension HTTPHeaders: CustomStringConvertible {
  /// The fields, one a line, without the values of those that hold credentials.
  public var description: String {
    map { "\($0.name): \(Self.isSecret($0.name) ? "…" : $0.value)" }.joined(separator: "\n")
  }
}

extension HTTPHeaders: CustomDebugStringConvertible {
  /// The fields, one a line, without the values of those that hold credentials.
  public var debugDescription: String { description }
}

extension HTTPHeaders: CustomReflectable {
  /// A mirror that shows what the description shows.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
