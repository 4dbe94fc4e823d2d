import Glibc

/// A regular expression of a JSON Schema, matched by the C library's regcomp(3).
///
/// The C library does not backtrack, so no module can make the shell compute without end. What only
/// ECMAScript's expressions have, such as a back reference, it cannot read; the module then checks the
/// text alone.
struct TextPattern: Sendable {
  /// The expression as POSIX writes it.
  private let expression: String

  /// Translates an expression; nil if POSIX cannot say the same.
  init?(_ pattern: String) {
    var translation = Translation(pattern)
    guard let expression = translation.run(), Self.compiled(expression, { _ in true }) == true
    else { return nil }
    self.expression = expression
  }

  /// Whether a text contains a match; true if that is not known, as for text beyond ASCII.
  func matches(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return true }
    return Self.compiled(expression) { regexec(&$0, text, 0, nil, 0) == 0 } ?? true
  }

  private static func compiled(_ expression: String, _ body: (inout regex_t) -> Bool) -> Bool? {
    var regex = regex_t()
    guard regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&regex) }
    return body(&regex)
  }
}

/// Translates an expression of ECMAScript into one of POSIX.
private struct Translation {
  /// What repetitions may multiply to: the C library copies what is repeated.
  private static let mostCopies = 1_000
  private static let digits = "0-9"
  private static let letters = "A-Za-z0-9_"
  private static let blanks = " \t\n\r\u{B}\u{C}"

  private var rest: Substring.UnicodeScalarView
  private var result = ""
  private var copies = 1

  init(_ pattern: String) {
    rest = Substring(pattern).unicodeScalars
  }

  /// Returns the translation; nil if there is none.
  mutating func run() -> String? {
    guard rest.count <= 500, rest.allSatisfy({ $0.isASCII && $0 != "\0" }) else { return nil }
    while let scalar = rest.popFirst() {
      let isRead: Bool
      switch scalar {
      case "\\": isRead = readEscape()
      case "[": isRead = readClass()
      case "(": isRead = readGroup()
      case "{": isRead = readCount()
      case "*", "+", "?":
        result.unicodeScalars.append(scalar)
        isRead = dropLaziness()
      default:
        result.unicodeScalars.append(scalar)
        isRead = true
      }
      guard isRead else { return nil }
    }
    return result
  }

  /// Skips the `?` of a lazy repetition, which matches the same texts.
  private mutating func dropLaziness() -> Bool {
    if rest.first == "?" { rest.removeFirst() }
    return !["*", "+", "?", "{"].contains(rest.first)
  }

  private mutating func readGroup() -> Bool {
    result += "("
    guard rest.first == "?" else { return true }
    guard rest.starts(with: "?:".unicodeScalars) else { return false }
    rest.removeFirst(2)
    return true
  }

  /// Reads `{2}`, `{2,}` or `{2,5}` after its brace.
  private mutating func readCount() -> Bool {
    guard let end = rest.firstIndex(of: "}") else { return false }
    let text = String(rest[..<end])
    let bounds = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let least = Int(bounds[0]), bounds.count <= 2,
      bounds.count == 1 || bounds[1].isEmpty || Int(bounds[1]) != nil
    else { return false }
    let most = bounds.count == 2 ? Int(bounds[1]) ?? least : least
    guard least >= 0, most <= 255 else { return false }
    copies *= max(1, most)
    guard copies <= Self.mostCopies else { return false }
    result += "{\(text)}"
    rest = rest[rest.index(after: end)...]
    return dropLaziness()
  }

  /// Reads what follows a backslash outside of brackets.
  private mutating func readEscape() -> Bool {
    guard let scalar = rest.popFirst() else { return false }
    switch scalar {
    case "d": result += "[\(Self.digits)]"
    case "D": result += "[^\(Self.digits)]"
    case "w": result += "[\(Self.letters)]"
    case "W": result += "[^\(Self.letters)]"
    case "s": result += "[\(Self.blanks)]"
    case "S": result += "[^\(Self.blanks)]"
    case "b", "B": result += "\\\(scalar)"
    case "t": result += "\t"
    case "n": result += "\n"
    case "r": result += "\r"
    case ".", "[", "]", "(", ")", "*", "+", "?", "{", "}", "|", "^", "$", "\\":
      result += "\\\(scalar)"
    default:
      guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
        return false
      }
      result.unicodeScalars.append(scalar)
    }
    return true
  }

  /// Reads a class such as `[^a-z]` after its bracket.
  ///
  /// In POSIX's classes a backslash is a character, and a bracket must stand first and a hyphen last.
  private mutating func readClass() -> Bool {
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var members = ""
    var hasBracket = false
    var hasHyphen = false
    var followsSet = true
    while let scalar = rest.popFirst(), scalar != "]" {
      var isSet = false
      switch scalar {
      case "\\":
        guard let escaped = rest.popFirst() else { return false }
        switch escaped {
        case "d": (members, isSet) = (members + Self.digits, true)
        case "w": (members, isSet) = (members + Self.letters, true)
        case "s": (members, isSet) = (members + Self.blanks, true)
        case "t": members += "\t"
        case "n": members += "\n"
        case "r": members += "\r"
        case "]": hasBracket = true
        case "-": hasHyphen = true
        default:
          guard !escaped.properties.isAlphabetic, escaped.properties.numericType == nil,
            escaped != "^", escaped != "["
          else { return false }
          members.unicodeScalars.append(escaped)
        }
      case "[": return false
      case "-" where followsSet || rest.first == "]": hasHyphen = true
      default: members.unicodeScalars.append(scalar)
      }
      followsSet = isSet
    }
    members = (hasBracket ? "]" : "") + members + (hasHyphen ? "-" : "")
    guard !members.isEmpty, !(members.hasPrefix("^") && !isNegated) else { return false }
    result += "[\(isNegated ? "^" : "")\(members)]"
    return true
  }
}
