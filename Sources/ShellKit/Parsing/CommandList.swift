/// What is run as a whole: pipelines joined by `;`, `&&` and `||`.
public struct CommandList: Sendable, Equatable {
  /// The pipeline that runs first.
  public var first: Pipeline

  /// The pipelines after it, each with what joins it to the one before.
  public var rest: [Continuation] = []

  /// A pipeline with what joins it to the one before.
  public struct Continuation: Sendable, Equatable {
    /// What joins it.
    public var connector: Connector
    /// The pipeline.
    public var pipeline: Pipeline
  }

  /// What joins two pipelines.
  public enum Connector: Sendable, Equatable {
    /// `;`: the next one runs.
    case sequence
    /// `&&`: the next one runs where the last status is 0.
    case and
    /// `||`: the next one runs where the last status is not 0.
    case or
  }
}

/// A command of the shell's, the programs its output goes through, and the file it ends in.
public struct Pipeline: Sendable, Equatable {
  /// The command's words; never empty.
  public var command: [Word]

  /// The programs' words, in order; none of them empty.
  public var programs: [[Word]] = []

  /// The file that takes the last stage's output.
  public var redirection: Redirection?

  /// Whether the pipeline runs as a job.
  public var isBackground = false
}

/// A file that takes output.
public struct Redirection: Sendable, Equatable {
  /// The file's name.
  public var file: Word
  /// Whether the output is added to what the file holds.
  public var appends: Bool
}
