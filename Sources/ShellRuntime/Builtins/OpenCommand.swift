import ShellCommands
import ShellLanguage
import ShellOutput

struct OpenCommand: Command {
  let path = Argument<GivenText>(
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
    try await invocation.move(to: PlacePath.typed(invocation[path]), at: path)
  }
}

struct CdCommand: Command {
  let path = Argument<GivenText?>(
    "PATH", "the place; home if left out, and '-' is the one before", completion: "places")
  var specification: CommandSpecification {
    CommandSpecification(
      "cd",
      abstract: "Move to a place, as 'open' does",
      discussion: "'cd' alone, 'cd /' and 'cd ~' move home, 'cd ..' to the place above.",
      examples: [.init("cd products/p-7; cd ..; pwd", "moves there, and up")],
      parameters: [path], changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    guard let given = invocation[path], !given.isWritten("~") else {
      return try await invocation.move(to: "/", at: path)
    }
    if given.isWritten("-") { return try invocation.shell.places.swap() }
    try await invocation.move(to: PlacePath.typed(given), at: path)
  }
}

/// Lists or shows a place.
///
/// For the current place, ``CommandResolver`` finds the place's own command instead.
struct LsCommand: Command {
  let path = Argument<GivenText?>(
    "PATH", "the place; the current one if left out", completion: "places")
  var specification: CommandSpecification {
    CommandSpecification(
      "ls",
      abstract: "List what is at a place",
      discussion: """
        At a place it is the command that lists or shows what is there, with its options: at products \
        'ls --all' is 'products list --all', at products/p-7 'ls' is 'show'. At home it lists the places.
        """,
      examples: [
        .init("ls", "lists the places"), .init("ls products", "lists the products"),
        .init("cd products/p-7; cd ..; ls --all | count", "counts them"),
      ],
      parameters: [path], changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let text = invocation[path].map(PlacePath.typed) ?? "."
    guard let location = try await invocation.place(at: text, path) else {
      try invocation.output.columns([Column("place")])
      for word in Set(shell.places.finder.words(after: .home)).sorted() {
        try invocation.output.row([.text(word)])
      }
      return
    }
    guard let entry = shell.places.listing(of: location) else {
      throw ShellError(.failed, "no command lists '\(location.path.text)'")
    }
    let execution = CommandExecution(shell: shell, entry: entry, place: location.values)
    let listing = try execution.begin([Word("ls")]) { _ in invocation.output }
    if let listing { _ = try await execution.perform(listing) }
  }
}

extension Invocation {
  fileprivate func move(to text: String, at parameter: some Parameter) async throws {
    let places = try shell.places
    let environment = places.environments.environmentName
    places.move(to: try await place(at: text, parameter), in: environment)
  }

  /// Returns the place that a path or a URL means; nil for home.
  fileprivate func place(
    at text: String, _ parameter: some Parameter
  ) async throws -> PlaceLocation? {
    let candidates = try pointing(at: parameter) {
      let path = try typedPath(of: text)
      do {
        return try shell.places.finder.candidates(for: path)
      } catch let error as ShellError {
        let parts = TypedPlacePath(path).path(from: .home).parts
        if let module = try shell.modules.disabledModule(having: parts) {
          throw ShellError(
            .notFound, "'\(text)' is a place of the module '\(module)', which is disabled",
            hint: "run 'modules enable \(module)'")
        }
        guard let api = try shell.modules.otherAPI(having: parts) else { throw error }
        throw ShellError(
          .notFound, "'\(text)' is a place of the API '\(api)'", hint: "'env use \(api)' goes there"
        )
      }
    }
    return try await shell.first(of: candidates, text)
  }

  /// Returns the path in a URL; other text is returned unchanged.
  private func typedPath(of text: String) throws -> String {
    guard text.contains("://") else { return text }
    let url = text.prefix { $0 != "?" && $0 != "#" }
    if url.count < text.count { console.notify("the URL's query is ignored") }
    return "/" + (try shell.places.environments.path(ofURL: String(url)))
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
