import SeashellKit
@testable import SeashellModules
@testable import SeashellTesting
import ShellRuntime
import Testing

/// `modules list`, `enable`, `disable`, `new`, `info` and `grep`.
@MainActor
@Suite struct ModulesCommandTests {
  private let bench: ModulesBench

  init() throws {
    bench = try ModulesBench()
    try bench.harness.load(
      StubModule("wish", "Wishes", [.init("add", abstract: "Add a Wish")]))
  }

  @Test func `modules and modules list list the modules`() async throws {
    try await bench.addClock()
    let list = """
      clock\tloaded\tserver\t\t\t2\t
      env\tloaded\tbuilt in\t\t\t1\t
      modules\tloaded\tbuilt in\t\t\t13\t
      wish\tloaded\tbuilt in\t\t\t1\t

      """
    for line in ["modules list", "modules"] {
      let result = await bench.run(line)
      #expect(result.output == list, "\(result.errors)")
    }
    let json = await bench.run("modules -o jsonl")
    #expect(
      json.output.hasPrefix(
        #"{"name":"clock","state":"loaded","from":"server","process":null,"memory":null,"#
          + #""commands":2,"last_failure":null}"#), "\(json.output)\(json.errors)")
  }

  @Test func `modules lists running and failed modules`() async throws {
    try await bench.addClock()
    var status = ModuleStatus()
    (status.isRunning, status.process, status.memory) = (true, 4711, 1_000_000)
    status.lastFailure = "it ended with status 1"
    bench.control.statuses["clock"] = status
    #expect(
      await bench.run("modules").output.hasPrefix(
        "clock\tloaded\tserver\t4711\t1000000\t2\tit ended with status 1\n"))
    bench.control.records[0].source = .remote(url: "https://example.com", headers: [:])
    status.process = nil
    bench.control.statuses["clock"] = status
    #expect(await bench.run("modules").output.hasPrefix("clock\tloaded\tremote\t\t"))
    #expect(await bench.run("modules info clock -o json").output.contains(#""running":true"#))
  }

  @Test func `a module's state is the first reason it cannot be used`() async throws {
    try await bench.addClock()
    func state() async -> String {
      let line = await bench.run("modules").output.split(separator: "\n")[0]
      return String(line.split(separator: "\t")[1])
    }
    try bench.harness.unload("clock")
    #expect(await state() == "unloaded")
    bench.control.statuses["clock", default: ModuleStatus()].isStopped = true
    #expect(await state() == "stopped")
    try bench.program("mcp-server-time", "changed")
    #expect(await state() == "changed")
    #expect(await bench.run("modules disable clock").status == 0)
    #expect(await state() == "disabled")
  }

  @Test func `the list of modules fits a terminal of 80 columns`() async throws {
    try await bench.addClock()
    var status = ModuleStatus()
    (status.isRunning, status.process, status.memory) = (true, 1_234_567, 123_456_789)
    bench.control.statuses["clock"] = status
    let lines = await bench.run("modules -o table").output.split(separator: "\n")
    #expect(lines.count >= 4)
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `A built-in module is disabled and enabled by its name`() async {
    let disabled = await bench.run("modules disable wish; modules list")
    #expect(disabled.output.hasSuffix("wish\tdisabled\tbuilt in\t\t\t0\t\n"))
    #expect(await bench.run("modules disable wish").errors == "'wish' is disabled already\n")
    #expect(await bench.run("wish add").status == 2)
    #expect(await bench.run("help").output.contains("Wishes") == false)
    let enabled = await bench.run("modules enable wish; modules; wish add")
    #expect(enabled.output.hasSuffix("wish\tloaded\tbuilt in\t\t\t1\t\nadd\n"))
    #expect(await bench.run("modules enable wish").errors == "'wish' is enabled already\n")
  }

  @Test(arguments: [
    ("modules disable", "modules disable needs MODULE; see 'modules disable --help'"),
    ("modules list wish", "modules list takes no arguments, and 'wish' is one too many"),
    ("modules disable wihs", "no module is called 'wihs'; did you mean 'wish'?"),
    ("modules enable wihs", "no module is called 'wihs'; did you mean 'wish'?"),
    ("modules info wihs", "no module is called 'wihs'; did you mean 'wish'?"),
    ("modules enable help", "no module is called 'help'; modules list lists them"),
    (
      "modules disable modules",
      "the module 'modules' cannot be disabled, since nothing could enable it again"
    ),
    ("gone add", "the module 'gone' is disabled; run 'modules enable gone'"),
    ("help gone", "the module 'gone' is disabled; run 'modules enable gone'"),
    ("modules load gone", "'modules load' is not a command; did you mean 'modules enable'?"),
    ("modules unload wish", "'modules unload' is not a command; did you mean 'modules disable'?"),
    ("modules remove wish --yes", "the module 'wish' is built in, not added"),
    ("modules frobnicate", "'modules frobnicate' is not a command"),
  ])
  func `an impossible modules command is an error`(
    line: String, message: String
  ) async throws {
    try bench.harness.load(StubModule("gone"))
    try bench.harness.unload("gone")
    let result = await bench.run(line)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("test:1: \(message)"), "\(result.errors)")
  }

