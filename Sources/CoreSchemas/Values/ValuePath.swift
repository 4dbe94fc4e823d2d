/// The place of a value inside another one, such as `items[3].price`.
struct ValuePath: Sendable {
  /// The longest text of a path, in bytes.
  static let longest = 200

  /// A step into a value.
  enum Step: Sendable {
    case name(String)
    case index(Int)
  }

  private var steps: [Step] = []

  var count: Int { steps.count }

  mutating func append(_ step: Step) { steps.append(step) }

  mutating func removeLast() { steps.removeLast() }

  /// The path as text, empty for the whole value; if it is long, only its end.
  var text: String {
    var parts: [String] = []
    var length = 0
    for (index, step) in steps.enumerated().reversed() {
      let part = Self.text(of: step, isFirst: index == 0)
      length += part.utf8.count
      guard length < Self.longest else {
        parts.append("…")
        break
      }
      parts.append(part)
    }
    return parts.reversed().joined()
  }

  private static func text(of step: Step, isFirst: Bool) -> String {
    switch step {
    case .index(let index): "[\(index)]"
    case .name(let name) where isPlain(name): isFirst ? name : ".\(name)"
    case .name(let name): "['\(name.shortened(to: 60))']"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 60
      && name.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 >= 0x80 || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@")
      }
  }
}

extension String {
  /// The text, or its beginning and `…` if it has more than a number of Unicode scalars.
  func shortened(to length: Int) -> String {
    let scalars = unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    return String(scalars[..<end]) + "…"
  }
}
