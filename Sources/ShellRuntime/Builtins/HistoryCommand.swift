import ShellOutput
package import ShellCommands

struct HistoryCommand: Command {
  let action = Argument<HistoryAction?>(
    "ACTION", "what to do, or how many of the last statements to list; list if left out")
  let text = Argument<String?>("TEXT", "what to search for")
  let agrees = Flag("yes", "do not ask before clearing")
  private static let columns = [Column("number"), Column("statement")]
  var specification: CommandSpecification {
    CommandSpecification(
      "history",
      abstract: "List, search or clear the history",
      discussion: """
        All your prompts share one history of the last 100,000 statements, which only you can read; a \
        script has none, and says so. It leaves out statements that begin with a blank, and those that may hold a \
        password or a token, even if misspelt. After 'history off' it leaves out everything typed at \
        this prompt. Press Ctrl-R at the prompt to search it while you type.
        """,
      examples: [
        .init("history", "lists it, the oldest first"),
        .init("history 5", "lists the last five statements"),
        .init("history search print", "lists the statements that contain 'print'"),
        .init("history off", "adds nothing more to the history"),
        .init("history clear --yes", "clears the history without asking"),
      ],
      parameters: [action, text, agrees], columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let action = invocation[action] ?? .list
    if action != .search, invocation[text] != nil {
      throw invocation.usageError(
        "history \(action.parameterText) takes no text", at: text, hint: "history search TEXT")
    }
    let prompt = shell.scope.prompt
    if prompt == nil {
      let line = action == .list ? "history" : "history \(action.parameterText)"
      invocation.console.notify("only the prompt has a history; run '\(line)' there")
    }
    switch action {
    case .list: try list(prompt?.reader.statements ?? [], to: invocation.output)
    case .last(let count):
      try list(prompt?.reader.statements ?? [], last: count, to: invocation.output)
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
    _ statements: [String], last count: Int = .max, to output: Output,
    where belongs: (String) -> Bool = { _ in true }
  ) throws {
    try output.columns(Self.columns)
    for (index, statement) in statements.enumerated().suffix(count) where belongs(statement) {
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

/// What `history` does.
package enum HistoryAction: ParameterValue, Equatable {
  case list, search, clear, off, on
  /// Lists this many of the last statements.
  case last(Int)

  private static let actions: [(word: String, action: HistoryAction)] = [
    ("list", .list), ("search", .search), ("clear", .clear), ("off", .off), ("on", .on),
  ]

  /// The words for the actions.
  package static var words: [String] { actions.map(\.word) }

  private static var expectation: String { (words + ["a number from 1"]).listed() }
  package static var parameterType: ValueType { .custom(expectation) }
  package static var parameterCompletion: CompletionKind? { "history-actions" }

  package init(parameter text: String) throws {
    if let known = Self.actions.first(where: { $0.word == text }) {
      self = known.action
    } else if let count = Int(text), count > 0 {
      self = .last(count)
    } else {
      throw ParameterError("takes \(Self.expectation)")
    }
  }

  package var parameterText: String {
    if case .last(let count) = self { return String(count) }
    return Self.actions.first { $0.action == self }?.word ?? ""
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
