import ShellOutput
import ShellCommands

struct HistoryCommand: Command {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "history",
    abstract: "List what was typed before, search it, or forget it",
    discussion: """
      The prompts of all sessions share one history of the last 10,000 statements, which only you can \
      read; a script has none. Left out of it are statements that begin with a blank, and those that \
      may hold a secret: 'session login demo hunter2', or a misspelt one like it. 'history off' \
      keeps what this prompt is told from now on out of it as well. Ctrl-R at the prompt searches it \
      while you type.
      """,
    examples: [
      .init("history", "lists it, the oldest first"),
      .init("history search mug", "lists what has mug in it"),
      .init("history off", "keeps nothing of what follows"),
      .init("history clear --yes", "forgets everything, without asking"),
    ],
    arguments: [
      .init(
        "ACTION", "what to do; list where left out", type: .choice(Action.allCases.map(\.rawValue)),
        isRequired: false),
      .init("TEXT", "what to search for", isRequired: false),
    ],
    options: [.init(flag: "yes", "do not ask before clearing")])

  /// What is done with the history.
  enum Action: String, CaseIterable {
    case list, search, clear, off, on
  }

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let action = arguments.text("ACTION").flatMap(Action.init) ?? .list
    let text = arguments.text("TEXT")
    if action != .search, text != nil {
      throw ShellError(
        .usage, "history \(action.rawValue) takes no text", hint: "history search TEXT",
        word: arguments.word(of: "TEXT"))
    }
    let prompt = shell.prompt
    switch action {
    case .list: try list(prompt?.reader.statements ?? [], to: invocation.output) { _ in true }
    case .search:
      guard let text else { throw ShellError(.usage, "history search needs a TEXT") }
      let wanted = text.lowercased()
      try list(prompt?.reader.statements ?? [], to: invocation.output) {
        $0.lowercased().contains(wanted)
      }
    case .clear: try await clear(prompt, isAgreed: arguments.flag("yes"))
    case .off: prompt?.keepsHistory = false
    case .on: prompt?.keepsHistory = true
    }
  }

  private func list(
    _ statements: [String], to output: Output, where belongs: (String) -> Bool
  ) throws {
    try output.columns([Column("number"), Column("statement")])
    for (index, statement) in statements.enumerated() where belongs(statement) {
      try output.row([.integer(index + 1), .text(statement)])
    }
  }

  private func clear(_ prompt: PromptRun?, isAgreed: Bool) async throws {
    guard let prompt else { return }
    if !isAgreed {
      guard try await prompt.console.confirm("Forget the history of all sessions?") else {
        throw ShellError(.failed, "nothing was forgotten")
      }
    }
    try prompt.reader.forget()
  }
}
