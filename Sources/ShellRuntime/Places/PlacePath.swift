import ShellCommands
import ShellOutput

/// The path of a place, split at its slashes.
///
/// In a text, `%2F` is a slash inside a part, as in a URL (RFC 3986, section 2.1).
package struct PlacePath: Hashable {
  var parts: [String]

  /// The path of home.
  package static let home = PlacePath(parts: [])

  func contains(_ other: PlacePath) -> Bool { other.parts.starts(with: parts) }

  /// The path as text: `products/p-7`; `/` at home.
  var text: String { parts.isEmpty ? "/" : parts.map(Self.encoded).joined(separator: "/") }

  /// Returns a part in encoded form.
  package static func encoded(_ part: String) -> String {
    if part == "." || part == ".." { return part.replacing(".", with: "%2E") }
    let needsCode = { (scalar: Unicode.Scalar) in
      scalar == "/" || scalar == "%" || TerminalText.isHostile(scalar)
    }
    guard part.unicodeScalars.contains(where: needsCode) else { return part }
    return part.unicodeScalars.reduce(into: "") { text, scalar in
      if needsCode(scalar) {
        for byte in Array(String(scalar).utf8) {
          text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a path as it would be typed.
  ///
  /// A variable at the beginning may hold a path, but `.` and `..` in it are names; behind something written, its value
  /// is a part of one name.
  static func typed(_ given: GivenText) -> String {
    given.parts.reduce(into: "") { text, part in
      if part.isWritten {
        text += part.text
      } else if text.isEmpty {
        text += part.text.split(separator: "/", omittingEmptySubsequences: false)
          .map { [".", ".."].contains($0) ? encoded(String($0)) : String($0) }
          .joined(separator: "/")
      } else {
        text += encoded(part.text)
      }
    }
  }

  /// Decodes a part of a path; a `%` without two hexadecimal digits stays.
  package static func decoded(_ part: Substring) -> String {
    let bytes = Array(part.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Self.digit(bytes[index + 1]), let low = Self.digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? String(part)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

/// A path as typed: from the root, `/products`, or from the current place, `../p-8`.
package struct TypedPlacePath {
  /// Whether it begins at the root.
  package let isAbsolute: Bool
  /// Whether it begins with `.` or `..`, and so at the current place.
  package let isRelative: Bool
  let endsAtParent: Bool
  private let steps: [Substring]

  package init(_ text: String) {
    steps = text.split(separator: "/")
    isAbsolute = text.utf8.first == UInt8(ascii: "/")
    isRelative = !isAbsolute && (steps.first == "." || steps.first == "..")
    endsAtParent = steps.last == ".."
  }

  /// Returns the resulting path, given the current place.
  package func path(from start: PlacePath) -> PlacePath {
    var path = isAbsolute ? PlacePath.home : start
    for step in steps where step != "." {
      if step == ".." {
        _ = path.parts.popLast()
      } else {
        path.parts.append(PlacePath.decoded(step))
      }
    }
    return path
  }
}

/// A place, with the module whose route it matches.
struct PlaceLocation: Equatable {
  let path: PlacePath
  let module: String
  let values: [CompletionKind: String]
  /// The parts of the API's path before those of the place.
  var beginning: [String] = []
  /// The command of the module that lists or shows what is there.
  var command = "list"

  var resource: PlacePath { PlacePath(parts: beginning + path.parts) }
}
