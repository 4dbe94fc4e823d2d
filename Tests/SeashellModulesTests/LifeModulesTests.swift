import Glibc
import SeashellHosting
import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellRuntime
import TestSupport
import Testing

/// Added modules in a whole shell.
@MainActor
@Suite(.mayBlock)
struct LifeModulesTests {
  let folder: TemporaryFolder
  let harness: ShellHarness
  let scripted = ScriptedModules()
  let modules: ExternalModules
  let catalogue: ModuleCatalogue
  let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(
      StubTransport(json: "{}"), directory: folder.path, clock: clock)
    catalogue = ModuleCatalogue(folder: folder.file("state"))
    modules = Self.modules(of: harness, catalogue, scripted)
    scripted.prepare = {
      $0.offered = [try tool("get_time", #"{"zone":{"type":"string"}}"#, more: "")]
    }
  }

  static func modules(
    of harness: ShellHarness, _ catalogue: ModuleCatalogue, _ scripted: ScriptedModules
  ) -> ExternalModules {
    ExternalModules(
      harness.context, catalogue, host: harness.shell.modules, starter: scripted.starter,
      limits: ModuleLimits())
  }

  func record(_ name: String = "clock", _ tools: [ToolDescription]? = nil) throws -> ModuleRecord {
    var record = ModuleRecord(name: name, source: .server(["clock"]))
    record.tools = try tools ?? [tool("get_time", #"{"zone":{"type":"string"}}"#)]
    record.offer = ProviderOffer(title: "scripted 1", dialect: "MCP 2025-11-25")
    return record
  }

  @Test func `help and completion start nothing`() async throws {
    try await catalogue.add(record())
    modules.loadAdded()
    #expect(await harness.run("help clock").output.contains("clock get-time"))
    #expect(await harness.run("clock get-time --help").output.contains("--zone"))
    #expect(scripted.started.isEmpty)
  }

  @Test func `a tool is a command and its name may have either sign`() async throws {
    try await modules.add(record())
    for name in ["get-time", "get_time"] {
      let result = await harness.run("clock \(name) --zone UTC")
      #expect(result.output == "get_time\n")
      #expect(result.status == 0)
    }
    #expect(scripted.started.count == 1)
    #expect(scripted.last?.calls == Array(repeating: #"get_time {"zone":"UTC"}"#, count: 2))
    await modules.endAll()
    #expect(scripted.last?.isRunning == false)
  }

  @Test func `added modules are there in the next shell`() async throws {
    try await modules.add(record())
    let harness = try ShellHarness(StubTransport(json: "{}"))
    let next = Self.modules(of: harness, catalogue, scripted)
    next.loadAdded()
    #expect(await harness.run("clock get-time").output == "get_time\n")
    #expect(harness.console.notices.isEmpty)
    await next.endAll()
  }

  @Test func `a changed list of tools is reported once and stored`() async throws {
    scripted.prepare = { $0.offered = [try tool("tell_time")] }
    try await modules.add(record())
    let result = await harness.run("clock get-time; clock tell-time")
    #expect(result.output == "get_time\ntell_time\n")
    #expect(
      harness.console.notices == ["clock: new command tell-time; get-time is gone"])
    await modules.endAll()
    #expect(catalogue.tools(of: "clock")?.tools.map(\.name) == ["tell_time"])
    _ = await harness.run("clock tell-time")
    #expect(harness.console.notices.count == 1)
    await modules.endAll()
  }

  @Test func `a list that changes while the module runs replaces its commands`() async throws {
    try await modules.add(record())
    _ = await harness.run("clock get-time")
    scripted.last?.offered = try [tool("get_time", #"{"zone":{"type":"string"}}"#), tool("sleep")]
    scripted.last?.happen(.toolsChanged)
    await until { !harness.console.notices.isEmpty }
    #expect(harness.console.notices == ["clock: new command sleep"])
    #expect(await harness.run("clock sleep").output == "sleep\n")
    await modules.endAll()
  }

  @Test func `progress and log messages reach the user`() async throws {
    scripted.prepare = { provider in
      provider.offered = [try tool("get_time")]
      provider.answer = { _, _, caller in
        caller.progress(ProgressUpdate("", fraction: 0.5))
        caller.log(level: "info", text: "half")
        return ToolResult(content: [])
      }
    }
    try await modules.add(record())
    _ = await harness.run("set verbose on; clock get-time")
    #expect(
      harness.console.progresses == [ProgressUpdate("clock get-time", fraction: 0.5), nil])
    #expect(harness.trace.contains("clock: info: half"))
    await modules.endAll()
  }

  @Test func aFailedCallIsStatus1AndABrokenModuleIsStatus7() async throws {
    scripted.prepare = { provider in
      provider.offered = [try tool("get_time", #"{"zone":{"type":"string"}}"#)]
      provider.answer = { _, arguments, _ in
        if arguments["zone"] != nil { throw ModuleError("it ended with status 1") }
        return ToolResult(
          content: [.record([.init("type", .text("text")), .init("text", .text("no zone"))])],
          isError: true)
      }
    }
    try await modules.add(record())
    let failed = await harness.run("clock get-time")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("no zone"))
    for _ in 1...3 {
      let broken = await harness.run("clock get-time --zone x")
      #expect(broken.status == 7)
      #expect(broken.errors.contains("the module 'clock' broke: it ended with status 1"))
    }
    let stopped = await harness.run("clock get-time")
    #expect(stopped.status == 7)
    #expect(stopped.errors.contains("stays stopped"))
    #expect(stopped.errors.contains("modules reload clock"))
    #expect(modules.status(of: "clock").isStopped)
    #expect(try await modules.reload("clock").isEmpty)
    #expect(modules.status(of: "clock").isRunning)
    await modules.endAll()
  }

  @Test func `records before a failure are written`() async throws {
    scripted.prepare = {
      $0.offered = [try tool("get_time")]
      $0.answer = { _, _, caller in
        caller.row(.record([.init("n", .integer(1))]))
        throw ShellError(.notFound, "no more")
      }
    }
    try await modules.add(record())
    let result = await harness.run("clock get-time")
    #expect(result.output == "1\n")
    #expect(result.status == 3)
    await modules.endAll()
  }

  @Test func `a module whose file has changed is not started until it is trusted`() async throws {
    let path = try folder.write("server.py", "print(1)")
    var record = try record()
    record.source = .server([path])
    try record.trustFiles { _ in nil }
    try await modules.add(record)
    try folder.write("server.py", "print(2)")
    let refused = await harness.run("clock get-time")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("has changed"))
    #expect(refused.errors.contains("modules trust clock"))
    #expect(scripted.started.isEmpty)
    try await modules.trust("clock", data: [], believesHints: nil)
    #expect(await harness.run("clock get-time").status == 0)
    await modules.endAll()
  }

  @Test func `a module's output in an earlier shell is in its log`() async throws {
    try await modules.add(record())
    _ = await harness.run("clock get-time")
    scripted.last?.happen(.errorLine("one"))
    #expect(modules.log(of: "clock") == ["one"])
    await modules.endAll()
    #expect(modules.log(of: "clock") == ["one"])
    let harness = try ShellHarness(StubTransport(json: "{}"))
    let next = Self.modules(of: harness, catalogue, scripted)
    next.loadAdded()
    _ = await harness.run("clock get-time")
    scripted.last?.happen(.errorLine("two"))
    #expect(next.log(of: "clock") == ["one", "two"])
    await next.endAll()
    #expect(modules.log(of: "clock") == ["one", "two"])
    var status = stat()
    #expect(stat(folder.file("state/modules/clock.log"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && status.st_size == 8)
    let limit = ModuleLimits().log
    let line = String(repeating: "x", count: 1_023)
    try await catalogue.keepLog(Array(repeating: line, count: 100), of: "clock", upTo: limit)
    try await catalogue.keepLog(["last"], of: "clock", upTo: limit)
    #expect(next.log(of: "clock").count == 64 && next.log(of: "clock").last == "last")
    #expect(stat(folder.file("state/modules/clock.log"), &status) == 0)
    #expect(status.st_size <= limit)
    // A module that was removed in the meantime leaves no file.
    try await modules.remove("clock")
    try await catalogue.keepLog(["late"], of: "clock", upTo: limit)
    #expect(stat(folder.file("state/modules/clock.log"), &status) != 0)
  }

  @Test func `a tool's claim to change nothing counts once the user trusts it`() async throws {
    let reading = try tool("get_time", more: #","annotations":{"readOnlyHint":true}"#)
    let commands = { (modules: ModuleRegistry) in
      modules.specifications(of: "clock").map(\.changesData)
    }
    try await modules.add(record("clock", [reading]))
    let other = try ShellHarness(StubTransport(json: "{}"))
    let others = Self.modules(of: other, catalogue, scripted)
    others.loadAdded()
    #expect(commands(harness.shell.modules) == [true])
    try await modules.trust("clock", data: [], believesHints: true)
    #expect(commands(harness.shell.modules) == [false])
    #expect(commands(other.shell.modules) == [true])
    others.catchUp()
    #expect(commands(other.shell.modules) == [false])
    try await modules.trust("clock", data: [], believesHints: nil)
    #expect(try catalogue.records().records.map(\.believesHints) == [true])
    try await modules.trust("clock", data: [], believesHints: false)
    #expect(commands(harness.shell.modules) == [true])
    #expect(try catalogue.records().records.map(\.believesHints) == [false])
  }

  @Test func `a disabled module is gone until it is enabled`() async throws {
    try await modules.add(record())
    _ = await harness.run("clock get-time")
    try await modules.setEnabled(false, "clock")
    #expect(scripted.last?.isRunning == false)
    let disabled = await harness.run("clock get-time")
    #expect(disabled.status == 2)
    #expect(
      disabled.errors.hasPrefix(
        "test:1: the module 'clock' is disabled; run 'modules enable clock'"))
    #expect(try catalogue.records().records.map(\.isEnabled) == [false])
    try await modules.setEnabled(true, "clock")
    #expect(await harness.run("clock get-time").status == 0)
    try await modules.remove("clock")
    #expect(try catalogue.records().records.isEmpty)
    #expect(scripted.last?.isRunning == false)
    #expect(await harness.run("clock get-time").status == 2)
  }

  @Test func `a module that another shell removed can be removed here too`() async throws {
    try await modules.add(record())
    try await catalogue.remove("clock")
    try await modules.remove("clock")
    #expect(modules.records.isEmpty)
  }

  @Test func `a trial that is cancelled does not wait for its module to end`() async throws {
    let (stream, end) = AsyncStream<Void>.makeStream()
    scripted.prepare = {
      $0.starting = { try await untilCancelled() }
      $0.stopping = { for await _ in stream {} }
    }
    let record = try record()
    let trial = Task { try await modules.probe(record) }
    await until { scripted.last?.isRunning == true }
    trial.cancel()
    await #expect(throws: CancellationError.self) { try await trial.value }
    #expect(scripted.last?.isRunning == true)
    end.finish()
    await modules.endAll()
    #expect(scripted.last?.isRunning == false)
  }
}
