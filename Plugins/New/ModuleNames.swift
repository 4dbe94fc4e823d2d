import SeashellKit

/// The spellings of a module's name: `my-orders`, `MyOrders`, and for one element `MyOrder`, `myOrder`.
struct ModuleNames: Equatable {
  let word: String

  /// The beginning of the names of its types: `MyOrders`.
  let type: String

  /// The type of one element: `MyOrder`.
  let element: String

  let variable: String

  /// One element in messages: `my order`.
  let one: String

  /// Names of built-in commands and modules, and names that would clash with the kit's types or targets.
  private static let taken: Set = [
    "alias", "api", "back", "cancel", "cd", "clear", "complete", "doctor", "env", "environments",
    "events", "after", "before", "break", "continue", "def", "each", "else", "expect",
    "expect-schema",
    "fail",
    "for", "if",
    "return", "run", "test", "try",
    "exit", "feature", "help", "history", "home", "jobs", "let", "ls", "mcp", "modules", "notify",
    "off",
    "on",
    "open",
    "print", "products", "pwd", "queue", "reviews", "seashell", "serve", "session", "set", "shell",
    "sleep", "source", "time", "unalias", "unset", "version", "wait", "watch",
  ]

  /// Types and variables that the templates use, and keywords that could be a variable's name.
  private static let used: Set = [
    "any", "argument", "bool", "break", "case", "class", "codable", "column", "command", "continue",
    "decodable", "default", "defer", "else", "encodable", "entry", "enum", "equatable", "error",
    "event", "extension", "false", "for", "func", "guard", "id", "identifiable", "import", "in",
    "init", "int", "invocation", "is", "let", "mutex", "nil", "noun", "operator", "option",
    "output",
    "protocol", "repeat", "return", "self", "sendable", "service", "state", "static", "string",
    "struct", "subscription", "suite", "super", "switch", "test", "throw", "transport", "true",
    "try", "type", "var", "where", "while",
  ]

  /// Derives the spellings from a module's name: small letters, digits and single `-`, a letter
  /// first.
  ///
  /// `item` is the name of one element, in the same form; nil to guess it.
  init(_ word: String, item: String? = nil) throws(ShellError) {
    try Self.check(word, "a module", "my-orders")
    if let item {
      try Self.check(item, "one of them", "my-order")
      guard !Self.used.contains(item) else {
        throw ShellError(
          .usage, "the name '\(item)' is taken", hint: "choose another, such as '\(word)-\(item)'")
      }
    }
    guard !Self.taken.contains(word) else {
      throw ShellError(.usage, "the name '\(word)' is taken", hint: "choose another")
    }
    self.word = word
    type = Self.camel(word)
    let guess = Self.singular(of: word).flatMap { Self.used.contains($0) ? nil : $0 }
    let one = item ?? guess ?? "\(word)-item"
    element = Self.camel(one)
    variable = element.prefix(1).lowercased() + element.dropFirst()
    self.one = one.replacing("-", with: " ")
  }

  private static func check(
    _ word: String, _ what: String, _ example: String
  ) throws(ShellError) {
    guard word.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw ShellError(
        .usage, "'\(word)' is not a name for \(what)",
        hint: "use small letters, digits and '-', with a letter first, such as '\(example)'")
    }
  }

  /// Replaces the names in a text about `orders` by these names, but not the end of another word,
  /// as in `EventRecorder`.
  func rename(_ text: String) -> String {
    text.replacing(/ORDERS|Orders?|"order"|[a-z]?orders?/) { match in
      switch match.output {
      case #""order""#: "\"\(one)\""
      case "ORDERS": word.uppercased().replacing("-", with: "_")
      case "Orders": type
      case "orders": word
      case "Order": element
      case "order": variable
      default: String(match.output)
      }
    }
  }

  private static func camel(_ word: String) -> String {
    word.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Returns the singular of a word by the usual endings; nil if the word does not look like a plural.
  private static func singular(of word: String) -> String? {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes"].contains(where: word.hasSuffix) {
      return String(word.dropLast(2))
    }
    let isPlural = word.hasSuffix("s") && !["ss", "us", "is"].contains(where: word.hasSuffix)
    return isPlural ? String(word.dropLast()) : nil
  }
}
