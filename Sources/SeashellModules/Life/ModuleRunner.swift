import CoreSystem
import SeashellHosting
import SeashellKit

/// Starts a module in another process at its first use, watches it, and ends it when it is idle.
///
/// | phase | input | what happens | next phase |
/// |---|---|---|---|
/// | stopped | a use | the module is started | starting |
/// | starting | more uses | they wait for the same start | starting |
/// | starting | the start ends | the uses go on, or all fail | running, or stopping |
/// | starting | all uses are cancelled | the start is given up | stopping |
/// | running | idle: unused, also no stream of its gateway; or stopped | it is ended | stopping |
/// | running | the module breaks | its calls fail, and it is ended | stopping |
/// | stopping | the module has ended | waiting uses start it again | stopped |
///
/// After three failures in a minute it stays stopped until ``reload()``.
@MainActor
final class ModuleRunner {
  enum State: String, Sendable {
    case stopped, starting, running, stopping
    /// It failed too often, and stays stopped until the user asks for it.
    case failed
  }

  enum Report {
    /// The module was started, or its tools have changed. The offer is nil if it did not change.
    case listed([ToolDescription], offer: ProviderOffer?)
    /// The module sent an event that no command asked for.
    case event(ProviderEvent)
    /// The module failed while no command used it.
    case broke(ShellError)
  }

  private enum Phase {
    case stopped
    case starting(SharedOutcome<ModuleRun>, ModuleRun?)
    case running(ModuleRun)
    case stopping(Task<Void, Never>)

    var run: ModuleRun? { if case .running(let run) = self { run } else { nil } }
  }

  private(set) var lastFailure: String?

  private let record: @MainActor () -> ModuleRecord
  private let starter: ModuleStarter
  private let limits: ModuleLimits
  private let clock: any Clock<Duration>
  private let report: @MainActor (Report) -> Void

  private var phase = Phase.stopped
  private let idle: IdleWatch
  private var listing: Task<Void, Never>?
  /// Whether the tools have changed since they were requested.
  private var listsAgain = false
  /// The minimum time between two lists of changed tools.
  private static let listingPause = Duration.seconds(1)
  private var failures: RecentFailures
  private var errorLines: KeptLines

  /// Creates the runner of a stopped module.
  ///
  /// - Parameters:
  ///   - record: returns the module's record.
  ///   - starter: starts the module.
  ///   - limits: the bounds.
  ///   - clock: measures all waits.
  ///   - report: receives events that no command asked for.
  init(
    _ record: @escaping @MainActor () -> ModuleRecord, starter: ModuleStarter,
    limits: ModuleLimits, clock: any Clock<Duration>,
    report: @escaping @MainActor (Report) -> Void
  ) {
    self.record = record
    self.starter = starter
    self.limits = limits
    self.clock = clock
    self.report = report
    failures = RecentFailures(clock: clock)
    errorLines = KeptLines(limit: limits.log)
    idle = IdleWatch(limits.idle, clock: clock)
    idle.isBusy = { [weak self] in self?.usesGateway ?? false }
    idle.whenIdle = { [weak self] in self?.stopIfRunning() }
  }

  var state: State {
    switch phase {
    case .stopped where failures.areTooMany, .stopping where failures.areTooMany: .failed
    case .stopped: .stopped
    case .starting: .starting
    case .running: .running
    case .stopping: .stopping
    }
  }

  /// The id of the module's process; nil if it is not running or runs elsewhere.
  var process: Int32? {
    if case .running(let run) = phase { run.provider.process } else { nil }
  }

  /// The resident memory of the module's process in bytes; nil if it is not running or runs elsewhere.
  var memory: Int? {
    if case .running(let run) = phase { run.provider.memory } else { nil }
  }

  /// The last lines of the module's standard error, except those that ``ModuleStarter`` has stored.
  var log: [String] { errorLines.lines }

  /// Whether a call delivers records one by one: a program does, while a server sends them at the end.
  var writesWhileItRuns: Bool {
    if case .program = record().source { true } else { false }
  }

