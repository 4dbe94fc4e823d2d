import Glibc
import SeashellHosting
import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellRuntime
import TestSupport
import Testing

extension LifeModulesTests {
  @Test func `unloading a module ends it`() async throws {
    try await modules.add(record())
    _ = await harness.run("clock get-time")
    try harness.unload("clock")
    await until { scripted.last?.isRunning == false }
    try harness.shell.modules.load("clock")
    #expect(await harness.run("clock get-time").status == 0)
    await modules.endAll()
  }

  @Test func `a module of this run alone is started at once and not recorded`() async throws {
    try await modules.open(ModuleRecord(name: "clock", source: .server(["clock"])))
    #expect(scripted.started.count == 1)
    #expect(await harness.run("clock get-time").output == "get_time\n")
    #expect(modules.records.isEmpty)
    #expect(try catalogue.records().records.isEmpty)
    #expect(harness.console.notices.isEmpty)
    await modules.endAll()
    #expect(scripted.last?.isRunning == false)
  }

  @Test func `a probe ends what it started`() async throws {
    let probe = try await modules.probe(ModuleRecord(name: "clock", source: .server(["clock"])))
    #expect(probe.commands.map(\.name) == ["get-time"])
    #expect(probe.offer.title == "scripted 1")
    #expect(scripted.last?.isRunning == false)
  }
}
