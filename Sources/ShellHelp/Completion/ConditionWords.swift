import ShellCommands
import ShellLanguage
import ShellRuntime

struct ConditionWords {
  private let query: CompletionQuery
  private let words: [Word]

  init(_ query: CompletionQuery, behind words: [Word]) {
    self.query = query
    self.words = words
  }

  /// The words that can come next; none for a value.
  var suggestions: [Suggestion] {
    let all: [Suggestion]
    switch ExpressionCursor(after: words) {
    case .field: all = fields
    case .comparison: all = Self.comparisons
    case .connective:
      all = Self.syntax([("and", "both conditions"), ("or", "one of them")]) + closing
    case .keyword(let keywords): all = Self.syntax(keywords.map { ($0, "") })
    case .value, nil: all = []
    }
    return all.filter { query.matches($0.text) }
  }

  /// Words that are not a field where a field is expected.
  private static let keywords: Set = ["not", "and", "or"]

  private var fields: [Suggestion] {
    let fields = query.fields.filter { !Self.keywords.contains($0) }.map { Suggestion($0) }
    return fields.isEmpty ? [] : fields + Self.syntax([("not", "")])
  }

  private static let comparisons = syntax([
    ("=", "is equal"), ("!=", "is not equal"), ("<", "is less"), ("<=", "is less or equal"),
    (">", "is greater"), (">=", "is greater or equal"), ("~", "contains, in any case"),
    ("in", "is in a list: in (a, b)"), ("not", "is not in a list: not in (a, b)"),
    ("is", "is empty, or is not empty"),
  ])

  /// The `)` for an open parenthesis.
  private var closing: [Suggestion] {
    let opened = words.count { $0.isBare("(") }
    let closed = words.count { $0.isBare(")") }
    return opened > closed ? Self.syntax([(")", "")]) : []
  }

  private static func syntax(_ words: [(String, String)]) -> [Suggestion] {
    words.map { text, abstract in
      var suggestion = Suggestion(text, abstract)
      suggestion.isSyntax = true
      return suggestion
    }
  }
}
