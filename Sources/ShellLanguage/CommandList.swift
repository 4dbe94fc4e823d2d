/// A statement: pipelines joined by `;`, `&`, `&&` and `||`.
package struct CommandList: Sendable, Equatable {
  /// The pipeline that runs first.
  package var first: Pipeline

  // In this position it does not enlarge the structure, which every line of a script copies.
  /// Whether the statement ends with `&`, so that its last part is a job.
  var endsWithJob = false

  /// The other pipelines, each with the connector before it.
  package var rest: [Continuation] = []

  package init(first: Pipeline, rest: [Continuation] = [], endsWithJob: Bool = false) {
    self.first = first
    self.endsWithJob = endsWithJob
    self.rest = rest
  }

  /// Whether the statement is a single command, without other stages or files, and not a job.
  package var isOneCommand: Bool { rest.isEmpty && !endsWithJob && first.isOneCommand }

  /// A pipeline with the connector before it.
  package struct Continuation: Sendable, Equatable {
    package var connector: Connector
    package var pipeline: Pipeline
  }

  /// An operator between two pipelines.
  package enum Connector: Sendable, Equatable {
    /// `;`: the next one always runs.
    case sequence
    /// `&`: the preceding part runs as a job, and the next one runs at once.
    case background
    /// `&&`: the next one runs if the last status is 0.
    case and
    /// `||`: the next one runs if the last status is not 0.
    case or
  }
}

extension CommandList {
  /// Pipelines joined by `&&` and `||`, possibly run as a job.
  package struct Group: Sendable, Equatable {
    package var list: CommandList
    /// Whether `&` follows them.
    package var isJob: Bool

    package var statement: Statement { Statement(list) }
  }

  /// The range of the list in the statement, in bytes.
  package var range: Range<Int> {
    let last = rest.last?.pipeline ?? first
    return first.range.lowerBound..<last.range.upperBound
  }

  /// The keyword at the beginning of the statement; nil for commands, including `time COMMAND`.
  var keyword: Keyword? {
    let keyword = first.keyword
    let isCommand = keyword == .time && isOneCommand && first.command[1].compound == nil
    return isCommand ? nil : keyword
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
  /// A rule: `on EVENT do STATEMENT`, including these words.
  case on(CommandList)
  /// A statement that runs again when its results change: `watch STATEMENT`, including the word.
  case watch(CommandList)
  /// A statement to measure, without the word `time`. Before a single command, `time` is itself a command.
  case time(CommandList)

  /// Determines the kind of some pipelines that are not joined by `;` or `&`.
  package init(_ list: CommandList) {
    switch list.keyword {
    case .on: self = .on(list)
    case .watch: self = .watch(list)
    case .time:
      var measured = list
      measured.first.command.removeFirst()
      if measured.first.command.count > 1, measured.first.command[0].marksProgram {
        measured.first.programMark = measured.first.command.removeFirst().start
      }
      self = .time(measured)
    case nil: self = .pipelines(list)
    }
  }
}
