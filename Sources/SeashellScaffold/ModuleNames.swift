import SeashellKit

/// The spellings of a module's name: `my-orders`, `MyOrders`, and of one of them `MyOrder`, `myOrder`.
struct ModuleNames: Equatable {
  /// The module's name, as users type it: `my-orders`.
  let word: String

  /// The beginning of the names of its types: `MyOrders`.
  let type: String

  /// The type of one element: `MyOrder`.
  let element: String

  /// A variable of that type: `myOrder`.
  let variable: String

  /// The names of built-in commands and modules, and those whose types or targets the kit has.
  private static let taken: Set = [
    "alias", "api", "back", "cancel", "clear", "complete", "doctor", "env", "environments",
    "events",
    "exit", "feature", "help", "history", "home", "jobs", "let", "mcp", "modules", "off", "on",
    "open",
    "print", "products", "pwd", "queue", "reviews", "seashell", "serve", "session", "set", "shell",
    "sleep", "source", "time", "unalias", "unset", "version", "wait", "watch",
  ]

  /// Types and variables that the templates use, and keywords that could be a variable's name.
  private static let used: Set = [
    "any", "argument", "bool", "break", "case", "class", "codable", "column", "command", "continue",
    "decodable", "default", "defer", "else", "encodable", "entry", "enum", "equatable", "error",
    "event", "extension", "false", "for", "func", "guard", "id", "identifiable", "import", "in",
    "init", "int", "invocation", "is", "let", "mutex", "nil", "operator", "option", "output",
    "protocol", "repeat", "return", "self", "sendable", "service", "state", "static", "string",
    "struct", "subscription", "suite", "super", "switch", "test", "throw", "transport", "true",
    "try", "type", "var", "where", "while",
  ]

  /// Derives the spellings from a name.
  ///
  /// - Parameter word: the module's name: small letters, digits and single `-`, a letter first.
  /// - Throws: `ShellError` `usage` if it is not such a name.
  init(_ word: String) throws(ShellError) {
    guard word.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw ShellError(
        .usage, "'\(word)' is not a name for a module",
        hint: "use small letters, digits and '-', with a letter first, such as 'my-orders'")
    }
    guard !Self.taken.contains(word) else {
      throw ShellError(.usage, "the name '\(word)' is taken", hint: "choose another")
    }
    self.word = word
    type = Self.camel(word)
    let one = Self.singular(of: word)
    let element = one.flatMap { Self.used.contains($0) ? nil : Self.camel($0) } ?? type + "Item"
    self.element = element
    variable = element.prefix(1).lowercased() + element.dropFirst()
  }

  /// Returns a text about `orders` with these names in place of that one's.
  ///
  /// The end of another word, as in `EventRecorder`, is left as it is.
  func rename(_ text: String) -> String {
    text.replacing(/ORDERS|Orders?|[a-z]?orders?/) { match in
      switch match.output {
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

  /// Returns one of several by the usual endings; nil if the word does not look like a plural.
  private static func singular(of word: String) -> String? {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes"].contains(where: word.hasSuffix) {
      return String(word.dropLast(2))
    }
    let isPlural = word.hasSuffix("s") && !["ss", "us", "is"].contains(where: word.hasSuffix)
    return isPlural ? String(word.dropLast()) : nil
  }
}
