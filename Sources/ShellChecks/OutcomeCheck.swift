import CoreLoop
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRecords
import ShellRuntime

/// Runs a block, and checks its outcome: `expect 404 { … } within 5s`.
@MainActor
struct OutcomeCheck {
  private static let firstWait = Duration.milliseconds(100)
  private static let longestWait = Duration.seconds(1)

  private let expected: Compound.ExpectedOutcome
  private let shell: Shell
  private let requests: SentRequests
  private let limit: Duration?
  private let interval: Duration?

  /// - Throws: a `usage` error if a duration is none.
  init(
    _ expected: Compound.ExpectedOutcome, in shell: Shell, _ requests: SentRequests
  ) throws(ShellError) {
    (self.expected, self.shell, self.requests) = (expected, shell, requests)
    limit = try expected.limit.map { word throws(ShellError) in try Self.duration(word, in: shell) }
    interval = try expected.interval.map { word throws(ShellError) in
      try Self.duration(word, in: shell)
    }
  }

  private static func duration(_ word: Word, in shell: Shell) throws(ShellError) -> Duration {
    let text: String
    do {
      text = try shell.expand(arguments: [word]).first?.text ?? ""
    } catch {
      throw ShellError(error)
    }
    guard let duration = TimeSpan.duration(text), duration > .zero else {
      var error = ShellError(
        .usage, "'\(text)' is not a duration", hint: "write one, such as 5s or 500ms")
      error.range = word.start..<word.end
      throw error
    }
    return duration
  }

  /// Runs the block until it has the outcome, or the time is over.
  ///
  /// - Throws: an `expectation` error; ``ReportedFailure`` if the block itself has failed; what leaves the block.
  func run(_ body: @escaping Body) async throws {
    guard let limit else { return try end(try await attempt(body)) }
    try await run(body, within: limit, on: shell.host.clock)
  }

  typealias Body = @MainActor () async throws -> Void

  private func run(
    _ body: @escaping Body, within limit: Duration, on clock: some Clock<Duration>
  ) async throws {
    let end = clock.now.advanced(by: limit)
    var wait = interval ?? Self.firstWait
    var last: Attempt?
    while true {
      let left = clock.now.duration(to: end)
      var attempt = left > .zero ? try await self.attempt(body, for: left, on: clock) : .late
      if case .late = attempt, let last { attempt = last }
      let rest = clock.now.duration(to: end)
      guard attempt.mayChange, rest > .zero else { return try self.end(attempt, within: limit) }
      last = attempt
      let pause = min(wait, rest)
      try await shell.interrupts.cancelling { try await clock.sleep(for: pause) }
      if interval == nil { wait = min(wait * 2, Self.longestWait) }
    }
  }

  /// Runs the block once, and cancels it at the end of the time.
  private func attempt(
    _ body: @escaping Body, for time: Duration, on clock: some Clock<Duration>
  ) async throws -> Attempt {
    let (result, isLate) = await Task { try await attempt(body) }.result(within: time, on: clock)
    if case .success(.met) = result { return .met }
    return isLate && !Task.isCancelled ? .late : try result.get()
  }

  /// The result of one run of the block.
  private enum Attempt {
    case met
    /// The time was over before the block has ended.
    case late
    case failed(ShellError)
    /// The block has failed by itself, and `report` shows its errors.
    case broken(ReportedFailure, report: @MainActor () -> Void)

    /// Whether another run could have the outcome.
    var mayChange: Bool {
      switch self {
      case .met, .late: false
      case .failed: true
      case .broken(let failure, _):
        failure.status != .usage && failure.status != .interrupted
      }
    }
  }

  private func end(_ attempt: Attempt, within limit: Duration? = nil) throws {
    switch attempt {
    case .met: return
    case .late:
      throw ShellError(.expectation, "the commands have not ended in \(text(of: limit))")
    case .failed(let error):
      guard limit != nil else { throw error }
      throw ShellError(.expectation, "\(error.message), also after \(text(of: limit))")
        .adding(details: error.details)
    case .broken(let failure, let report):
      report()
      guard limit != nil, attempt.mayChange else { throw failure }
      throw ShellError(.expectation, "the commands have failed, also after \(text(of: limit))")
    }
  }

  private func text(of limit: Duration?) -> String { expected.limit.map(\.text) ?? "" }

  /// Runs the block once.
  private func attempt(_ body: Body) async throws -> Attempt {
    let outer = shell.scope.heldFailures
    let held = HeldFailures()
    let before = shell.variables.response
    shell.scope.heldFailures = held
    shell.variables.response = nil
    defer {
      shell.scope.heldFailures = outer
      if shell.variables.response == nil { shell.variables.response = before }
    }
    var failure: ReportedFailure?
    do {
      try await body()
    } catch let reported as ReportedFailure {
      failure = reported
    } catch {
      held.release(to: outer)
      if case BlockExit.skipped = error { throw error }
      // What leaves the block, such as 'return', ends it.
      guard error is BlockExit, case .failed(let failed) = try judge(nil, .success) else {
        throw error
      }
      throw failed
    }
    let report = { @MainActor in held.release(to: outer) }
    guard let failure else {
      report()
      return try judge(nil, .success)
    }
    let isWrong = failure.status == .usage && expected.outcome != .error(2)
    if isWrong || failure.status == .interrupted || held.last?.code == .expectation {
      return .broken(failure, report: report)
    }
    let judged = try judge(
      held.last ?? ShellError(.failed, "the commands have failed"), failure.status)
    if case .failed = judged, expected.outcome == .success {
      return .broken(failure, report: report)
    }
    return judged
  }

  /// Compares the outcome with the expected one.
  ///
  /// - Parameters:
  ///   - failure: the last error in the block; nil if the block has succeeded.
  ///   - ended: the block's exit status.
  private func judge(_ failure: ShellError?, _ ended: ExitStatus) throws -> Attempt {
    let message: String
    switch expected.outcome {
    case .success:
      guard failure != nil else { return .met }
      message = "the commands have failed"
    case .error(let status):
      let wanted = status.map { "exit status \($0)" } ?? "an error"
      guard failure != nil else {
        message = "the commands have succeeded, and \(wanted) is expected"
        break
      }
      if status == nil || status == Int(ended.rawValue) { return .met }
      message = "the exit status is \(ended.rawValue), not \(status ?? 1)"
    case .statuses(let statuses):
      let wanted = statuses.joined(separator: " or ")
      guard let outcome = shell.variables.response else {
        message = "no request was sent, so there is no status \(wanted)"
        break
      }
      guard case .response = outcome, let status = try LastAnswer(of: shell, requests).status else {
        message = "the request got no response, so there is no status \(wanted)"
        break
      }
      if statuses.contains(where: { Self.matches(status, $0) }) {
        // The block has failed for another reason than the response.
        guard let failure, status < 400 else { return .met }
        message = "the status is \(status), but the commands have failed: \(failure.message)"
        break
      }
      message = "the status is \(status), not \(wanted)"
    }
    var details = failure.map { ["the error was: \($0.message)"] } ?? []
    if case .response = shell.variables.response {
      details = try LastAnswer(of: shell, requests).details
    }
    return .failed(ShellError(.expectation, message).adding(details: details))
  }

  private static func matches(_ status: Int, _ pattern: String) -> Bool {
    pattern.hasSuffix("xx") ? String(status / 100) == pattern.prefix(1) : String(status) == pattern
  }
}