  /// Calls a closure with the module, which is started if necessary.
  ///
  /// A call that the module refuses until the user signs in is retried after that; one that it refuses for the
  /// scopes of the sign-in is not, and nothing else is.
  ///
  /// - Throws: `ShellError` `pluginBroke` with the module's name if it fails, and what the closure throws.
  func use<Value>(
    _ body: (any ToolProvider) async throws -> Value
  ) async throws -> Value {
    do {
      return try await useOnce(body)
    } catch let error as ShellError where [.unauthorized, .forbidden].contains(error.code) {
      let refused = phase.run
      guard try await starter.offerSignIn(record()) else { throw error }
      // The server may know its session by the former tokens.
      if let refused, phase.run === refused { end(refused) }
      guard error.code == .unauthorized else {
        throw ShellError(
          .forbidden, "you are signed in again, but the refused command was not sent again",
          hint: "run it again")
      }
      return try await useOnce(body)
    }
  }

  private func useOnce<Value>(
    _ body: (any ToolProvider) async throws -> Value
  ) async throws -> Value {
    idle.begin()
    defer { idle.end() }
    let run = try await running()
    // Of two calls at a time, nothing tells which of them a write belongs to.
    run.begin(in: StatementAnswers.current, keys: idle.isShared ? nil : WriteKeys.current)
    do {
      let value = try await body(run.provider)
      // It failed after its answer, for example with a second one. The command has what it needs.
      if let error = run.failure {
        run.failure = nil
        report(.broke(error))
      }
      return value
    } catch let error as ModuleError {
      defer { run.failure = nil }
      throw run.failure ?? fail(run, error)
    }
  }

  /// Stops the module, forgets its failures and starts it again.
  func reload() async throws {
    await stop()
    failures.clear()
    try await use { _ in }
  }

  /// Ends the module, and waits until it has ended.
  func stop() async {
    switch phase {
    case .stopped: return
    case .starting(let start, _):
      finish(start, .failure(ShellError(.failed, "the module '\(record().name)' was stopped")))
    case .running(let run): end(run)
    case .stopping: break
    }
    if case .stopping(let task) = phase { await task.value }
  }

  private func running() async throws -> ModuleRun {
    while true {
      switch phase {
      case .running(let run):
        guard run.stamps != stamps(record()) else {
          return run
        }
        end(run)
      case .stopping(let task): await task.value
      case .starting(let start, _): return try await start.value()
      case .stopped:
        try Task.checkCancellation()
        guard !failures.areTooMany else { throw staysStopped }
        begin()
      }
    }
  }

  private var staysStopped: ShellError {
    let name = record().name
    return ShellError(
      .pluginBroke,
      "the module '\(name)' broke \(RecentFailures.maximum) times in a minute and stays stopped"
        + (lastFailure.map { ": \($0)" } ?? ""),
      hint: "run 'modules reload \(name)' to start it")
  }

  private func begin() {
    let start = SharedOutcome<ModuleRun> { [weak self] in
      self?.finish($0, .failure(CancellationError()))
    }
    phase = .starting(start, nil)
    start.task = Task { [clock, limits] in
      do {
        let starting = Task { try await started(for: start) }
        guard let started = try await starting.value(within: limits.start, on: clock) else {
          throw ModuleError("it did not start within \(limits.start.formatted)")
        }
        finish(start, .success(started))
      } catch {
        finish(start, .failure(error))
      }
    }
  }

  private func started(for start: SharedOutcome<ModuleRun>) async throws -> Started {
    let run = try await makeRun(for: start)
    let offer = try await run.provider.start { [weak self, weak run] event in
      if let run { self?.handle(event, of: run) }
    }
    let tools = try await run.provider.tools()
    try ToolNames.check(tools)
    return (run, offer, tools)
  }

  private func makeRun(for start: SharedOutcome<ModuleRun>) async throws -> ModuleRun {
    let stamps = stamps(self.record())
    try starter.verify(self.record())
    let record = record()
    let lease = try await starter.gateway(record)
    do {
      try Task.checkCancellation()
      let provider = try starter.provider(record, lease?.address)
      let run = ModuleRun(provider, lease: lease, stamps: stamps)
      if case .starting(let current, nil) = phase, current === start {
        phase = .starting(start, run)
      }
      return run
    } catch {
      lease?.close()
      throw error
    }
  }

