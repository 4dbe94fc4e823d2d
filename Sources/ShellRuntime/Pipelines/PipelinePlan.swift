import ShellCommands
import ShellLanguage
import ShellOutput

/// The stages of a pipeline, in segments: records flow inside a segment, and bytes between segments.
struct PipelinePlan {
  /// Consecutive stages without bytes between them.
  enum Segment {
    /// A command, or a reader such as `from`, with the stages after it.
    case records(Source, [StageCall])
    /// Programs, each of which feeds the next one.
    case programs([Program])
  }

  enum Source {
    case command([Word])
    case reader(StageCall)
    /// A variable, with its word.
    case value(VariableValue, Word)
    /// A statement with blocks.
    case compound(Compound)
    case call(DefinitionCall)

    var runsStatements: Bool {
      switch self {
      case .compound, .call: true
      case .command, .reader, .value: false
      }
    }
  }

  struct StageCall {
    let entry: CommandTable.Entry
    let words: [Word]
    let arguments: BoundArguments
  }

  struct Program {
    let texts: [String]
    let words: [Word]
  }

  private(set) var segments: [Segment] = []

  /// The first stage whose help was requested, if any.
  private(set) var helped: CommandTable.Entry?

  @MainActor
  init(_ pipeline: Pipeline, _ shell: Shell) throws {
    if pipeline.beginsWithProgram {
      try add(program: pipeline.command, shell)
    } else {
      try addSource(pipeline.command, shell)
    }
    try add(pipeline.stages, shell)
  }

  @MainActor
  private mutating func addSource(_ command: [Word], _ shell: Shell) throws {
    if command.count == 1, let variable = command[0].loneVariable {
      do {
        let value = try shell.variables.value(at: variable)
        segments.append(.records(.value(value, command[0]), []))
      } catch {
        throw error.spanning(command)
      }
    } else if let compound = command[0].compound {
      segments.append(.records(.compound(compound), []))
    } else if let call = DefinitionCall(command, in: shell) {
      segments.append(.records(.call(call), []))
    } else {
      let words = try shell.expand(command)
      if let entry = shell.modules.stage(of: words), case .bytes = entry.stageRole?.kind {
        segments.append(.records(.reader(try call(entry, words, shell)), []))
      } else {
        segments.append(.records(.command(words), []))
      }
    }
  }

  @MainActor
  private mutating func add(_ stages: [[Word]], _ shell: Shell) throws {
    if stages.count > Bound.maximumStages {
      throw ShellError(.limit, "a pipeline has at most \(Bound.maximumStages) stages")
        .spanning(stages[Bound.maximumStages])
    }
    for words in stages {
      if words.count > 1, words[0].marksProgram {
        try add(program: Array(words.dropFirst()), shell)
        continue
      }
      guard let entry = shell.modules.stage(of: words) else {
        try add(program: words, shell)
        continue
      }
      let expanded =
        switch entry.stageRole {
        case let role? where role.readsItem: try shell.expandKeepingItem(words)
        case let role? where role.readsExpressions: try shell.expandKeepingExpressions(words)
        default: try shell.expand(arguments: words)
        }
      let call = try call(entry, expanded, shell)
      if case .bytes = entry.stageRole?.kind {
        segments.append(.records(.reader(call), []))
      } else {
        try add(stage: call, behind: words)
      }
    }
  }

  @MainActor
  private mutating func call(
    _ entry: CommandTable.Entry, _ words: [Word], _ shell: Shell
  ) throws -> StageCall {
    do {
      let arguments = try entry.binder.bind(
        words, from: entry.depth, at: shell.places.values(for: entry.api))
      if arguments.wantsHelp, helped == nil { helped = entry }
      return StageCall(entry: entry, words: words, arguments: arguments)
    } catch {
      throw ShellError(error).located(in: words)
    }
  }

  @MainActor
  private mutating func add(stage call: StageCall, behind words: [Word]) throws {
    switch segments.last {
    case .records(let source, let stages):
      segments[segments.count - 1] = .records(source, stages + [call])
    case .programs(let programs):
      throw ShellError(
        .usage,
        "'\(call.entry.path)' takes records, and '\(programs.last?.texts.first ?? "")' writes bytes",
        hint: "write 'from json', 'from csv' or the like before it"
      ).spanning(words)
    case nil: break
    }
  }

  @MainActor
  private mutating func add(program words: [Word], _ shell: Shell) throws {
    let texts = try words.flatMap { try shell.variables.words(of: $0).map(\.text) }
    guard !texts.isEmpty else {
      throw ShellError(.usage, "no program to run: $@ is empty").spanning(words)
    }
    let program = Program(texts: texts, words: words)
    if case .programs(let programs) = segments.last {
      segments[segments.count - 1] = .programs(programs + [program])
    } else {
      segments.append(.programs([program]))
    }
  }

  /// Makes records of the lines of the last program, if the pipeline ends with one; returns whether it does.
  @MainActor
  mutating func readLastLines(_ shell: Shell) throws -> Bool {
    guard case .programs = segments.last, let entry = shell.modules.stages["from"] else {
      return false
    }
    segments.append(.records(.reader(try call(entry, [Word("from"), Word("lines")], shell)), []))
    return true
  }

  /// The command, the variable or the statement at the beginning; nil for what reads.
  var sourceName: String? {
    switch segments[0] {
    case .records(.command(let words), _): words[0].text
    case .records(.value(_, let word), _): word.loneVariable?.source
    case .records(.call(let call), _): call.words[0].text
    case .records(.compound, _): "{"
    case .records(.reader, _), .programs: nil
    }
  }
}
