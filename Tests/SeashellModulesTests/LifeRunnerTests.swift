import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellCommands
import TestSupport
import Testing

@MainActor
struct LifeRunnerTests {
  let clock = ManualClock()
  let modules = ScriptedModules()
  let reports = Reports()

  @MainActor
  final class Reports {
    var lists: [[String]] = []
    var broken: [String] = []
    var events = 0

    func add(_ report: ModuleRunner.Report) {
      switch report {
      case .listed(let tools, _): lists.append(tools.map(\.name))
      case .broke(let error): broken.append(error.message)
      case .event: events += 1
      }
    }
  }

  func runner(_ change: (inout ModuleRecord) -> Void = { _ in }) -> ModuleRunner {
    var record = ModuleRecord(name: "clock", source: .server(["clock"]))
    change(&record)
    return ModuleRunner(
      { [record] in record }, starter: modules.starter, limits: ModuleLimits(), clock: clock,
      report: { [reports] in reports.add($0) })
  }

  /// Calls a tool, and returns the error's message.
  func failure(of runner: ModuleRunner) async -> String? {
    do {
      try await runner.use { provider in
        _ = try await provider.call("x", arguments: .record([]), for: NoCaller())
      }
      return nil
    } catch {
      return ShellError(error).message
    }
  }

  @Test func `a module starts at its first use and is shared by commands at once`() async throws {
    let runner = runner()
    #expect(runner.state == .stopped)
    async let first: Void = runner.use { _ in }
    async let second: Void = runner.use { _ in }
    _ = try await (first, second)
    #expect(modules.started.count == 1)
    #expect(runner.state == .running)
    #expect(runner.memory == 1_000_000)
    await runner.stop()
    #expect(runner.state == .stopped)
    #expect(modules.last?.isRunning == false)
  }

  @Test func `an idle module stops and starts again at its next use`() async throws {
    let runner = runner()
    try await runner.use { _ in }
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    await until { runner.state == .stopped }
    #expect(modules.last?.isRunning == false)
    try await runner.use { _ in }
    #expect(modules.started.count == 2)
    await runner.stop()
  }

