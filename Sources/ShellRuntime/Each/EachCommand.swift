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
    "COMMAND", "the command and its words", atLeastOne: true, completion: "statements")
  var specification: CommandSpecification {
    CommandSpecification(
      "each",
      abstract: "Run a command for each record",
      discussion: """
        In the command's words, $it is the record and $it.FIELD a field of it. A command that only \
        reads runs for 4 records at once, one that changes data for one; --jobs gives another number. \
        The results come in the order of the records.

        The first failure ends the stage, after the results of the records before. With --keep-going \
        each failure is reported, and the stage fails at its end.

        'each ! PROGRAM WORD…' runs a program for each record. It has nothing to read, and what it \
        writes is text.
        """,
      examples: [
        .init(
          "products list | each --keep id=product reviews list $it.id --all | first 5",
          "lists reviews of all products, each with its product"),
        .init("products list | first 3 | each print $it.name", "prints three names"),
      ],
      parameters: [jobs, keep, keepGoing, command], optionParsing: .beforeArguments,
      changesData: false)
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

  /// The built-in commands that neither change the shell nor run other commands.
  private static let builtins: Set = ["print", "sleep", "help", "version", "events"]

  /// Finds the command, and checks it as far as possible before the first record.
  private func work(of invocation: Invocation) throws -> EachWork {
    let shell = try invocation.shell
    let depth = invocation.words.count - invocation[command].count
    let words = Array(invocation.words[depth...])
    do {
      let isProgram = words[0].text == "!" && !words[0].isQuoted
      if isProgram, words.count == 1 {
        throw ShellError(.usage, "there is no program after '!'", word: 0)
      }
      let name = words[isProgram ? 1 : 0]
      guard !name.hasVariables else {
        throw ShellError(
          .usage, "the command's name cannot come from $it", word: isProgram ? 1 : 0)
      }
      if isProgram {
        return EachWork(
          name: name.text, words: Array(words.dropFirst()), depth: depth + 1,
          jobs: invocation[jobs] ?? 1, isProgram: true,
          run: { [relay = shell.scope.programs, streams = shell.streams] words, output, flush in
            let file = ErrorFile.current?.descriptor(for: streams)
            try await SeparateProgram.run(
              words, to: output, errors: try file ?? relay?.descriptors().errors,
              leadsGroup: relay != nil, flush: flush)
            return nil
          })
      }
      let entry = try CommandResolver(shell).entry(for: words)
      guard entry.stageRole == nil, !entry.isBuiltIn || Self.builtins.contains(entry.path) else {
        throw ShellError(
          .usage, "'\(entry.path)' cannot run in an 'each' stage",
          hint: "it runs the commands of modules, 'print', and programs after '!'", word: 0)
      }
      let command = CommandExecution(
        shell: shell, entry: entry, place: shell.places.values(for: entry.api))
      let asks = try command.check(words)
      let usualJobs = entry.isBuiltIn || entry.specification.changesData ? 1 : 4
      return EachWork(
        name: entry.path, words: words, depth: depth,
        // Questions are asked one at a time.
        jobs: asks ? 1 : invocation[jobs] ?? usualJobs,
        run: command.run, runAtOnce: command.runAtOnce)
    } catch {
      throw ShellError.shifted(error, by: depth)
    }
  }
}
