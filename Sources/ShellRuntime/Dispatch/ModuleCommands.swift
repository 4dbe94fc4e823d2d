import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs the commands of the loaded modules apart from the shell's statements: several at once, without
/// its variables, its outputs and its Ctrl-C.
@MainActor
package final class ModuleCommands: CommandCatalogue {
  private let shell: Shell

  package init(_ shell: Shell) {
    self.shell = shell
  }

  var commands: [CatalogueCommand] {
    shell.modules.names.flatMap { module in
      (shell.modules.commands(of: module)?.everyCommand ?? []).map { entry in
        CatalogueCommand(module: module, path: entry.path, specification: entry.specification)
      }
    }
  }

  func checkPreconditions(of command: CatalogueCommand) async throws {
    try await entry(of: command).command.checkPreconditions()
  }

  func run(_ command: CatalogueCommand, _ words: [String]) async -> CommandOutcome {
    let results = CollectedResults()
    let output = Output(records: results.recordStream, text: results.textStream)
    var failure: ShellError?
    do {
      let path = command.path.split(separator: " ").map { Word(String($0)) }
      let waiting = try await CommandExecution(
        shell: shell, entry: try entry(of: command), place: [:], takesOptions: false
      ).run(
        path + words.map { Word($0) }, to: output, flush: results.flush)
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
    let commands = shell.modules.commands(of: command.module)
    guard let entry = commands?[command.specification.name] else {
      throw ShellError(.unknownCommand, "the command '\(command.path)' is no longer loaded")
    }
    return entry
  }
}

/// The records and the text that a command wrote, together at most ``CommandOutcome/limit`` bytes.
@MainActor
private final class CollectedResults {
  /// Collects one of the two.
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

  /// The records with commas between them, in place of the newline after each.
  var objects: [UInt8] {
    var objects = records.bytes
    if objects.last == UInt8(ascii: "\n") { objects.removeLast() }
    // Newlines in text are escaped in JSON, so each one is the end of a record.
    for index in objects.indices where objects[index] == UInt8(ascii: "\n") {
      objects[index] = UInt8(ascii: ",")
    }
    return objects
  }
}
