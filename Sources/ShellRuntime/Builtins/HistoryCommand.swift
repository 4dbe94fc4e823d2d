import ShellOutput
import ShellCommands

struct HistoryCommand: Command {
  let action = Argument<Action?>("ACTION", "what to do; list if left out")
  let text = Argument<String?>("TEXT", "what to search for")
  let agrees = Flag("yes", "do not ask before clearing")
  private static let columns = [Column("number"), Column("statement")]
  var specification: CommandSpecification {
    CommandSpecification(
      "history",
      abstract: "List, search or clear the history",
      discussion: """
        All your prompts share one history of the last 10,000 statements, which only you can read; a \
        script has none, and says so. It leaves out statements that begin with a blank, and those that may hold a \
        password or a token, even if misspelt. After 'history off' it leaves out everything typed at \
        this prompt. Press Ctrl-R at the prompt to search it while you type.
        """,
      examples: [
        .init("history", "lists it, the oldest first"),
        .init("history search print", "lists the statements that contain 'print'"),
        .init("history off", "adds nothing more to the history"),
        .init("history clear --yes", "clears the history without asking"),
      ],
      parameters: [action, text, agrees], columns: Self.columns)
  }

  enum Action: String, CaseIterable, ParameterValue {
    case list, search, clear, off, on
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let action = invocation[action] ?? .list
    if action != .search, invocation[text] != nil {
      throw invocation.usageError(
        "history \(action.rawValue) takes no text", at: text, hint: "history search TEXT")
    }
    let prompt = shell.scope.prompt
    if prompt == nil {
      let line = action == .list ? "history" : "history \(action.rawValue)"
      invocation.console.notify("only the prompt has a history; run '\(line)' there")
    }
    switch action {
    case .list: try list(prompt?.reader.statements ?? [], to: invocation.output) { _ in true }
    case .search:
      guard let text = invocation[text] else {
        throw ShellError(.usage, "history search needs a TEXT")
      }
      let wanted = text.lowercased()
      try list(prompt?.reader.statements ?? [], to: invocation.output) {
        $0.lowercased().contains(wanted)
      }
    case .clear: try await clear(prompt, isAgreed: invocation[agrees])
    case .off: prompt?.keepsHistory = false
    case .on: prompt?.keepsHistory = true
    }
  }

  private func list(
    _ statements: [String], to output: Output, where belongs: (String) -> Bool
  ) throws {
    try output.columns(Self.columns)
    for (index, statement) in statements.enumerated() where belongs(statement) {
      try output.row([.integer(index + 1), .text(statement)])
    }
  }

  private func clear(_ prompt: PromptState?, isAgreed: Bool) async throws {
    guard let prompt else { return }
    if !isAgreed {
      guard try await prompt.console.confirm("Clear the history of all sessions?") else {
        throw ShellError(.failed, "the history was not cleared")
      }
    }
    try prompt.reader.forget()
  }
}

struct ClearCommand: ImmediateCommand {
  let specification = CommandSpecification(
    "clear",
    abstract: "Clear the screen",
    discussion:
      "Ctrl-L does the same and keeps the line that you are typing. In a script it does nothing.",
    examples: [.init("clear", "clears the screen")])

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    shell.scope.prompt?.reader.clearScreen()
  }
}
