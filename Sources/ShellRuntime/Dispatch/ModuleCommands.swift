package import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs the commands of the loaded modules outside the shell's statements: several at the same time, without
/// its variables, its outputs and its Ctrl-C.
@MainActor
package final class ModuleCommands: CommandCatalogue {
  private let shell: Shell

  package init(_ shell: Shell) {
    self.shell = shell
  }

  package func openAPIs() {
    for api in shell.host.environments.otherAPIs {
      do {
        try shell.host.environments.openAPI(api)
      } catch {
        let error = ShellError(error)
        shell.console.notify(
          "the commands of '\(api)' are left out: \(error.message)"
            + (error.hint.map { "; \($0)" } ?? ""))
      }
    }
  }

  package var commands: [CatalogueCommand] {
    let environments = shell.host.environments
    let near = shell.modules.loaded.values.filter { $0.api == nil || $0.api == environments.ownAPI }
    let others = environments.otherAPIs.sorted().flatMap { api in
      // An added module may have the name of a group of operations, which it then hides.
      Set(shell.modules.modules(in: api).map(\.name)).sorted().compactMap { name in
        shell.modules.loaded[name].flatMap { $0.api == api ? $0 : nil }
          ?? shell.modules.loaded[shell.modules.key(name, of: api)]
      }
    }
    return (near.sorted { $0.module.name < $1.module.name } + others).flatMap(commands)
  }

  private func commands(of loaded: LoadedModule) -> [CatalogueCommand] {
    let (module, table) = (loaded.module, loaded.commands)
    let author = module.contributions.author
    // A stage has nothing to do without the records of a pipeline.
    return table.summaries.filter { !table.isStage($0.command.name) }.map { path, command in
      CatalogueCommand(
        module: module.name, api: loaded.api, name: command.name,
        path: prefix(module.name, of: loaded.api) + path, abstract: command.abstract,
        changesData: table.changesData(command.name), isDeferred: table.isDeferred(command.name),
        author: author)
    }
  }

  /// The prefix of a module's name: its API's name, unless that is the shell's own or equals the module's
  /// name.
  private func prefix(_ module: String, of api: String?) -> String {
    guard let api, api != module, isOther(api) else { return "" }
    return "\(api) "
  }

  private func isOther(_ api: String) -> Bool { api != shell.host.environments.ownAPI }

  package func specification(of command: CatalogueCommand) -> CommandSpecification? {
    try? entry(of: command).specification
  }

  package func checkPreconditions(of command: CatalogueCommand) async throws {
    try await entry(of: command).command.checkPreconditions()
  }

  package func run(_ command: CatalogueCommand, _ words: [String]) async -> CommandOutcome {
    let results = CollectedResults()
    let output = Output(records: results.recordStream, text: results.textStream)
    var failure: ShellError?
    do {
      let entry = try entry(of: command)
      // A command's name may contain blanks; only the number of words before the arguments matters.
      let path = Array(repeating: Word(""), count: entry.depth)
      let waiting = try await CommandExecution(
        shell: shell, entry: entry, place: [:], takesOptions: false
      ).run(
        path + Self.words(of: words), to: output, flush: results.flush)
      if let waiting { shell.notify(waiting) }
    } catch {
      failure = ShellError(error)
    }
    let hasRecords = output.takeResult() != nil
    output.cutOff()
    return CommandOutcome(
      records: hasRecords ? results.objects : nil,
      text: String(decoding: results.text.bytes, as: UTF8.self), error: failure)
  }

  private func entry(of command: CatalogueCommand) throws -> CommandTable.Entry {
    var commands = command.api.flatMap { shell.modules.commands(of: command.module, in: $0) }
    if command.api.map(isOther) != true {
      commands = commands ?? shell.modules.commands(of: command.module)
    }
    guard let entry = commands?[command.name] else {
      throw ShellError(.unknownCommand, "the command '\(command.path)' is no longer loaded")
    }
    return prefix(command.module, of: command.api).isEmpty ? entry : entry.behindAPI
  }

  /// The words of another program, which writes them as a user does, but names no file: an `@` and a lone `-` are data.
  private static func words(of texts: [String]) -> [Word] {
    let end = texts.firstIndex(of: "--") ?? texts.endIndex
    return texts.enumerated().map { index, text in
      // One dash may begin a value, such as a negative number.
      var word = Word(text, mayBeOption: index <= end && text.hasPrefix("--"))
      for (place, byte) in text.utf8.enumerated()
      where byte == UInt8(ascii: "@") || isLoneDash(at: place, in: text) {
        word.data.append(place..<place + 1)
      }
      return word
    }
  }

  /// Whether a byte is a dash that is a whole word, or a whole value of an option.
  private static func isLoneDash(at place: Int, in text: String) -> Bool {
    place == text.utf8.count - 1 && (place == 0 || text.hasPrefix("--") && text.hasSuffix("=-"))
      && text.utf8.last == UInt8(ascii: "-")
  }
}

extension Shell {
  package var catalogue: any CommandCatalogue { ModuleCommands(self) }
}

/// The records and the text written by a command, together at most ``CommandOutcome/limit`` bytes.
@MainActor
private final class CollectedResults {
  @MainActor
  final class Part: ByteSink {
    private(set) var bytes: [UInt8] = []
    private let budget: Budget

    init(_ budget: Budget) {
      self.budget = budget
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
      try budget.spend(bytes.count)
      self.bytes.append(contentsOf: bytes)
    }
  }

  @MainActor
  final class Budget {
    private var rest = CommandOutcome.limit

    func spend(_ count: Int) throws {
      rest -= count
      guard rest >= 0 else {
        throw ShellError(
          .limit, "the result is larger than \(CommandOutcome.limit >> 20) MiB",
          hint: "ask for less of it")
      }
    }
  }

  let records: Part
  let text: Part
  let recordStream: ByteStream
  let textStream: ByteStream

  init() {
    let budget = Budget()
    records = Part(budget)
    text = Part(budget)
    recordStream = ByteStream(to: records)
    textStream = ByteStream(to: text)
  }

  func flush() throws {
    try recordStream.flush()
    try textStream.flush()
  }

  /// The records with commas between them, instead of the newline after each.
  var objects: [UInt8] {
    var objects = records.bytes
    if objects.last == UInt8(ascii: "\n") { objects.removeLast() }
    // JSON escapes newlines in text, so each newline is the end of a record.
    for index in objects.indices where objects[index] == UInt8(ascii: "\n") {
      objects[index] = UInt8(ascii: ",")
    }
    return objects
  }
}
