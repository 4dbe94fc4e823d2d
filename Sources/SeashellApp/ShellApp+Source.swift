import Glibc
import SeashellKit
import ShellOutput
import ShellRuntime

extension ShellApp {
  @MainActor
  func run(
    _ source: StartOptions.Source, in shell: Shell, help: @autoclosure () -> StartHelp
  ) async -> ExitStatus {
    switch source {
    case .input: await shell.run(descriptor: STDIN_FILENO, named: "stdin")
    case .text(let text): await shell.run(text: text, named: "-c")
    case .file(let path, let arguments): await shell.run(file: path, arguments: arguments)
    case .words(let words): await shell.run(words: Self.named(words, in: shell))
    case .version: await shell.run(words: ["version"])
    case .help: await shell.run(help: help().text)
    }
  }

  /// Adds the name of the shell's own module before one of its commands.
  ///
  /// In a shell `orders` with a module `orders`, `orders cancel o-1` then means the same on the system's
  /// command line as at the prompt, even if the shell has a command `cancel` of its own.
  @MainActor
  private static func named(_ words: [String], in shell: Shell) -> [String] {
    let name = shell.host.identity.name
    guard let first = words.first, shell.modules.commands(of: name)?[first] != nil,
      shell.modules.commands(of: first) == nil
    else { return words }
    return [name] + words
  }
}