  @Test func `an open stream of its gateway keeps a module from stopping`() async throws {
    let runner = runner { $0.allows = ["events"] }
    modules.usesGateway.raise()
    try await runner.use { _ in }
    for _ in 0..<3 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(10))
    }
    await clock.sleepers(1)
    #expect(runner.state == .running)
    modules.usesGateway.lower()
    clock.advance(by: .seconds(10))
    await until { runner.state == .stopped }
    #expect(modules.started.count == 1)
  }

  @Test func `a module gets the keys of a run that uses it alone`() async throws {
    let runner = runner { $0.allows = ["events"] }
    try await runner.use { _ in }
    try await WriteKeys.$current.withValue(WriteKeys(of: "one")) {
      try await runner.use { _ in
        try await WriteKeys.$current.withValue(WriteKeys(of: "two")) {
          try await runner.use { _ in }
        }
      }
      try await runner.use { _ in }
    }
    #expect(modules.runs.elements == ["none", "one", "none", "one"])
    await runner.stop()
  }

  @Test func `a call in progress keeps a module from stopping`() async throws {
    let runner = runner()
    try await runner.use { _ in }
    await clock.sleepers(1)
    try await runner.use { [clock] _ in
      clock.advance(by: .seconds(100))
      await Task.yield()
    }
    #expect(runner.state == .running)
    #expect(modules.started.count == 1)
    await runner.stop()
  }

  @Test func `a module that does not start in time is ended`() async throws {
    modules.prepare = { $0.starting = { try await untilCancelled() } }
    let runner = runner()
    async let failure = failure(of: runner)
    await clock.sleepers(1)
    clock.advance(by: .seconds(20))
    #expect(await failure == "the module 'clock' broke: it did not start within 20 s")
    await until { runner.state == .stopped }
    #expect(modules.last?.isRunning == false)
  }

  @Test func `a start is given up when its last command is cancelled`() async throws {
    modules.prepare = { $0.starting = { try await untilCancelled() } }
    let runner = runner()
    let first = Task { try await runner.use { _ in } }
    let second = Task { try await runner.use { _ in } }
    await clock.sleepers(1)
    await until { modules.last?.isRunning == true }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(runner.state == .starting)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    await until { runner.state == .stopped }
    #expect(modules.last?.isRunning == false)
    #expect(runner.lastFailure == nil)
  }

  @Test func `after three failures in a minute a module stays stopped`() async throws {
    modules.prepare = { provider in
      provider.answer = { _, _, _ in throw ModuleError("it ended with status 1") }
    }
    let runner = runner()
    for _ in 1...3 {
      #expect(await failure(of: runner) == "the module 'clock' broke: it ended with status 1")
    }
    #expect(runner.state == .failed)
    #expect(modules.started.count == 3)
    #expect(
      await failure(of: runner)
        == "the module 'clock' broke 3 times in a minute and stays stopped: it ended with status 1")
    #expect(modules.started.count == 3)
    try await runner.reload()
    #expect(runner.state == .running)
    await runner.stop()
  }

  @Test func `failures of a module that are a minute apart do not stop it`() async throws {
    modules.prepare = { provider in
      provider.answer = { _, _, _ in throw ModuleError("it ended with status 1") }
    }
    let runner = runner()
    for _ in 1...4 {
      _ = await failure(of: runner)
      clock.advance(by: .seconds(31))
    }
    #expect(modules.started.count == 4)
    #expect(runner.state != .failed)
  }

  @Test func `several calls that break at once are one failure`() async throws {
    let gate = AsyncStream<Void>.makeStream()
    modules.prepare = { provider in
      provider.answer = { _, _, _ in
        for await _ in gate.stream {}
        throw ModuleError("it ended with status 1")
      }
    }
    let runner = runner()
    async let first = failure(of: runner)
    async let second = failure(of: runner)
    async let third = failure(of: runner)
    await until { modules.last?.calls.count == 3 }
    gate.continuation.finish()
    let failures = await [first, second, third]
    #expect(failures.count { $0?.hasSuffix("status 1") == true } == 3)
    #expect(runner.state != .failed)
    await runner.stop()
  }

  @Test func `a module that ends unused is reported once`() async throws {
    let runner = runner()
    try await runner.use { _ in }
    modules.last?.happen(.errorLine("no memory"))
    modules.last?.happen(.ended(ModuleError("it ended with status 3")))
    modules.last?.happen(.ended(ModuleError("it ended with status 3")))
    #expect(reports.broken == ["the module 'clock' broke: it ended with status 3"])
    #expect(runner.lastFailure == "it ended with status 3")
    #expect(runner.log == ["no memory"])
    await runner.stop()
  }

  @Test func `a module's gateway is open while the module runs`() async throws {
    let runner = runner { $0.allows = ["events"] }
    try await runner.use { _ in }
    #expect(modules.openGateways == 1)
    #expect(modules.gateways == ["http://127.0.0.1:1/x"])
    await runner.stop()
    #expect(modules.openGateways == 0)
  }

  @Test func `a module without allowances has no gateway`() async throws {
    let runner = runner()
    try await runner.use { _ in }
    #expect(modules.gateways == [nil])
    await runner.stop()
  }

  @Test func `changed tools are listed again`() async throws {
    modules.prepare = { $0.offered = [] }
    let runner = runner()
    try await runner.use { _ in }
    modules.last?.offered = [try tool("now")]
    modules.last?.happen(.toolsChanged)
    await until { reports.lists == [[], ["now"]] }
    await runner.stop()
  }

  @Test func `a module in development is started anew when its files change`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("server.py", "1")
    let runner = runner {
      $0.isInDevelopment = true
      $0.source = .server([path])
    }
    try await runner.use { _ in }
    try await runner.use { _ in }
    #expect(modules.started.count == 1)
    try folder.write("server.py", "12")
    try await runner.use { _ in }
    #expect(modules.started.count == 2)
    await runner.stop()
  }
}

/// Waits until the task is cancelled.
func untilCancelled() async throws {
  let (stream, continuation) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  continuation.finish()
  try Task.checkCancellation()
}

/// A caller that ignores everything.
@MainActor
final class NoCaller: ToolCaller {
  func progress(_ update: ProgressUpdate) {}
  func log(level: String, text: String) {}
  func elicit(_ request: CellValue) async throws -> CellValue {
    .record([.init("action", .text("decline"))])
  }
}
