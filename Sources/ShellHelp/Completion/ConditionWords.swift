import ShellCommands
import ShellLanguage
import ShellOutput
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
    case .value: all = values + moments
    case nil: all = []
    }
    return all.filter { query.matches($0.text) }
  }

  /// Words that are not a field where a field is expected.
  private static let keywords: Set = ["not", "and", "or"]

  private var fields: [Suggestion] {
    let fields = query.fields.filter { !Self.keywords.contains($0) }.map {
      Suggestion($0, abstract(of: $0))
    }
    return fields.isEmpty ? [] : fields + Self.syntax([("not", "")])
  }

  /// How many records are looked at for examples, and how many values are shown.
  private static let (mostRecords, mostValues) = (200, 20)

  /// The different values of a field in the known records.
  private func examples(of field: String) -> [CellValue] {
    guard let records = query.examples,
      let column = records.columns.firstIndex(where: { $0.name == field })
    else { return [] }
    var seen: Set<CellValue> = [.null, .missing]
    let values = records.rows.prefix(Self.mostRecords).map { $0[column] }
    return Array(values.filter { seen.insert($0).inserted }.prefix(Self.mostValues))
  }

  /// What kind of value a field has, and some values.
  private func abstract(of field: String) -> String {
    let values = examples(of: field)
    guard let first = values.first else { return query.kinds[field] ?? "" }
    let texts = values.prefix(3).map { String($0.plainText.prefix(20)) }
    return "\(Self.kind(of: first)): \(texts.joined(separator: ", "))"
      + (values.count > 3 ? ", …" : "")
  }

  private static func kind(of value: CellValue) -> String {
    switch value {
    case .text: "text"
    case .untyped(let text): Double(text) == nil ? "text" : "number"
    case .integer, .decimal: "number"
    case .boolean: "true or false"
    case .date: "date"
    case .list: "list"
    case .record: "record"
    case .null, .missing: "null"
    }
  }

  /// Values that the field before the comparison has.
  private var values: [Suggestion] {
    guard names == .fields, words.count > 1 else { return [] }
    return examples(of: words[words.count - 2].text).map(\.plainText)
      .filter { !$0.isEmpty && $0.utf8.count < 60 }.map { text in
        var suggestion = Suggestion(text)
        suggestion.isExample = true
        return suggestion
      }
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
