/// A statement: pipelines joined by `;`, `&&` and `||`.
package struct CommandList: Sendable, Equatable {
  /// The pipeline that runs first.
  package var first: Pipeline

  /// The other pipelines, each with its connector to the one before.
  package var rest: [Continuation] = []

  /// Whether the statement is one command, without other stages and files.
  package var isOneCommand: Bool { rest.isEmpty && first.isOneCommand }

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

/// Stages, each of which receives what the one before it writes, and the files at its ends.
package struct Pipeline: Sendable, Equatable {
  /// The words of the first stage; never empty.
  package var command: [Word]

  /// Whether the first stage is a program and not a command: `! PROGRAM WORD…`.
  ///
  /// The `!` is not among its words.
  package var beginsWithProgram = false

  /// The words of each further stage, in order; none is empty.
  package var stages: [[Word]] = []

  /// The files for input, output and errors, at most one of each kind.
  package var redirections: [Redirection] = []

  /// Creates a pipeline of one command.
  package init(command: [Word]) { self.command = command }

  init(command: [Word], stages: [[Word]], redirections: [Redirection]) {
    self.command = command
    self.stages = stages
    self.redirections = redirections
  }

  /// Whether the pipeline is one command, without files.
  package var isOneCommand: Bool {
    stages.isEmpty && redirections.isEmpty && !beginsWithProgram
  }

  /// Returns the file for one kind of data; nil if there is none.
  package func redirection(_ kind: Redirection.Kind) -> Redirection? {
    redirections.first { $0.kind == kind }
  }
}

/// A file for the input, the output or the errors of a pipeline.
package struct Redirection: Sendable, Equatable {
  /// The data that a redirection is for.
  package enum Kind: Sendable {
    /// `<`: the first stage reads the file.
    case input
    /// `>` or `>>`: the file receives the results.
    case output
    /// `2>` or `2>>`: the file receives errors and notices.
    case errors

    /// The operator as it is written.
    func symbol(appends: Bool) -> String {
      switch self {
      case .input: "<"
      case .output: appends ? ">>" : ">"
      case .errors: appends ? "2>>" : "2>"
      }
    }
  }

  /// The data that the redirection is for.
  package var kind: Kind
  /// The file's name.
  package var file: Word
  /// Whether to append to the file.
  package var appends = false

  /// The operator as it is written.
  package var symbol: String { kind.symbol(appends: appends) }
}
