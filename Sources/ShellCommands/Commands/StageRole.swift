package import ShellOutput

/// How a command takes part in a pipeline after `|`.
@MainActor
public struct StageRole {
  /// What the stage receives.
  package enum Kind {
    /// Records.
    case records((Invocation) throws -> any RecordStage)
    /// Bytes.
    case bytes((Invocation) throws -> any ByteStage)
  }

  /// What the stage receives.
  package let kind: Kind

  /// Whether the stage itself replaces `$it` in its words, for each record.
  package let readsItem: Bool

  /// Creates a role.
  package init(_ kind: Kind, readsItem: Bool = false) {
    self.kind = kind
    self.readsItem = readsItem
  }

  /// The error of a stage that stands at a statement's beginning.
  package static func misplaced(_ name: String) -> ShellError {
    ShellError(
      .usage, "'\(name)' needs records: write it after a command and '|'", hint: "help pipelines",
      word: 0)
  }
}
