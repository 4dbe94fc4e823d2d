import ShellCommands
import ShellOutput

struct VersionCommand: ImmediateCommand {
  unowned let state: ShellState
  let isVerbose = Flag("verbose", short: "v", "also name the libraries and their versions")
  var specification: CommandSpecification {
    CommandSpecification(
      "version",
      abstract: "Print the shell's version",
      examples: [
        .init("version", "prints the name and the version"),
        .init("version -v", "also names the libraries and their versions"),
      ],
      parameters: [isVerbose], changesData: false)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    var lines = ["\(state.identity.name) \(state.identity.version)"]
    if invocation[isVerbose] { lines += (state.libraries?() ?? []).map(Self.line) }
    try invocation.output.text(lines.joined(separator: "\n"))
  }

  private static func line(_ library: LibraryVersion) -> String {
    guard let version = library.version else {
      return "\(library.name) is not available" + (library.advice.map { ": \($0)" } ?? "")
    }
    return "\(library.name) \(version)"
  }
}
