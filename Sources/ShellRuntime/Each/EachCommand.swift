import ShellCommands
import ShellLanguage
import ShellOutput

package struct EachCommand: StageCommand {
  let jobs = Option<Int?>("jobs", "how many to run at once", in: 1...64)
  let keep = Option<[String]>(
    "keep", value: "FIELD[=NAME]", "a field of the record to put before its results",
    completion: "fields")
  let keepGoing = Flag("keep-going", "go on with the other records after a failure")
  let command = Argument<[String]>(
    "COMMAND", "the command and its words, or a block", atLeastOne: true, completion: "statements")
  var specification: CommandSpecification {
    CommandSpecification(
      "each", abstract: "Run a command or a block for each record",
      discussion: """
        In the command's words, $it is the record and $it.FIELD a field of it. A command that only \
        reads runs for 4 records at once, one that changes data for one; --jobs gives another number. \
        The results come in the order of the records.

        The first failure ends the stage, after the results of the records before. With --keep-going \
        each failure is reported, and the stage fails at its end.

        'each { STATEMENT; STATEMENT }' runs statements, which have a copy of the variables.

        'each ! PROGRAM WORD…' runs a program for each record. It has nothing to read, and what it \
        writes is text.
        """,
      examples: [
        .init(
          "products list | each --keep id=product reviews list $it.id --all | first 5",
          "lists reviews of all products, each with its product"),
        .init("products list | first 3 | each print $it.name", "prints three names"),
      ],
      parameters: [jobs, keep, keepGoing, command], changesData: false
    ).parsingOptions(.beforeArguments)
  }

  var stageRole: StageRole? { StageRole(.records(stage), readsItem: true) }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let shell = try invocation.shell
    return EachStage(
      try work(of: invocation), keeping: try KeptFields(keep, of: invocation),
      to: invocation.output,
      EachFailures(
        keepsGoing: invocation[keepGoing],
        ErrorReporter(shell)),
      shell)
  }

  /// Returns the field names of the stage's records, for completion.
  ///
  /// - Parameters:
  ///   - words: the stage's words after its name.
  ///   - shell: the shell with the command named by the words.
  package func fields(of words: [String], in shell: Shell) -> [String] {
    let binder = ArgumentBinder(specification, path: specification.name)
    guard let arguments = try? binder.bind(words.map { Word($0) }, from: 0) else { return [] }
    let command = arguments.texts("COMMAND").map { Word($0) }
    let results = (try? CommandResolver(shell).entry(for: command))?.specification.fields ?? []
    return arguments.texts("keep").map(KeptFields.name(in:)) + results
  }

  /// The block, or the call of a command that `def` has made.
  private func block(of words: [Word], in shell: Shell) -> EachBlock? {
    if let compound = words[0].compound {
      return EachBlock(shell) { inner, source in
        try await BlockRunner(inner, from: source, by: PipelineRunner(inner)).run(compound)
      }
    }
    guard let call = DefinitionCall(words, in: shell) else { return nil }
    return EachBlock(shell) { inner, _ in
      try await call.show(in: inner, by: PipelineRunner(inner), keepsResult: false)
    }
  }

  /// The built-in commands that neither change the shell nor run other commands.
  private static let builtins: Set = [
    "print", "sleep", "help", "version", "events", "fail", "notify",
  ]

  /// Finds the command, and checks it as far as possible before the first record.
  private func work(of invocation: Invocation) throws -> EachWork {
    let shell = try invocation.shell
    let depth = invocation.words.count - invocation[command].count
    let words = Array(invocation.words[depth...])
    do {
      if let block = block(of: words, in: shell) {
        return EachWork(
          name: words[0].compound == nil ? words[0].text : "the block", depth: depth,
          jobs: invocation[jobs] ?? 1, run: block.run)
      }
      let isProgram = words[0].marksProgram
      if isProgram, words.count == 1 {
        throw ShellError(.usage, "there is no program after '\(words[0].text)'", word: 0)
      }
      let name = words[isProgram ? 1 : 0]
      guard !name.hasVariables else {
        throw ShellError(
          .usage, "the command's name cannot come from $it", word: isProgram ? 1 : 0)
      }
      if isProgram {
        let program = EachWords(words: Array(words.dropFirst()), shell: shell)
        return EachWork(
          name: name.text, depth: depth + 1, jobs: invocation[jobs] ?? 1, isProgram: true
        ) { [relay = shell.scope.programs, streams = shell.streams] record, output, flush in
          let file = ErrorFile.current?.descriptor(for: streams)
          try await SeparateProgram.run(
            try program(record), to: output, errors: try file ?? relay?.descriptors().errors,
            leadsGroup: relay != nil, flush: flush)
          return nil
        }
      }
      let entry = try CommandResolver(shell).entry(for: words)
      guard entry.stageRole == nil, !entry.isBuiltIn || Self.builtins.contains(entry.path) else {
        throw ShellError(
          .usage, "'\(entry.path)' cannot run in an 'each' stage",
          hint: "it runs blocks, the commands of modules, 'print', and programs after 'run'",
          word: 0)
      }
      let command = CommandExecution(
        shell: shell, entry: entry, place: shell.places.values(for: entry.api))
      let asks = try command.check(words)
      let usualJobs = entry.isBuiltIn || entry.specification.changesData ? 1 : 4
      let own = EachWords(words: words, shell: shell)
      return EachWork(
        name: entry.path, depth: depth,
        // Questions are asked one at a time.
        jobs: asks ? 1 : invocation[jobs] ?? usualJobs,
        run: { try await command.run(try own($0), to: $1, flush: $2) },
        runAtOnce: command.runAtOnce.map { run -> EachWork.RunAtOnce in
          { try run(try own($0), $1, $2) }
        })
    } catch {
      throw ShellError.shifted(error, by: depth)
    }
  }
}
