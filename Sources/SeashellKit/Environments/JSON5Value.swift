/// A value of a JSON5 text, with the line on which it stands.
struct JSON5Value: Equatable {
  /// What the value is.
  enum Content: Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array([JSON5Value])
    case object([Member])
  }

  /// A member of an object, in the order of the text; names may be there twice.
  struct Member: Equatable {
    let name: String
    /// The line of the name.
    let line: Int
    let value: JSON5Value
  }

  let content: Content
  /// The line on which it begins, counted from 1.
  let line: Int

  /// What it is, for a sentence that says what it should be.
  var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Why a text is not JSON5.
struct JSON5Error: Error, Equatable {
  /// What is wrong, in a sentence that starts small and has no full stop; it quotes one character at
  /// most, since the text may hold what nobody should read.
  let message: String
  /// The line at fault, counted from 1.
  let line: Int
}
