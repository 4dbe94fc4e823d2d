import SeashellHosting
import SeashellKit
import SeashellTesting
import ShellRuntime
import Testing

@testable import SeashellModules

/// The commands for a module's resources.
extension LifeModulesTests {
  @Test func `resources are listed read and completed`() async throws {
    scripted.prepare = { provider in
      provider.offer.hasResources = true
      provider.listedResources = [
        .record([.init("uri", .text("note://1")), .init("name", .text("first"))])
      ]
      provider.contents = [
        .record([.init("uri", .text("note://1")), .init("text", .text("hello"))])
      ]
    }
    var record = try record("notes", [])
    record.offer?.hasResources = true
    try await modules.add(record)
    #expect(await harness.run("notes resources -o tsv").output.contains("note://1\tfirst"))
    #expect(harness.completions(of: "notes.resource", for: "note").map(\.text) == ["note://1"])
    #expect(await harness.run("notes read note://1").output == "hello\n")
    let recorder = EventRecorder(harness.bus)
    scripted.last?.happen(.resourceUpdated(uri: "note://1"))
    #expect(
      recorder.events.compactMap { $0 as? DynamicEvent }.last
        == DynamicEvent(
          eventName: "notes.resource.updated", payload: .object(["uri": .string("note://1")])))
    await modules.endAll()
  }

  @Test func `an empty list of resources is reported`() async throws {
    scripted.prepare = {
      $0.offer.hasResources = true
      $0.offered = [try tool("get_time")]
    }
    var record = try record()
    record.offer?.hasResources = true
    try await modules.add(record)
    #expect(
      await harness.run("clock resources").errors
        == "'clock' offers nothing to read at the moment\n")
    await modules.endAll()
  }

  @Test func `a tool wins over the commands for resources`() async throws {
    scripted.prepare = { provider in
      provider.offer.hasResources = true
      provider.offered = [try tool("read")]
    }
    var record = try record("notes", [tool("read")])
    record.offer?.hasResources = true
    try await modules.add(record)
    #expect(await harness.run("notes read").output == "read\n")
    await modules.endAll()
  }
}
