import ShellCommands
import ShellLanguage
import ShellRuntime

struct ConditionWords {
  private let query: CompletionQuery
  private let words: [Word]
  private let names: ShellLanguage.Expression.Names
  /// Whether all words are in parentheses, of which the first is not among them.
  private let isInParentheses: Bool

  init(
    _ query: CompletionQuery, behind words: [Word],
    names: ShellLanguage.Expression.Names = .fields, isInParentheses: Bool = false
  ) {
    self.query = query
    self.words = words
    self.names = names
    self.isInParentheses = isInParentheses
  }

  /// The words that can come next; none for a value.
  var suggestions: [Suggestion] {
    let all: [Suggestion]
    switch ExpressionCursor(after: words, names: names) {
    case .field: all = fields + functions
    case .comparison: all = Self.comparisons + connectives + calculations
    case .connective: all = connectives
    case .keyword(let keywords): all = Self.syntax(keywords.map { ($0, "") })
    // Fields are text there.
    case .value: all = moments
    case nil: all = []
    }
    return all.filter { query.matches($0.text) }
  }

  /// Words that are not a field where a field is expected.
  private static let keywords: Set = ["not", "and", "or"]

  private var fields: [Suggestion] {
    let fields = query.fields.filter { !Self.keywords.contains($0) }.map { Suggestion($0) }
    return fields.isEmpty ? [] : fields + Self.syntax([("not", "")])
  }

  /// The functions and constants, once something is typed: they would hide the fields.
  private var functions: [Suggestion] {
    guard !query.prefix.isEmpty else { return [] }
    let calls = Function.allCases.filter { names != .none || $0 != .field }.map { function in
      var suggestion = Suggestion(function.rawValue + "(", function.abstract, endsWord: false)
      suggestion.isSyntax = true
      return suggestion
    }
    return calls + moments
  }

  private var moments: [Suggestion] {
    guard !query.prefix.isEmpty else { return [] }
    return Self.syntax([("now", "the current time"), ("today", "the beginning of the day")])
  }

  private var connectives: [Suggestion] {
    Self.syntax([("and", "both conditions"), ("or", "one of them")]) + closing
  }

  private static let comparisons = syntax([
    ("=", "is equal"), ("!=", "is not equal"), ("<", "is less"), ("<=", "is less or equal"),
    (">", "is greater"), (">=", "is greater or equal"), ("~", "contains, in any case"),
    ("in", "is in a list: in (a, b)"), ("not", "is not in a list: not in (a, b)"),
    ("is", "is empty, null, missing or of a kind"),
    ("matches", "has a match of a regular expression"), ("starts-with", "begins with a text"),
    ("ends-with", "ends with a text"),
  ])

  /// The operators between values.
  private var calculations: [Suggestion] {
    Self.syntax([
      ("+", "plus"), ("-", "minus"), ("*", "times"), ("/", "divided by"), ("%", "remainder"),
    ])
  }

  /// The `)` for an open parenthesis.
  private var closing: [Suggestion] {
    let opened = words.count { $0.isBare("(") }
    let closed = words.count { $0.isBare(")") }
    return opened + (isInParentheses ? 1 : 0) > closed ? Self.syntax([(")", "")]) : []
  }

  private static func syntax(_ words: [(String, String)]) -> [Suggestion] {
    words.map { text, abstract in
      var suggestion = Suggestion(text, abstract)
      suggestion.isSyntax = true
      return suggestion
    }
  }
}