  /// The stamps of the files of a module in development; other modules are not watched, so they have none.
  private func stamps(_ record: ModuleRecord) -> [String: FileStamp] {
    record.isInDevelopment ? record.currentStamps(starter.variable) : [:]
  }

  private typealias Started = (ModuleRun, ProviderOffer, [ToolDescription])

  /// Completes a start; only the first outcome counts.
  private func finish(_ start: SharedOutcome<ModuleRun>, _ outcome: Result<Started, any Error>) {
    guard case .starting(let current, let begun) = phase, current === start else { return }
    switch outcome {
    case .success((let run, let offer, let tools)):
      phase = .running(run)
      report(.listed(tools, offer: offer))
      start.settle(.success(run))
    case .failure(let error):
      if let begun { end(begun) } else { phase = .stopped }
      start.settle(.failure((error as? ModuleError).map(count) ?? error))
    }
  }

  private func end(_ run: ModuleRun) {
    idle.stop()
    listing?.cancel()
    (listing, listsAgain) = (nil, false)
    phase = .stopping(
      Task {
        await run.end()
        await keepLog()
        phase = .stopped
      })
  }

  /// Stores the module's standard error.
  ///
  /// Lines that cannot be stored stay here.
  private func keepLog() async {
    guard let keep = starter.keepLog, !errorLines.lines.isEmpty else { return }
    do {
      try await keep(errorLines.lines)
      errorLines = KeptLines(limit: limits.log)
    } catch {
      report(.event(.log(level: "warning", text: ShellError(error).message)))
    }
  }

  /// Ends a failed run, unless it has already ended, and returns the error for the user.
  private func fail(_ run: ModuleRun, _ error: ModuleError) -> ShellError {
    guard case .running(let current) = phase, current === run else {
      return described(error)
    }
    end(run)
    return count(error)
  }

  private func count(_ error: ModuleError) -> ShellError {
    failures.append()
    lastFailure = error.reason
    return described(error)
  }

  private func described(_ error: ModuleError) -> ShellError {
    error.shellError(of: record().name)
  }

  private var usesGateway: Bool {
    if case .running(let run) = phase { run.usesGateway } else { false }
  }

  private func stopIfRunning() {
    if case .running(let run) = phase { end(run) }
  }

  private func handle(_ event: ProviderEvent, of run: ModuleRun) {
    switch event {
    case .errorLine(let line):
      errorLines.append(line)
      report(.event(event))
    case .toolsChanged: list(run)
    case .ended(let error?):
      broke(run, error)
    case .ended(nil):
      guard case .running(let current) = phase, current === run else { return }
      end(run)
    case .resourcesChanged, .resourceUpdated, .log: report(.event(event))
    }
  }

  /// Ends a failed run, unless it has ended; a command that uses it reports the failure.
  private func broke(_ run: ModuleRun, _ error: ModuleError) {
    guard case .running(let current) = phase, current === run else { return }
    let error = fail(run, error)
    if idle.isUsed { run.failure = error } else { report(.broke(error)) }
  }

  /// Requests the tools again after a change.
  private func list(_ run: ModuleRun) {
    listsAgain = true
    guard listing == nil else { return }
    // A module may report changes many times a second: request one list at a time, with a pause between.
    listing = Task { [weak self, clock] in
      while await self?.listOnce(run) == true {
        guard (try? await clock.sleep(for: Self.listingPause)) != nil else { return }
      }
    }
  }

  /// Requests the tools if they have changed since the last request.
  ///
  /// - Returns: whether to check again.
  private func listOnce(_ run: ModuleRun) async -> Bool {
    guard !Task.isCancelled else { return false }
    guard listsAgain else {
      listing = nil
      return false
    }
    listsAgain = false
    do {
      let tools = try await run.provider.tools()
      try ToolNames.check(tools)
      try Task.checkCancellation()
      report(.listed(tools, offer: nil))
      return true
    } catch let error as ModuleError {
      broke(run, error)
    } catch {
      if !Task.isCancelled { listing = nil }
    }
    return false
  }
}
