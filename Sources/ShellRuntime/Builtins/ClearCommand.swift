import ShellCommands

struct ClearCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "clear",
    abstract: "Clear the screen",
    discussion:
      "Ctrl-L does the same and keeps the line that you are typing. A script has no screen.",
    examples: [.init("clear", "leaves an empty screen")])

  func runAtOnce(_ invocation: Invocation) throws {
    shell.prompt?.reader.clearScreen()
  }
}
