package import ShellCommands
package import ShellRuntime

/// The help of a shell: its texts, its manual, and the completion of lines.
@MainActor
package final class HelpPages: HelpSource {
  private let program: String

  /// - Parameter program: the program's name.
  package init(program: String) {
    self.program = program
  }

  package var commands: [BuiltInCommand] {
    [
      .init("help") { HelpCommand() },
      .init("complete") { [program] in CompleteCommand(program: program) },
    ]
  }

  package var completionSources: [CompletionSource] { [] }

  package func text(of entry: CommandTable.Entry, in shell: Shell) -> String {
    CommandHelp(shell).text(of: .command(entry))
  }

  package func text(ofModule name: String, ofAPI api: String?, in shell: Shell) -> String {
    CommandHelp(shell).text(of: api.map { .group(name, ofAPI: $0) } ?? .module(name))
  }

  package func suggestions(
    for word: String, in shell: Shell
  ) -> (commands: [CommandTable.Entry], hasMore: Bool) {
    CommandHelp(shell).search.suggestions(for: word)
  }

  package func names(meaning word: String) -> [String] {
    HelpSynonyms.targets(of: word).filter { $0.hasPrefix("* ") }.map { String($0.dropFirst(2)) }
  }

  package func stage(forProgram name: String, among stages: [String]) -> String? {
    HelpSynonyms.targets(of: name.lowercased()).first(where: stages.contains)
  }
}
