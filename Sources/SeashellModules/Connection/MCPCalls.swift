import SeashellKit

@MainActor
final class MCPCalls {
  /// The maximum number of rounds of questions before a call's result.
  static let maximumRounds = 10

  /// The maximum number of questions that may wait for the user.
  static let maximumQuestions = 10

  private struct Call {
    let id: Int
    let caller: any ToolCaller
    let label: String
  }

  private struct Question {
    let call: Int
    let task: Task<Void, Never>
    /// Whether the module no longer waits for the answer.
    var isWithdrawn = false
  }

  private let peer: MessagePeer
  private let identity: MCPIdentity
  private let clock: any Clock<Duration>
  private var running: [Call] = []
  private var questions: [CellValue: Question] = [:]

  /// The revision that both sides agreed on.
  var revision = ProtocolRevision.november2025

  /// Lists the tools again, so that the channel knows them.
  var relearn: () async throws -> Void = {}

  init(_ peer: MessagePeer, _ identity: MCPIdentity, clock: any Clock<Duration>) {
    self.peer = peer
    self.identity = identity
    self.clock = clock
  }

  func run(
    _ method: String, _ members: [CellValue.Field], for caller: any ToolCaller
  ) async throws -> CellValue {
    let label = members.first?.value.textValue ?? method
    var answers: [CellValue.Field] = []
    for round in 0...Self.maximumRounds {
      let id = peer.newID()
      running.append(Call(id: id, caller: caller, label: label))
      let result: CellValue
      do {
        result = try await ask(
          method, identity.parameters(members + answers, in: revision, token: id), id: id,
          caller: caller)
      } catch {
        await end(id)
        throw error
      }
      await end(id)
      guard !revision.hasHandshake, let type = result["resultType"]?.textValue, type != "complete"
      else { return result }
      guard type == "input_required" else {
        throw broken("the type of its result is '\(type)', which is unknown")
      }
      answers = try await self.answers(to: result, from: caller, round: round)
    }
    throw broken("it asked \(Self.maximumRounds) times, and gave no result")
  }

  /// Sends a request, and turns the module's errors into the shell's.
  func ask(
    _ method: String, _ parameters: CellValue, id: Int, caller: (any ToolCaller)? = nil
  ) async throws -> CellValue {
    do {
      return try await peer.request(method, parameters, id: id)
    } catch let error as ProtocolError
      where error.code == ProtocolError.headerMismatch && caller != nil
    {
      // The tool may have changed since it was listed in an earlier run.
      try await relearn()
      return try await ask(method, parameters, id: peer.newID())
    } catch let error as ProtocolError {
      throw try await shellError(error, caller)
    }
  }

  private func shellError(
    _ error: ProtocolError, _ caller: (any ToolCaller)?
  ) async throws -> ShellError {
    var hint: String?
    if error.code == ProtocolError.addressMustBeOpened, let caller {
      for request in error.data?["elicitations"]?.listValue ?? [] {
        _ = try await caller.elicit(request)
      }
      hint = "open the address, then run the command again"
    }
    let code: ShellError.Code = error.code == ProtocolError.resourceNotFound ? .notFound : .failed
    return ShellError(code, ToolText.line(error.message), hint: hint)
  }

  /// Answers the questions that the module requires before its result.
  private func answers(
    to result: CellValue, from caller: any ToolCaller, round: Int
  ) async throws -> [CellValue.Field] {
    var answers: [CellValue.Field] = []
    for request in result["inputRequests"]?.fieldsValue ?? [] {
      let method = request.value["method"]?.textValue
      guard method == "elicitation/create", let parameters = request.value["params"] else {
        throw broken("it asked for '\(method ?? "?")', which the shell does not offer")
      }
      answers.append(.init(request.name, try await caller.elicit(parameters)))
    }
    let state = result["requestState"]
    guard !answers.isEmpty || state != nil else {
      throw broken("it requires input, and does not say which")
    }
    if answers.isEmpty { try await clock.sleep(for: .milliseconds(50 * min(round + 1, 5))) }
    return (answers.isEmpty ? [] : [.init("inputResponses", .record(answers))])
      + (state.map { [.init("requestState", $0)] } ?? [])
  }

  private func broken(_ reason: String) -> ModuleError {
    let error = ModuleError(reason)
    peer.breakOff(error)
    return error
  }

  /// Ends a call, and waits until its questions no longer read the terminal.
  private func end(_ id: Int) async {
    running.removeAll { $0.id == id }
    let tasks = questions.values.filter { $0.call == id }.map(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}

extension MCPCalls {
  func progress(_ token: CellValue, _ update: ProgressUpdate) {
    guard let call = running.last(where: { token == .integer($0.id) }) else { return }
    peer.heard()
    var update = update
    if update.label.isEmpty { update.label = call.label }
    call.caller.progress(update)
  }

  /// Passes a log message to the command that began last; returns whether a command is running.
  func log(_ level: String, _ text: String) -> Bool {
    guard let call = running.last else { return false }
    peer.heard()
    call.caller.log(level: level, text: text)
    return true
  }

  func answer(_ id: CellValue, _ method: String, _ parameters: CellValue) {
    switch method {
    case "ping" where revision.hasHandshake: peer.answer(id, .success(.record([])))
    case "elicitation/create" where revision.hasElicitation && revision.hasHandshake:
      guard let call = running.last else {
        peer.answer(id, .success(.message(["action": .text("decline")])))
        return
      }
      guard questions[id] == nil else {
        peer.breakOff(ModuleError("it sent the request \(id.jsonText) twice"))
        return
      }
      guard questions.count < Self.maximumQuestions else {
        peer.breakOff(
          ModuleError("it asks more than \(Self.maximumQuestions) questions at once"))
        return
      }
      let earlier = questions.values.filter { $0.call == call.id }.map(\.task)
      questions[id] = Question(
        call: call.id,
        task: Task { [weak self] in await self?.elicit(id, parameters, for: call, after: earlier) })
    default:
      peer.answer(
        id,
        .failure(
          ProtocolError(
            code: ProtocolError.methodNotFound,
            message: "the shell does not offer '\(method.prefix(100))'")))
    }
  }

  func withdraw(_ id: CellValue) {
    questions[id]?.isWithdrawn = true
    questions[id]?.task.cancel()
  }

  private func elicit(
    _ id: CellValue, _ parameters: CellValue, for call: Call, after earlier: [Task<Void, Never>]
  ) async {
    peer.beginQuestion()
    defer { peer.endQuestion() }
    var answer = CellValue.message(["action": .text("cancel")])
    do {
      // The questions of a call are shown one after the other.
      for task in earlier { await task.value }
      try Task.checkCancellation()
      answer = try await call.caller.elicit(parameters)
    } catch is CancellationError {
      // The call was cancelled, or the module withdrew the question.
    } catch {
      peer.cancel(call.id, with: error)
    }
    if questions.removeValue(forKey: id)?.isWithdrawn == false {
      peer.answer(id, .success(answer))
    }
  }
}
