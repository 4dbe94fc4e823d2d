import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

struct WatchRequest {
  /// The pause between two runs; nil if only changes start a run.
  let every: Duration?
  let format: OutputFormat?
  let list: CommandList
  let text: String

  @MainActor
  init(
    _ list: CommandList, text: String, _ entry: CommandTable.Entry, _ shell: Shell
  ) throws {
    let typed = list.first.command
    let words = try shell.expand(arguments: typed)
    do {
      let arguments = try entry.binder.bind(words, from: 1)
      every = arguments.text(WatchCommand.everyName).flatMap(Double.init).map { .seconds($0) }
      format = try arguments.outputFormat.map { try OutputFormat(named: $0) }
      let start = arguments.words(of: WatchCommand.statementName).first ?? 1
      var list = list
      list.first.command = Array(typed.dropFirst(start))
      if list.first.command.count > 1, list.first.command[0].marksProgram {
        list.first.programMark = list.first.command.removeFirst().start
        list.first.beginsWithProgram = true
      }
      self.text = Self.text(of: list, in: text, from: typed)
      list.first.command = shell.unaliased(list.first.command)
      for index in list.rest.indices where !list.rest[index].pipeline.beginsWithProgram {
        list.rest[index].pipeline.command = shell.unaliased(list.rest[index].pipeline.command)
      }
      self.list = list
    } catch {
      throw ShellError(error).located(in: words)
    }
    let first = list.first.beginsWithProgram ? "" : self.list.first.command[0].text
    guard first != "watch", first != "on" else {
      throw ShellError(
        .usage, "'watch' cannot run '\(first)' again and again", hint: "see 'watch --help'"
      ).spanning([self.list.first.command[0]])
    }
  }

  /// Whether its results are the end of a longer list.
  var showsEnd: Bool { list.first.stages.contains { $0.begins(with: "last") } }

  /// The APIs that the statement's commands send requests to; nil stands for the current one.
  @MainActor
  func apis(in shell: Shell) -> Set<String?> {
    let resolver = CommandResolver(shell)
    let entries = list.allPipelines.lazy
      .filter { !$0.beginsWithProgram && !$0.beginsWithCompound }
      .compactMap { try? resolver.entry(for: $0.command) }
    return Set(entries.filter(\.sends).map { $0.api ?? shell.host.environments.currentAPI })
  }

  private static func text(of list: CommandList, in text: String, from typed: [Word]) -> String {
    // The words of a one-shot command have no positions.
    guard let last = typed.last, last.end > 0 else {
      return list.first.command.map { Quotation().written($0.text) }.joined(separator: " ")
    }
    let start = list.first.range.lowerBound - typed[0].start
    return String(decoding: Array(text.utf8).dropFirst(start), as: UTF8.self)
  }
}
