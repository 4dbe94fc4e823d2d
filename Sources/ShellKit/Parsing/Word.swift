/// One word of a statement, as it was written.
public struct Word: Sendable, Equatable {
  /// What the word stands for.
  public enum Content: Sendable, Equatable {
    /// The text itself, quotes and escapes taken away.
    case literal(String)
    /// Texts and variables side by side; together they make exactly one word.
    case composed([Part])
  }

  /// A piece of a composed word.
  public enum Part: Sendable, Equatable {
    /// Text.
    case literal(String)
    /// A variable's name without its `$`: `name`, `1`, `?`, `_`.
    case variable(String)
  }

  /// What the word stands for.
  public var content: Content

  /// Where it begins, in bytes from the start of the statement's source.
  public var start: Int

  /// Where it ends, in bytes from the start of the statement's source.
  public var end: Int

  /// Whether any of it was quoted or escaped.
  public var isQuoted: Bool
}
