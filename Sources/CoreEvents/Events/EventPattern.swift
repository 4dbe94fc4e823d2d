/// The names of events that a subscriber receives: `api.data.inserted`, `api.data.*` or `*`.
package enum EventPattern: Sendable, Hashable {
  case all
  case exactly(String)
  /// All names that begin with a prefix, such as `api.data.`.
  case under(String)

  /// Reads a pattern: a dotted name, whose last part may be `*` for one or more parts.
  ///
  /// Any other text gives nil.
  package init?(parsing text: some StringProtocol) {
    guard text != "*" else {
      self = .all
      return
    }
    let isOpen = text.hasSuffix(".*")
    let name = String(isOpen ? text.dropLast(2) : text[...])
    guard Self.isName(name) else { return nil }
    self = isOpen ? .under(name + ".") : .exactly(name)
  }

  /// The pattern as it is written.
  package var text: String {
    switch self {
    case .all: "*"
    case .exactly(let name): name
    case .under(let prefix): prefix + "*"
    }
  }

  /// Returns whether an event's name matches.
  package func matches(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .exactly(let exact): name == exact
    case .under(let prefix): name.utf8.count > prefix.utf8.count && name.hasPrefix(prefix)
    }
  }

  /// Returns whether this pattern matches every name that another pattern matches.
  package func covers(_ other: EventPattern) -> Bool {
    switch (self, other) {
    case (.all, _): true
    case (_, .all): false
    case (_, .exactly(let name)): matches(name)
    case (.under(let prefix), .under(let inner)): inner.hasPrefix(prefix)
    case (.exactly, .under): false
    }
  }

  /// Returns whether a text is a dotted name of ASCII letters, digits, `-` and `_`.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count <= 200 else { return false }
    var isPartEmpty = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        isPartEmpty = false
      case UInt8(ascii: ".") where !isPartEmpty: isPartEmpty = true
      default: return false
      }
    }
    return !isPartEmpty
  }
}