  @Test(arguments: ["info", "remove --yes", "enable", "disable", "reload", "trust", "log"])
  func `An unknown module is marked where it was written`(command: String) async {
    let result = await bench.run("modules \(command) wihs")
    let line = "modules \(command) wihs"
    let caret = String(repeating: " ", count: line.count - 4) + "^^^^"
    #expect(
      result.errors
        == "test:1: no module is called 'wihs'; did you mean 'wish'?\n  \(line)\n  \(caret)\n")
  }

  @Test func `a module whose load throws stays unloaded`() async throws {
    var isBroken = false
    try bench.harness.load(
      StubModule("sick", loading: { if isBroken { throw ShellError(.unauthorized, "no") } }))
    isBroken = true
    let result = await bench.run("modules disable sick; modules enable sick")
    #expect(result.status == 4)
    #expect(result.errors.hasPrefix("test:1: no\n"))
    isBroken = false
    #expect(await bench.run("modules enable sick").status == 0)
  }

  @Test func `An unloaded module's name is free, and a module that takes it replaces it`()
    async throws
  {
    try bench.harness.unload("wish")
    try bench.harness.load(StubModule("wish", "Other wishes"))
    #expect(await bench.run("modules").output.hasSuffix("wish\tloaded\tbuilt in\t\t\t0\t\n"))
    let error = #expect(throws: ShellError.self) { try bench.harness.load(StubModule("wish")) }
    #expect(error?.message == "two modules are named 'wish': StubModule and StubModule")
  }

  @Test func `Commands are found by names and descriptions, in any case`() async {
    #expect(await bench.run("modules grep wish").output == "wish add\tAdd a Wish\n")
    #expect(await bench.run("modules grep ENVIRONMENTS").output == "env list\tList environments\n")
    let both = await bench.run("modules grep MEND author")
    #expect(
      both.output == "modules check\tStart a module, and list what its author should mend\n")
    let none = await bench.run("modules grep zebra stripes")
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(none.errors == "no command has 'zebra' and 'stripes' in its name or description\n")
  }

  @Test func `Info shows a built-in module, and everything of an added one but its secrets`()
    async throws
  {
    #expect(
      await bench.run("modules info wish -o json").output
        == #"{"name":"wish","state":"loaded","from":"built in","abstract":"Wishes","commands":["add"]}"#
        + "\n")
    let added = await bench.run(
      "modules add clock --yes --env KEY=hush --allow 'GET /products/**' --data a.db"
        + " -- mcp-server-time 'a b' a.db")
    #expect(added.status == 0, "\(added.errors)")
    let info = await bench.run("modules info clock -o json").output
    #expect(!info.contains("hush"))
    let program = bench.folder.file("mcp-server-time")
    for part in [
      #""command_line":"\#(program) 'a b' \#(bench.folder.file("a.db"))""#,
      #""variables":["KEY"]"#, #""may_request":["GET /products/**"]"#,
      #""read_only_hints":"not believed""#,
      #""abstract":"mcp-time 1.0""#, #""protocol":"MCP 2025-11-25""#, #""files":{"\#(program)":"#,
      #""data_files":["\#(bench.folder.file("a.db"))"]"#, #""commands":["get-time","reset"]"#,
    ] {
      #expect(info.contains(part), "\(part) in \(info)")
    }
    #expect(!info.contains("limits") && !info.contains("url"))
    #expect(
      await bench.run("modules info modules -o json").output.contains(
        #""limits":{"start_seconds":20,"#))
  }

  @Test func `a module of --with is listed as temporary`() async throws {
    bench.control.temporaryNames = ["wish"]
    bench.control.statuses["wish"] = ModuleStatus(running: 77)
    #expect(await bench.run("modules log wish").errors.hasPrefix("'wish' has written nothing"))
    #expect(
      await bench.run("modules list -o jsonl").output.contains(
        #"{"name":"wish","state":"loaded","from":"--with","process":77,"#))
    #expect(
      await bench.run("modules remove wish --yes").errors.hasPrefix(
        "test:1: the module 'wish' was not added, but given with --with; modules disable wish"))
  }

  @Test func `A shell without modules in other processes offers none of their commands`()
    async throws
  {
    let harness = try ShellHarness(StubTransport(json: "[]"))
    try harness.load(ModulesModule(host: harness.shell.modules))
    #expect(
      harness.shell.modules.specifications(of: "modules").map(\.name) == [
        "disable", "enable", "grep", "info", "list",
      ])
  }
}

extension ModuleStatus {
  /// A module that runs as a process.
  fileprivate init(running process: Int32) {
    self.init()
    (isRunning, self.process) = (true, process)
  }
}
