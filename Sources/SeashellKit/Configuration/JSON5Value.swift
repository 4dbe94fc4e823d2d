/// A value of a JSON5 text, with its line.
struct JSON5Value: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSON5Value])
    case object([Member])
  }

  /// A member of an object; objects keep the order of the text, and repeated names.
  struct Member: Equatable, Sendable {
    let name: String
    /// The line of the name.
    let line: Int
    let value: JSON5Value
  }

  let content: Content
  /// The line on which the value begins, counted from 1.
  let line: Int

  /// The value's type, for error messages.
  var kind: String {
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

/// Why a text is not JSON5.
struct JSON5Error: Error, Equatable {
  /// What is wrong; quotes at most one character, since the text may contain secrets.
  let message: String
  /// The line of the error, counted from 1.
  let line: Int
}
