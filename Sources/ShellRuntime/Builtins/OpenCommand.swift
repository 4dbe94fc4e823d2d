import ShellCommands
import ShellOutput

struct OpenCommand: Command {
  let path = Argument<String>(
    "PATH", "the place: a path, or a URL of the environment's API", completion: "places")
  var specification: CommandSpecification {
    CommandSpecification(
      "open",
      abstract: "Move to a place, such as a product",
      discussion: """
        At a place, the commands of its module need no module name, and any command may leave out the \
        arguments that the place gives. What you write wins over the place. Each environment has its \
        own place.

        The path leads from the current place, or else from the root; '/' at its beginning means the \
        root and '..' the place above. A place that does not exist is not opened (status 3).
        """,
      examples: [.init("open /", "moves home; 'open PATH' moves to any place")],
      parameters: [path], changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let environment = shell.places.environments.name()
    let candidates = try invocation.pointing(at: path) {
      try shell.places.finder.candidates(
        for: try typedPath(of: invocation[path], invocation))
    }
    try await shell.open(candidates, of: invocation[path], in: environment)
  }

  /// Returns the path in a URL; other text is returned unchanged.
  private func typedPath(of text: String, _ invocation: Invocation) throws -> String {
    let shell = try invocation.shell
    guard text.contains("://") else { return text }
    let url = text.prefix { $0 != "?" && $0 != "#" }
    if url.count < text.count { invocation.console.notify("the URL's query is ignored") }
    return "/" + (try shell.places.environments.path(String(url)))
  }
}

struct BackCommand: ImmediateCommand {
  let count = Argument<Int?>("N", "how many places to go back; 1 if left out", in: 1...1000)
  var specification: CommandSpecification {
    CommandSpecification(
      "back",
      abstract: "Return to the place before",
      examples: [
        .init("back --help", "explains it; 'back 2' returns to the place before the last")
      ],
      parameters: [count], changesData: false)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    try invocation.pointing(at: count) { try shell.places.back(invocation[count] ?? 1) }
  }
}

struct HomeCommand: ImmediateCommand {
  let specification = CommandSpecification(
    "home",
    abstract: "Leave all places",
    examples: [.init("home", "returns to where the shell started; 'back' then has nowhere to go")],
    changesData: false)

  func runAtOnce(_ invocation: Invocation) throws { try invocation.shell.places.goHome() }
}

struct PwdCommand: ImmediateCommand {
  let specification = CommandSpecification(
    "pwd",
    abstract: "Print the current place",
    examples: [.init("pwd", "prints a path such as products/p-7, or / at home")],
    changesData: false)

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    try invocation.output.text(shell.places.currentPath.text)
  }
}
