import CoreLoop
import ShellRecords
import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs a command for each record, several at the same time, and writes the results in the order of the
/// records.
@MainActor
final class EachStage: WaitingStage, FieldStage {
  private let shell: Shell
  private let work: EachWork
  private let results: EachResults
  private let flow: RecordFlow
  private let failures: EachFailures

  private var kept: KeptFields
  private let limit: GatherLimit
  private var columns: [Column] = []
  private var isList = true
  private var isFirstValue = false
  private var queue = RecordQueue()
  /// The records whose command has started but whose results are not written yet, by number.
  private var items: [Int: EachItem] = [:]
  /// The number of the first of these: all earlier ones have ended.
  private var first = 0
  private var begun = 0
  private var postponed = 0
  private var running = 0
  private var isStarting = false
  private var hasAll = false
  /// Shows how many have ended, except for programs, which use the terminal.
  private var wait: ProgressScope.Wait?

  /// The number of a failed record, which ends the stage when all earlier records have ended.
  private var stopNumber: Int?
  /// Why the stage has ended early, if it has.
  private var failure: (any Error)?
  /// The last request of the records that have ended, in their order.
  private var lastOutcome: RequestOutcome?
  private var roomWaiters: [Waiter<Void, any Error>] = []
  private var endWaiters: [Waiter<Void, any Error>] = []

  /// How many records may wait before the command that writes them is suspended.
  private static let window = 1000

  init(
    _ work: EachWork, keeping kept: KeptFields, to output: Output, _ failures: EachFailures,
    _ shell: Shell
  ) {
    self.work = work
    self.kept = kept
    results = EachResults(to: output, keeping: kept.columns, of: work.name)
    limit = GatherLimit(stage: "each", limit: shell.settings.gatherLimit)
    flow = output.flow ?? RecordFlow()
    self.failures = failures
    self.shell = shell
  }

  /// Whether no more records are needed.
  private var isStopped: Bool { failure != nil || stopNumber != nil }

  /// Those of `--keep`; `$it` leads to any field.
  var requiredFields: [RecordField] { kept.fields }

  func begin(_ columns: [Column], isList: Bool) throws {
    if isStopped { throw OutputClosed() }
    kept.find(in: columns)
    self.columns = columns
    self.isList = isList
    isFirstValue = !isList && flow.areValues
  }

  func row(_ values: [CellValue]) throws {
    if isStopped { throw OutputClosed() }
    try limit.check(queue.count + 1)
    queue.append(
      RecordQueue.Record(
        columns: columns, values: values, kept: kept.isEmpty ? [] : kept.values(in: values),
        isInList: isList, isFirstValue: isFirstValue, origin: flow.origin))
    start()
    if isStopped { throw OutputClosed() }
  }

  func room() async throws {
    if isStopped { throw OutputClosed() }
    guard queue.count > Self.window else { return }
    let waiter = Waiter<Void, any Error>()
    roomWaiters.append(waiter)
    try await waiter.valueUnlessCancelled()
  }

  func finish() async throws {
    hasAll = true
    showProgress()
    defer {
      wait?.end()
      wait = nil
      reportPostponed()
      if let lastOutcome { StatementAnswers.current?.outcome = lastOutcome }
    }
    do {
      try await waitForEnd { try await $0.valueUnlessCancelled() }
    } catch {
      cancel()
      try await waitForEnd { try await $0.value() }
    }
    if let failure, !(failure is OutputClosed) { throw failure }
    try failures.conclude(of: first)
  }

  /// Runs the command for the records that came.
  func release() async throws { try await finish() }

  /// Cancels the running commands and discards their results; the stage accepts no more records.
  func cancel() {
    stop(with: CancellationError())
    reportPostponed()
  }

  func ended() async { try? await waitForEnd { try await $0.value() } }

  private func reportPostponed() {
    shell.notify(postponed: postponed)
    postponed = 0
  }

  private func showProgress() {
    guard !work.isProgram, work.runAtOnce == nil, !hasEnded, let scope = ProgressScope.current
    else {
      return
    }
    let update = ProgressUpdate(
      "each \(work.name)", done: Double(first), total: hasAll ? Double(begun + queue.count) : nil)
    if let wait { wait.show(update) } else { wait = scope.begin(.count, update) }
  }

  private func waitForEnd(_ wait: (Waiter<Void, any Error>) async throws -> Void) async throws {
    guard !hasEnded else { return }
    let waiter = Waiter<Void, any Error>()
    endWaiters.append(waiter)
    try await wait(waiter)
  }

  private var hasEnded: Bool { running == 0 && queue.isEmpty }

  private func start() {
    // A command that does not suspend ends inside this loop, and calls it again.
    guard !isStarting else { return }
    isStarting = true
    // The number of results that wait for their turn is limited too.
    while !isStopped, running < work.jobs, begun - first < 4 * work.jobs,
      let record = queue.popFirst()
    {
      start(record)
    }
    isStarting = false
    if queue.count <= Self.window { settle(&roomWaiters) }
    if hasEnded { settle(&endWaiters) }
  }

  private func settle(_ waiters: inout [Waiter<Void, any Error>]) {
    for waiter in waiters { waiter.settle() }
    waiters = []
  }

  private func start(_ record: RecordQueue.Record) {
    let item = EachItem(begun, record, to: results, limit) { [flow, unowned self] in
      try await flow.room(after: self)
    }
    begun += 1
    running += 1
    items[item.number] = item
    if item.number == first { item.becomeFirst() }
    let output = item.makeOutput()
    do {
      guard let runAtOnce = work.runAtOnce else {
        item.task = Task.immediate { [answers = item.collectAnswers()] in
          await StatementAnswers.$current.withValue(answers) { await self.run(item, to: output) }
        }
        return
      }
      try runAtOnce(record.value, output, item.endText)
      end(item, .success(()))
    } catch {
      end(item, .failure(error))
    }
  }

  private func run(_ item: EachItem, to output: Output) async {
    do {
      if try await work.run(item.record.value, output, item.endText) != nil { postponed += 1 }
      end(item, .success(()))
    } catch {
      end(item, .failure(error))
    }
  }

  private func end(_ item: EachItem, _ outcome: Result<Void, any Error>) {
    running -= 1
    item.end(outcome)
    if let failure = results.failure {
      stop(with: failure)
    } else if case .failure(let error) = outcome, failures.endStage(error), failure == nil,
      item.number < stopNumber ?? .max
    {
      stop(at: item.number)
    }
    advance()
    start()
    showProgress()
  }

  private func advance() {
    while failure == nil, let item = items[first] {
      if !item.isFirst {
        item.becomeFirst()
        if let failure = results.failure { return stop(with: failure) }
      }
      guard let outcome = item.outcome else { return }
      items[first] = nil
      first += 1
      lastOutcome = item.answers?.outcome ?? lastOutcome
      guard case .failure(let error) = outcome else { continue }
      let located = failures.located(
        error, at: item.record, number: item.number, behind: work.depth)
      if failures.endStage(error) { stop(with: located) } else { failures.report(located) }
    }
  }

  /// Lets the commands of records before a failed one finish, and cancels the others.
  private func stop(at number: Int) {
    stopNumber = number
    queue.removeAll()
    for item in items.values where item.number > number { item.cancel() }
  }

  private func stop(with error: any Error) {
    guard failure == nil else { return }
    failure = error
    queue.removeAll()
    for item in items.values { item.cancel() }
    for waiter in roomWaiters { waiter.settle(.failure(OutputClosed())) }
    roomWaiters = []
    if hasEnded { settle(&endWaiters) }
  }
}
