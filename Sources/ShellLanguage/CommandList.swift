/// A statement: pipelines joined by `;`, `&`, `&&` and `||`.
package struct CommandList: Sendable, Equatable {
  /// The pipeline that runs first.
  package var first: Pipeline

  // Here it does not make the structure larger: every line of a script copies it.
  /// Whether the statement ends with `&`, so that its last part is a job.
  package var endsWithJob = false

  /// The other pipelines, each with its connector to the one before.
  package var rest: [Continuation] = []

  /// Creates a statement.
  package init(first: Pipeline, rest: [Continuation] = [], endsWithJob: Bool = false) {
    self.first = first
    self.endsWithJob = endsWithJob
    self.rest = rest
  }

  /// Whether the statement is one command, without other stages and files, and no job.
  package var isOneCommand: Bool { rest.isEmpty && !endsWithJob && first.isOneCommand }

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
    /// `&`: what stands before it runs as a job, and the next one runs at once.
    case background
    /// `&&`: the next one runs if the last status is 0.
    case and
    /// `||`: the next one runs if the last status is not 0.
    case or
  }
}

extension CommandList {
  /// Pipelines joined by `&&` and `||`, and whether they run as a job.
  package struct Group: Sendable, Equatable {
    /// The pipelines.
    package var list: CommandList
    /// Whether a `&` follows them.
    package var isJob: Bool

    /// Where the group stands in the statement, in bytes.
    package var range: Range<Int> {
      let last = list.rest.last?.pipeline ?? list.first
      return list.first.range.lowerBound..<last.range.upperBound
    }
  }

  /// The parts between `;` and `&`, in order.
  package var groups: [Group] {
    var groups: [Group] = []
    var list = CommandList(first: first)
    for continuation in rest {
      switch continuation.connector {
      case .and, .or: list.rest.append(continuation)
      case .sequence, .background:
        groups.append(Group(list: list, isJob: continuation.connector == .background))
        list = CommandList(first: continuation.pipeline)
      }
    }
    groups.append(Group(list: list, isJob: endsWithJob))
    return groups
  }
}

/// Stages, each of which receives what the one before it writes, and the files at its ends.
package struct Pipeline: Sendable, Equatable {
  /// The words of the first stage; never empty.
  package var command: [Word]

  /// Whether the first stage is a program and not a command: `! PROGRAM WORD…`.
  ///
  /// The `!` is not among its words.
  package var beginsWithProgram: Bool {
    get { mark >= 0 }
    set { mark = newValue ? Int32(clamping: command[0].start) : -1 }
  }

  /// The place of that `!`, in bytes from the start of the statement; nil if there is none.
  package var programMark: Int? {
    get { mark >= 0 ? Int(mark) : nil }
    set { mark = newValue.map { Int32(clamping: $0) } ?? -1 }
  }

  /// The words of each further stage, in order; none is empty.
  package var stages: [[Word]] = []

  /// The files for input, output and errors, at most one of each kind.
  package var redirections: [Redirection] = []

  // Last and small, since every line of a script copies its pipeline.
  /// The place of the `!`; negative if there is none.
  private var mark: Int32 = -1

  /// Creates a pipeline of one command.
  package init(command: [Word]) { self.command = command }

  init(
    command: [Word], programMark: Int?, stages: [[Word]], redirections: [Redirection]
  ) {
    self.command = command
    self.stages = stages
    self.redirections = redirections
    self.programMark = programMark
  }

  /// Whether the pipeline is one command, without files.
  package var isOneCommand: Bool {
    stages.isEmpty && redirections.isEmpty && !beginsWithProgram
  }

  /// Where the pipeline stands in its statement, in bytes, from its first word to its last.
  package var range: Range<Int> {
    let words = [command] + stages + [redirections.map(\.file)]
    let start = programMark ?? command[0].start
    let end = words.joined().lazy.map(\.end).max() ?? start
    return start..<max(start, end)
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
