package import ShellCommands
import ShellOutput

extension Invocation {
  /// The variables of the shell that runs the command.
  var variables: any VariableScope { (host as? any VariableHost)?.variableScope ?? NoVariables() }

  /// The fields given as an argument, each with the index of its word.
  func fields(of argument: Argument<[String]>) throws -> [RecordField] {
    let words = arguments.words(of: argument.specification.name)
    return try zip(self[argument], words).map { text, word in
      guard !text.isEmpty else {
        throw ShellError(.usage, "a field's name is empty", word: word)
      }
      return RecordField(text, word: word)
    }
  }

  /// The fields given with an option.
  package func fields(of option: Option<[String]>) throws -> [RecordField] {
    let words = arguments.words(of: option.specification.name)
    return try zip(self[option], words).map { text, word in
      guard !text.isEmpty else {
        throw ShellError(.usage, "a field's name is empty", word: word)
      }
      return RecordField(text, word: word)
    }
  }
}

extension [Column] {
  /// The columns with the hints that still apply: a hint that refers to another column is kept if that column
  /// is, under its new name, or if it names a currency instead of a column.
  ///
  /// - Parameter newNames: the new names of columns, by their old ones.
  func keepingHints(_ newNames: [String: String]) -> [Column] {
    map { column in
      var column = column
      switch column.hint {
      case .money(let name):
        let isCode = Money.isCode(name)
        column.hint = newNames[name].map { .money(currency: $0) } ?? (isCode ? column.hint : nil)
      case .bar(let name): column.hint = newNames[name].map { .bar(of: $0) }
      case .stars, .date, .timestamp, .spark, nil: break
      }
      return column
    }
  }
}
