import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellRuntime
import TestSupport
import Testing

/// Changes that another shell makes to the modules while a shell runs.
@MainActor
@Suite(.mayBlock)
struct LifeCatchUpTests {
  @MainActor
  private final class Running {
    let harness: ShellHarness
    let scripted = ScriptedModules()
    let modules: ExternalModules

    init(_ folder: TemporaryFolder) throws {
      harness = try ShellHarness(StubTransport(json: "{}"), directory: folder.path)
      modules = LifeModulesTests.modules(
        of: harness, ModuleCatalogue(folder: folder.file("state")), scripted)
      scripted.prepare = { $0.offered = [try tool("get_time")] }
      modules.loadAdded()
      try harness.load(ModulesModule(host: harness.shell.modules, control: modules))
    }

    func run(_ line: String) async -> (status: Int32, output: String, errors: String) {
      await harness.run(line)
    }
  }

  private let folder: TemporaryFolder
  private let here: Running
  private let other: Running

  init() throws {
    folder = try TemporaryFolder()
    here = try Running(folder)
    other = try Running(folder)
  }

  private func record(_ tools: String...) throws -> ModuleRecord {
    var record = ModuleRecord(name: "clock", source: .server(["clock"]))
    record.tools = try tools.map { try tool($0) }
    record.offer = ProviderOffer(title: "scripted 1", dialect: "MCP 2025-11-25")
    return record
  }

  @Test func `a module added by another shell can be used`() async throws {
    #expect(await here.run("clock get-time").status == 2)
    try await other.modules.add(record("get_time"))
    #expect(await here.run("clock get-time").output == "get_time\n")
    #expect(here.modules.records.map(\.name) == ["clock"])
    #expect(here.harness.console.notices == [])
    await here.modules.endAll()
  }

  @Test func `help lists a module added by another shell`() async throws {
    try await other.modules.add(record("get_time"))
    #expect(await here.run("help clock").output.contains("clock get-time"))
    #expect(here.scripted.started.isEmpty)
  }

  @Test func `a module removed by another shell is ended`() async throws {
    try await here.modules.add(record("get_time"))
    #expect(await here.run("clock get-time").status == 0)
    other.modules.catchUp()
    try await other.modules.remove("clock")
    here.modules.catchUp()
    #expect(await here.run("clock get-time").errors.contains("'clock' is not a command"))
    await here.modules.endAll()
    #expect(here.scripted.last?.isRunning == false)
  }

  @Test func `a module enabled by another shell can be used again`()
    async throws
  {
    try await here.modules.add(record("get_time"))
    #expect(await here.run("clock get-time").status == 0)
    other.modules.catchUp()
    try await other.modules.setEnabled(false, "clock")
    here.modules.catchUp()
    #expect(await here.run("clock get-time").errors.contains("the module 'clock' is disabled"))
    try await other.modules.setEnabled(true, "clock")
    #expect(await here.run("clock get-time").output == "get_time\n")
    await here.modules.endAll()
  }

  @Test func `a module that another shell adds differently is restarted`() async throws {
    try await here.modules.add(record("get_time"))
    #expect(await here.run("clock get-time").status == 0)
    other.modules.catchUp()
    try await other.modules.remove("clock")
    var record = try record("get_time", "sleep")
    record.allows = ["events"]
    try await other.modules.add(record)
    here.modules.catchUp()
    #expect(here.modules.record(of: "clock")?.allows == ["events"])
    here.scripted.prepare = { $0.offered = [try tool("get_time"), try tool("sleep")] }
    #expect(await here.run("clock sleep").output == "sleep\n")
    #expect(here.scripted.started.count == 2)
    #expect(here.scripted.gateways == [nil, "http://127.0.0.1:1/x"])
    await here.modules.endAll()
  }

  @Test func `commands found by another shell can be used`() async throws {
    try await here.modules.add(record("get_time"))
    other.modules.catchUp()
    other.scripted.prepare = { $0.offered = [try tool("tell_time")] }
    #expect(try await other.modules.reload("clock").added == ["tell_time"])
    await other.modules.endAll()
    here.modules.catchUp()
    #expect(await here.run("help clock").output.contains("clock tell-time"))
    #expect(await !here.run("help clock").output.contains("get-time"))
    #expect(here.scripted.started.isEmpty)
  }

  @Test func `a shell's own changes are not applied again`() async throws {
    try await here.modules.add(record("get_time"))
    here.scripted.prepare = { $0.offered = [try tool("tell_time")] }
    #expect(await here.run("clock get-time").output == "get_time\n")
    // Its current offer may not be stored yet.
    here.modules.catchUp()
    #expect(await here.run("clock tell-time").output == "tell_time\n")
    await here.modules.endAll()
    here.modules.catchUp()
    #expect(await here.run("help clock").output.contains("clock tell-time"))
    #expect(here.scripted.started.count == 1)
  }

  @Test func `a module of this run only is kept`() async throws {
    try await here.modules.open(record("get_time"))
    try await other.modules.add(record("other_tool"))
    here.modules.catchUp()
    #expect(await here.run("clock get-time").output == "get_time\n")
    #expect(here.modules.temporaryNames == ["clock"])
    await here.modules.endAll()
  }

  @Test func `a damaged list is reported once, and its modules are kept`() async throws {
    try await here.modules.add(record("get_time"))
    try folder.write("state/modules.json", "{")
    for _ in 1...2 { here.modules.catchUp() }
    #expect(await here.run("clock get-time").output == "get_time\n")
    #expect(here.harness.console.notices.count == 1)
    await here.modules.endAll()
  }
}
