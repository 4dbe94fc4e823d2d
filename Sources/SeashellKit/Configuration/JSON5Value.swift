/// A value of a JSON5 text, with its line.
package struct JSON5Value: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSON5Value])
    case object([Member])
  }

  /// A member of an object; objects keep the order of the text, and repeated names.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let line: Int
    /// The name's first character in its line, counted from 1.
    let column: Int
    /// The offset of the name in the text, in bytes.
    let start: Int
    package let value: JSON5Value
  }

  package let content: Content
  /// The line on which the value begins, counted from 1.
  let line: Int
  /// The value's first character in its line, counted from 1.
  let column: Int
  let range: Range<Int>

  /// The value's type, for error messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSON5Value {
  /// Returns the value without the member or element that begins at a position; nil if none does.
  ///
  /// A member is found by the position of its name or of its value.
  func removingMember(at line: Int, _ column: Int) -> JSON5Value? {
    if case .array(var elements) = content {
      for (index, element) in elements.enumerated() {
        if (element.line, element.column) == (line, column) {
          elements.remove(at: index)
        } else if let rest = element.removingMember(at: line, column) {
          elements[index] = rest
        } else {
          continue
        }
        return with(.array(elements))
      }
    }
    guard case .object(var members) = content else { return nil }
    for (index, member) in members.enumerated() {
      let places = [(member.line, member.column), (member.value.line, member.value.column)]
      if places.contains(where: { $0 == (line, column) }) {
        members.remove(at: index)
      } else if let rest = member.value.removingMember(at: line, column) {
        members[index] = Member(
          name: member.name, line: member.line, column: member.column, start: member.start,
          value: rest)
      } else {
        continue
      }
      return with(.object(members))
    }
    return nil
  }

  func with(_ content: Content) -> JSON5Value {
    JSON5Value(content: content, line: line, column: column, range: range)
  }
}

/// A syntax error in a JSON5 text.
package struct JSON5Error: Error, Equatable {
  /// The message; it quotes at most one character, since the text may contain secrets.
  package let message: String
  /// The line of the error, counted from 1.
  package let line: Int
  /// The column of the error, counted in characters from 1.
  let column: Int
}
