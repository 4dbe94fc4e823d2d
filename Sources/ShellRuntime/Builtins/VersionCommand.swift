import ShellOutput
import ShellCommands

struct VersionCommand: ImmediateCommand {
  let version: String
  let specification = CommandSpecification(
    "version",
    abstract: "Print the shell's version",
    examples: [.init("version", "prints the name and the version")])

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text("seashell \(version)")
  }
}
