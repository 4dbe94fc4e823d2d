import ShellCommands
import ShellLanguage
import ShellRuntime

struct FieldNames {
  private let query: CompletionQuery
  private let names: [String]

  init(_ query: CompletionQuery, behind words: [Word]) {
    self.query = query
    let used = words.map { word in
      word.text.utf8.first == UInt8(ascii: "-") ? word.text.dropFirst() : word.text[...]
    }
    names = query.fields.filter { name in
      !used.contains { $0 == name || $0.hasPrefix(name + "=") }
    }
  }

  var suggestions: [Suggestion] { suggestions(names) }

  /// The fields; if `-` was typed, each with that prefix, which reverses the order.
  var sortSuggestions: [Suggestion] {
    suggestions(query.prefix.utf8.first == UInt8(ascii: "-") ? names.map { "-" + $0 } : names)
  }

  private func suggestions(_ names: [String]) -> [Suggestion] {
    names.filter { query.matches($0) }.map { Suggestion($0) }
  }
}
