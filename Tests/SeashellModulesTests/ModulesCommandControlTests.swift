import CoreSystem
import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellRuntime
import Testing

/// `modules remove`, `enable`, `disable`, `reload`, `trust`, `log` and `check`.
@MainActor
@Suite struct ModulesCommandControlTests {
  private let bench: ModulesBench

  init() async throws {
    bench = try ModulesBench()
    try await bench.addClock()
  }

  private func tool(_ name: String, _ description: String = "") throws -> ToolDescription {
    try ToolDescription(
      CellValue(
        json: #"{"name":"\#(name)","description":"\#(description)","inputSchema":{}}"#))
  }

  @Test func `modules remove removes a module after confirmation`() async {
    #expect(await bench.run("modules remove clock").errors.contains("pass --yes"))
    bench.console.answers = ["no"]
    #expect(await bench.run("modules remove clock").status == 1)
    #expect(bench.console.questions == ["Remove the module clock?"])
    #expect(bench.control.records.count == 1)
    #expect(await bench.run("modules remove clock --yes").status == 0)
    #expect(bench.control.records.isEmpty)
    #expect(await bench.run("clock get-time").errors.contains("'clock' is not a command"))
  }

  @Test func `A disabled module has no commands until it is enabled`() async {
    #expect(await bench.run("modules disable clock").status == 0)
    #expect(await bench.run("clock get-time").status == 2)
    #expect(await bench.run("modules disable clock").errors == "'clock' is disabled already\n")
    #expect(await bench.run("modules enable clock; clock get-time").output == "get-time\n")
    #expect(await bench.run("modules enable clock").errors == "'clock' is enabled already\n")
  }

  @Test func `modules reload lists changes of the tools`() async throws {
    bench.control.changes = ToolChanges(
      from: [try tool("a"), try tool("b"), try tool("same")],
      to: [try tool("b", "new"), try tool("c"), try tool("same")])
    #expect(
      await bench.run("modules reload clock").output == "c\tadded\na\tremoved\nb\tchanged\n")
    bench.control.changes = ToolChanges(from: [], to: [])
    let same = await bench.run("modules reload clock")
    #expect(same.output.isEmpty && same.errors == "'clock' has the same tools as before\n")
  }

  @Test func `modules trust records the current files`() async throws {
    try bench.program("mcp-server-time", "changed")
    #expect(bench.control.records[0].isChanged)
    let result = await bench.run("modules trust clock --data a.db")
    let digest = SHA256.digest(of: Array("changed".utf8)).prefix(12)
    #expect(result.output == "\(bench.folder.file("mcp-server-time"))\t\(digest)\n")
    #expect(!bench.control.records[0].isChanged)
    #expect(bench.control.records[0].dataFiles == [bench.folder.file("a.db")])
  }

  @Test
  func `a tool's hints are believed only while the user wants that`()
    async throws
  {
    func hints() async -> String {
      let info = await bench.run("modules info clock -o jsonl").output
      return info.contains(#""read_only_hints":"believed""#) ? "believed" : "no"
    }
    #expect(await hints() == "no")
    _ = await bench.run("modules trust clock --read-only-hints")
    #expect(await hints() == "believed")
    _ = await bench.run("modules trust clock")
    #expect(await hints() == "believed")
    #expect(
      await bench.run("modules trust clock --read-only-hints --no-read-only-hints").status == 2)
    _ = await bench.run("modules trust clock --no-read-only-hints")
    #expect(await hints() == "no")
    _ = await bench.run("modules remove clock --yes")
    let added = await bench.run("modules add clock --yes --read-only-hints -- mcp-server-time")
    #expect(added.output.contains("  believed     which of its tools change nothing\n"))
    #expect(await hints() == "believed")
  }

  @Test func `modules log prints the log unchanged`() async {
    #expect(
      await bench.run("modules log clock").errors
        == "'clock' has written nothing to standard error\n")
    bench.control.logs["clock"] = ["one", "two"]
    #expect(await bench.run("modules log clock").output == "one\ntwo\n")
  }

  @Test func `modules check lists findings, and fails on errors`() async {
    #expect(await bench.run("modules check clock").errors == "no problems found\n")
    bench.control.findings = [.init(.warning, "tools/list", "it has no descriptions")]
    let warned = await bench.run("modules check clock")
    #expect(warned.status == 0)
    #expect(warned.output == "warning\ttools/list\tit has no descriptions\n")
    bench.control.findings.append(.init(.error, "get.inputSchema", "it is not an object"))
    let broken = await bench.run("modules check clock")
    #expect(broken.status == 1)
    #expect(broken.output.hasSuffix("error\tget.inputSchema\tit is not an object\n"))
    #expect(broken.errors.hasPrefix("test:1: the module breaks in 1 place\n"))
  }

  @Test func `modules check accepts a command line that is not added`() async throws {
    let result = await bench.run("modules check --env A=1 -- mcp-server-time --zone UTC")
    #expect(result.status == 0, "\(result.errors)")
    let record = try #require(bench.control.started.last)
    #expect(
      record.commandLine == [bench.folder.file("mcp-server-time"), "--zone", "UTC"])
    #expect(record.variables == ["A": "1"])
    #expect(bench.control.records.count == 1)
    #expect(
      await bench.run("modules check clok").errors.hasPrefix(
        "test:1: no added module is called 'clok', and no program on PATH is called 'clok'"))
    #expect(
      await bench.run("modules check").errors.hasPrefix("test:1: modules check needs a module; "))
  }

  @Test func `every example of modules works, and module names are completed`()
    async throws
  {
    bench.control.findings = [.init(.warning, "tools/list", "it has no descriptions")]
    bench.control.changes = ToolChanges(from: [], to: [try tool("a")])
    bench.control.records = []
    bench.harness.shell.modules.remove("clock")
    let module = try #require(bench.harness.modules.first { $0.name == "modules" })
    for failure in await bench.harness.checkExamples(of: module) { Issue.record("\(failure)") }
    #expect(bench.harness.checkCompletion(of: module) == [])
  }

  @Test func `modules commands complete only suitable names`() async throws {
    func names(_ kind: CompletionKind) -> [String] {
      bench.harness.completions(of: kind, for: "").map(\.text)
    }
    #expect(names("modules") == ["clock", "env", "modules"])
    #expect(names("modules.added") == ["clock"])
    #expect(names("modules.enabled") == ["clock", "env", "modules"])
    #expect(names("modules.disabled").isEmpty)
    try bench.harness.unload("env")
    #expect(await bench.run("modules disable clock").status == 0)
    #expect(names("modules") == ["clock", "env", "modules"])
    #expect(names("modules.enabled") == ["modules"])
    #expect(names("modules.disabled") == ["clock", "env"])
  }
}
