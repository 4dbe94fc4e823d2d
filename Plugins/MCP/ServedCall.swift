import SeashellHosting
import SeashellKit

@MainActor
final class ServedCall {
  let tool: ServedTool
  /// The request to answer next.
  ///
  /// Since 2026-07-28, a question answers a request, and its reply comes with a new request.
  private(set) var request: ServedRequest
  /// Whether the call waits for the client's user, so that nothing runs.
  private(set) var isAsking = false
  /// The token with which the client continues a call that asked a question, since 2026-07-28.
  private(set) lazy var token = "call-" + String(UInt64.random(in: .min ... .max), radix: 36)
  var whenAskingChanges: () -> Void = {}

  private let arguments: CellValue
  private let catalogue: any CommandCatalogue
  private let questions: ClientQuestions
  private let replies: ServingReplies
  private var answer: Waiter<CellValue, any Error>?
  private var lastProgress = 0.0

  init(
    _ tool: ServedTool, _ arguments: CellValue, _ request: ServedRequest,
    _ catalogue: any CommandCatalogue, _ questions: ClientQuestions, _ replies: ServingReplies
  ) {
    (self.tool, self.arguments) = (tool, arguments)
    self.request = request
    self.catalogue = catalogue
    self.questions = questions
    self.replies = replies
  }

  func run() async {
    let console = CallConsole(
      isInteractive: request.canElicit,
      elicit: { [unowned self] in try await elicit($0, $1) },
      progress: { [unowned self] in show($0) })
    do {
      let words = try tool.words(for: try await completedArguments(console))
      let outcome = await RelayConsole.$current.withValue(console) {
        await catalogue.run(tool.command, words)
      }
      if let error = outcome.error { throw error }
      request.succeed(
        ServedResult.members(
          outcome, notices: console.notices, isStructured: request.revision.hasStructuredContent))
    } catch {
      request.succeed(ServedResult.members(of: ShellError(error), notices: console.notices))
    }
  }

  /// Returns the arguments after asking for missing required ones.
  private func completedArguments(_ console: CallConsole) async throws -> CellValue {
    let missing = tool.missing(in: arguments).filter { !$0.isRepeating }
    guard !missing.isEmpty, console.isInteractive else { return arguments }
    try await catalogue.checkPreconditions(of: tool.command)
    let content = try await console.fill(
      "'\(tool.command.path)' needs more: \(tool.specification.abstract)",
      ServedTool.schema(of: missing, isClosed: false))
    let answers = missing.compactMap { parameter in
      content[parameter.name].map { CellValue.Field(parameter.name, $0) }
    }
    let given = arguments.fieldsValue ?? []
    return .record(given.filter { field in !answers.contains { $0.name == field.name } } + answers)
  }

  private func elicit(_ message: String, _ schema: CellValue) async throws -> CellValue {
    let parameters = CellValue.members([
      "mode": request.revision >= .november2025 ? .text("form") : nil,
      "message": .text(message), "requestedSchema": schema,
    ])
    guard !isAsking else {
      throw ShellError(.failed, "'\(tool.command.path)' asked two questions at once")
    }
    set(isAsking: true)
    defer { set(isAsking: false) }
    if request.revision.isByHandshake {
      return try await questions.ask("elicitation/create", parameters)
    }
    try Task.checkCancellation()
    let answer = Waiter<CellValue, any Error>()
    self.answer = answer
    let question = CellValue.members([
      "method": .text("elicitation/create"), "params": parameters,
    ])
    request.succeed(
      CellValue.members([
        "inputRequests": .members(["question": question]), "requestState": .text(token),
      ]).memberBytes, type: "input_required")
    return try await answer.valueUnlessCancelled()
  }

  /// Continues with the answer to the call's question.
  ///
  /// - Parameter next: the request that carries the answer, and receives the next result.
  func goOn(with next: ServedRequest) {
    request = next
    answer?.settle(.success(next.parameters["inputResponses"]?["question"] ?? .record([])))
  }

  private func set(isAsking: Bool) {
    self.isAsking = isAsking
    whenAskingChanges()
  }

  private func show(_ update: ProgressUpdate) {
    guard let token = request.progressToken else { return }
    let total = update.fraction == nil ? nil : update.total
    let progress = total.flatMap { _ in update.done } ?? lastProgress + 1
    // The protocol requires increasing numbers.
    guard progress > lastProgress else { return }
    lastProgress = progress
    replies.notify(
      "notifications/progress",
      .members([
        "progressToken": token, "progress": CellValue(progress),
        "total": total.map { CellValue($0) },
        "message": request.revision >= .march2025 ? .text(update.label) : nil,
      ]))
  }
}
