import CoreLoop
import ShellCommands
import ShellOutput
import ShellRuntime

struct CompleteCommand: Command {
  let program: String
  let script = Option<CompletionScript?>(
    "script", "print the script with which this shell completes the program's words")
  let words = Argument<[String]>(
    "WORD", "the words after the program's name; the last one, which can be empty, is completed")

  /// How long to wait for data stored on this machine, such as in a new database.
  private static let patience = Duration.seconds(1)

  var specification: CommandSpecification {
    let name = program
    return CommandSpecification(
      "complete",
      abstract: "Complete words for bash, zsh or fish",
      discussion: """
        --script prints a script that makes Tab complete the words of \(name). In bash, put \
        'source <(\(name) complete --script bash)' into ~/.bashrc; in zsh, put 'source <(\(name) \
        complete --script zsh)' into ~/.zshrc, after compinit; in fish, '\(name) complete --script \
        fish | source' into ~/.config/fish/config.fish.

        The scripts run 'complete -- WORD…', which prints the words that can stand in place of the \
        last one, each on a line with a tab and a description. A word that ends with '/', '=' or a \
        blank can be continued. A line with no word and the description 'files' means that names \
        of files can stand there. It never waits for a network: ids come from what is stored on \
        this machine.
        """,
      examples: [
        .init("complete -- products li", "completes a command's name"),
        .init("complete -- products list --sort ''", "lists the values of an option"),
        .init("complete --script bash", "prints the script for bash"),
      ],
      parameters: [script, words], changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let words = invocation[words]
    if let script = invocation[script] {
      guard words.isEmpty else {
        throw invocation.usageError("--script takes no words", at: self.words)
      }
      try invocation.output.text(script.text(for: program))
      return
    }
    guard let last = words.last else {
      throw ShellError(
        .usage, "there is no word to complete",
        hint: "'complete -- WORD…' completes the last word; --script prints a script for a shell")
    }
    // Without a notice that ids come from a store, as the command's help promises.
    let lines = await StatementAnswers.$current.withValue(nil) {
      await self.lines(for: last, after: words.dropLast(), in: shell)
    }
    if !lines.isEmpty { try invocation.output.text(lines.joined(separator: "\n")) }
  }

  private func lines(
    for last: String, after words: [String], in shell: Shell
  ) async -> [String] {
    let completer = ShellCompleter(shell)
    let fetches = StartedFetches()
    var wantsFiles = false
    completer.whenFetching = { fetches.tasks.append($0) }
    completer.whenFilesAreWanted = { wantsFiles = true }
    var found = completer.suggestions(inProgram: words, for: last)
    if !fetches.tasks.isEmpty {
      await fetches.wait(upTo: Self.patience, on: shell.host.clock)
      completer.whenFetching = nil
      found = completer.suggestions(inProgram: words, for: last)
    }
    let lines = found.filter { !$0.text.utf8.contains { $0 < 0x20 } }.map {
      "\($0.text)\t\(TerminalText.escaped($0.abstract))"
    }
    return wantsFiles ? lines + ["\tfiles"] : lines
  }
}

@MainActor
private final class StartedFetches {
  var tasks: [Task<Void, Never>] = []

  func wait(upTo patience: Duration, on clock: any Clock<Duration>) async {
    _ = await Task<Void, any Error> { [tasks] in
      await withTaskCancellationHandler {
        for task in tasks { await task.value }
      } onCancel: {
        for task in tasks { task.cancel() }
      }
    }.result(within: patience, on: clock)
  }
}
