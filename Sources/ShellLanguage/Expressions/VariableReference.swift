/// A variable as it is written: `$name`, `$it.price`, `${name:-text}`.
package struct VariableReference: Sendable, Equatable {
  /// The name without `$`: letters, digits and `_`, only digits, `?`, `@` or `#`.
  package var name: String

  /// The path after the name, such as `.price` or `[2].id`; can be empty.
  ///
  /// If the variable holds text, it is plain text.
  package var path = ""

  /// The text to use if the variable is undefined or empty: the literal part after `:-`, without its quotes and
  /// escapes.
  package var fallback: String?

  package init(_ name: String, path: String = "", fallback: String? = nil) {
    self.name = name
    self.path = path
    self.fallback = fallback
  }

  /// The variable as written, without braces.
  package var source: String { "$" + name + path }
}
