package import ShellOutput

/// How a command takes part in a pipeline after `|`.
@MainActor
public struct StageRole {
  /// The kind of input that a stage receives.
  package enum Kind {
    case records((Invocation) throws -> any RecordStage)
    case bytes((Invocation) throws -> any ByteStage)
  }

  /// The kind of input that the stage receives.
  package let kind: Kind

  /// Whether the stage itself replaces `$it` in its words, for each record.
  package let readsItem: Bool

  /// Whether the stage evaluates the expressions in its words itself, and the variables that are whole words.
  package let readsExpressions: Bool

  package init(_ kind: Kind, readsItem: Bool = false, readsExpressions: Bool = false) {
    self.kind = kind
    self.readsItem = readsItem
    self.readsExpressions = readsExpressions
  }

  /// The error of a stage at the beginning of a statement.
  package static func misplaced(_ name: String) -> ShellError {
    ShellError(
      .usage, "'\(name)' needs records: write it after a command and '|'", hint: "help pipelines",
      word: 0)
  }
}
