/// What is run as a whole: pipelines joined by `;`, `&&` and `||`.
package struct CommandList: Sendable, Equatable {
  /// The pipeline that runs first.
  package var first: Pipeline

  /// The pipelines after it, each with what joins it to the one before.
  package var rest: [Continuation] = []

  /// A pipeline with what joins it to the one before.
  package struct Continuation: Sendable, Equatable {
    /// What joins it.
    package var connector: Connector
    /// The pipeline.
    package var pipeline: Pipeline
  }

  /// What joins two pipelines.
  package enum Connector: Sendable, Equatable {
    /// `;`: the next one runs.
    case sequence
    /// `&&`: the next one runs where the last status is 0.
    case and
    /// `||`: the next one runs where the last status is not 0.
    case or
  }
}

/// A command of the shell's, the programs its output goes through, and the file it ends in.
package struct Pipeline: Sendable, Equatable {
  /// The command's words; never empty.
  package var command: [Word]

  /// The programs' words, in order; none of them empty.
  package var programs: [[Word]] = []

  /// The file that takes the last stage's output.
  package var redirection: Redirection?

  /// Whether the pipeline runs as a job.
  package var isBackground = false
}

/// A file that takes output.
package struct Redirection: Sendable, Equatable {
  /// The file's name.
  package var file: Word
  /// Whether the output is added to what the file holds.
  package var appends: Bool
}
