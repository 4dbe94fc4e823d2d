/// The path of a field in a record, such as `price`, `author.name` or `tags[-1]`.
package struct FieldPath: Hashable, Sendable {
  /// A step into a value.
  package enum Step: Hashable, Sendable {
    /// `.name`: a field of a record.
    case field(String)
    /// `[2]`: an element of a list, counted from 0, or from the end if it is negative.
    case index(Int)
    /// `[*]`: all elements of a list; the following steps lead into each of them.
    case all
  }

  /// The whole text, which can also be the name of a single field: fields in files may have dots in their
  /// names.
  package let text: String

  /// The field that the path begins with.
  package let name: String

  /// The steps from that field.
  package let steps: [Step]

  /// Parses a path.
  ///
  /// Text that is not a path, such as `No.` or `Price [EUR]`, is a field's name.
  ///
  /// - Throws: ``ExpressionError`` if the text is empty.
  init(_ text: String) throws(ExpressionError) {
    guard !text.isEmpty else { throw ExpressionError(.emptyField) }
    self.text = text
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
    if let end, end > text.startIndex, let steps = Self.steps(text[end...]) {
      name = String(text[..<end])
      self.steps = steps
    } else {
      name = text
      steps = []
    }
  }

  /// Creates the path of a single field, whatever its name.
  ///
  /// - Throws: ``ExpressionError`` if the name is empty.
  init(name: String) throws(ExpressionError) {
    guard !name.isEmpty else { throw ExpressionError(.emptyField) }
    (text, self.name, steps) = (name, name, [])
  }

  /// Parses the steps after a name, such as `.author.name`, `[0].id`, `['odd name']` or `[*]`.
  ///
  /// - Returns: the steps, none if the text is empty; nil for any other text.
  package static func steps(_ text: Substring) -> [Step]? {
    var steps: [Step] = []
    var rest = text.utf8
    while let mark = rest.popFirst() {
      switch mark {
      case UInt8(ascii: "."):
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        if name.isEmpty { return nil }
        steps.append(.field(String(Substring(name))))
        rest = rest[name.endIndex...]
      case UInt8(ascii: "["):
        guard let step = bracketed(&rest), rest.popFirst() == UInt8(ascii: "]") else { return nil }
        steps.append(step)
      default:
        return nil
      }
    }
    return steps
  }

  /// Reads `2`, `*` or `'odd name'`, between brackets.
  private static func bracketed(_ rest: inout Substring.UTF8View) -> Step? {
    switch rest.first {
    case UInt8(ascii: "*"):
      rest.removeFirst()
      return .all
    case UInt8(ascii: "'"):
      let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "'") }
      rest = rest[name.endIndex...]
      guard rest.popFirst() != nil else { return nil }
      return .field(String(Substring(name)))
    default:
      let digits = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
      rest = rest[digits.endIndex...]
      return Int(Substring(digits)).map { .index($0) }
    }
  }
}
