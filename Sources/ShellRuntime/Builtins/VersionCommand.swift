import ShellCommands
import ShellOutput

struct VersionCommand: ImmediateCommand {
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
    let shell = try invocation.shell
    // Not with `joined`, which looks up a sequence's conformances and takes a tenth of the start-up time.
    var text = "\(shell.host.identity.name) \(shell.host.identity.version)"
    if invocation[isVerbose] {
      for library in shell.host.process.libraries { text += "\n\(Self.line(library))" }
    }
    try invocation.output.text(text)
  }

  private static func line(_ library: LibraryVersion) -> String {
    guard let version = library.version else {
      return "\(library.name) is not available" + (library.advice.map { ": \($0)" } ?? "")
    }
    return "\(library.name) \(version)"
  }
}
