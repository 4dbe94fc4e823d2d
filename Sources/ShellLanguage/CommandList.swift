/// A statement: pipelines joined by `;`, `&&` and `||`.
package struct CommandList: Sendable, Equatable {
  /// The pipeline that runs first.
  package var first: Pipeline

  /// The other pipelines, each with its connector to the one before.
  package var rest: [Continuation] = []

  /// Whether the statement is one shell command, without programs or redirection.
  package var isOneCommand: Bool {
    rest.isEmpty && first.programs.isEmpty && first.redirection == nil
  }

  /// A pipeline and its connector to the one before.
  package struct Continuation: Sendable, Equatable {
    /// The connector.
    package var connector: Connector
    /// The pipeline.
    package var pipeline: Pipeline
  }

  /// An operator between two pipelines.
  package enum Connector: Sendable, Equatable {
    /// `;`: the next one always runs.
    case sequence
    /// `&&`: the next one runs if the last status is 0.
    case and
    /// `||`: the next one runs if the last status is not 0.
    case or
  }
}

/// A shell command, the programs that filter its output, and the file for the output.
package struct Pipeline: Sendable, Equatable {
  /// The command's words; never empty.
  package var command: [Word]

  /// The words of each program, in order; none is empty.
  package var programs: [[Word]] = []

  /// The file for the last stage's output.
  package var redirection: Redirection?
}

/// A file for output: `> FILE` or `>> FILE`.
package struct Redirection: Sendable, Equatable {
  /// The file's name.
  package var file: Word
  /// Whether to append to the file.
  package var appends: Bool
}
