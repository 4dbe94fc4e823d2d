/// Stages, each of which receives the output of the one before it, and the files at both ends.
package struct Pipeline: Sendable, Equatable {
  /// The words of the first stage; never empty.
  package var command: [Word]

  /// Whether the first stage is a program instead of a command: `! PROGRAM WORD…`.
  ///
  /// The `!` is not among its words.
  package var beginsWithProgram: Bool {
    get { mark >= 0 }
    set { mark = newValue ? Int32(clamping: command[0].start) : -1 }
  }

  /// The offset of that `!` in the statement, in bytes, if there is one.
  package var programMark: Int? {
    get { mark >= 0 ? Int(mark) : nil }
    set { mark = newValue.map { Int32(clamping: $0) } ?? -1 }
  }

  /// The words of each further stage, in order; none is empty.
  package var stages: [[Word]] = []

  /// The files for input, output and errors, at most one of each kind.
  package var redirections: [Redirection] = []

  // Last and small, since every line of a script copies its pipeline.
  /// The offset of the `!`; negative if there is none.
  private var mark: Int32 = -1

  package init(command: [Word]) { self.command = command }

  init(
    command: [Word], programMark: Int?, stages: [[Word]], redirections: [Redirection]
  ) {
    self.command = command
    self.stages = stages
    self.redirections = redirections
    self.programMark = programMark
  }

  /// Whether the pipeline is a single command, without files.
  package var isOneCommand: Bool {
    stages.isEmpty && redirections.isEmpty && !beginsWithProgram
  }

  /// The range of the pipeline in its statement, from its first word to its last, in bytes.
  package var range: Range<Int> {
    let words = [command] + stages + [redirections.map(\.file)]
    let start = programMark ?? command[0].start
    let end = words.joined().lazy.map(\.end).max() ?? start
    return start..<max(start, end)
  }

  /// Returns the file for one kind of data, if any.
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

    func symbol(appends: Bool) -> String {
      switch self {
      case .input: "<"
      case .output: appends ? ">>" : ">"
      case .errors: appends ? "2>>" : "2>"
      }
    }
  }

  /// The data that is redirected.
  package var kind: Kind
  /// The file's name.
  package var file: Word
  /// Whether to append to the file.
  package var appends = false
}
