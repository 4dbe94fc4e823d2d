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

    /// What the group is.
    package var statement: Statement { Statement(list) }
  }

  /// Where the list stands in the statement, in bytes.
  package var range: Range<Int> {
    let last = rest.last?.pipeline ?? first
    return first.range.lowerBound..<last.range.upperBound
  }

  /// The keyword that the statement begins with; nil for commands, of which `time COMMAND` is one.
  var keyword: Keyword? {
    let keyword = first.keyword
    return keyword == .time && isOneCommand ? nil : keyword
  }

  /// Whether the statement has neither jobs nor keywords.
  package var isPlain: Bool {
    !endsWithJob && keyword == nil
      && rest.allSatisfy { $0.connector != .background && $0.pipeline.keyword == nil }
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

/// A part of a list between `;` and `&`, by its kind.
package enum Statement: Sendable, Equatable {
  /// Pipelines joined by `&&` and `||`.
  case pipelines(CommandList)
  /// A rule: `on EVENT do STATEMENT`, with these words.
  case on(CommandList)
  /// A statement that runs again when its results change: `watch STATEMENT`, with the word.
  case watch(CommandList)
  /// A statement that is measured, without the word `time`, which alone before one command is a command.
  case time(CommandList)

  /// Finds the kind of some pipelines, none of which is joined to the next by `;` or `&`.
  package init(_ list: CommandList) {
    switch list.keyword {
    case .on: self = .on(list)
    case .watch: self = .watch(list)
    case .time:
      var measured = list
      measured.first.command.removeFirst()
      if measured.first.command.count > 1, measured.first.command[0].isBare("!") {
        measured.first.programMark = measured.first.command.removeFirst().start
      }
      self = .time(measured)
    case nil: self = .pipelines(list)
    }
  }
}
