import EnvironmentsPlugin
import FoundationEssentials
import ProductsPlugin
import QueuePlugin
import ReviewsPlugin
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import SessionPlugin
import ShellCommands
import ShellRuntime
import ShopBackend
import TestSupport
import Testing

/// Runs every example that `help` shows.
@MainActor
@Suite(.mayBlock) struct ExampleTests {
  private let folder: TemporaryFolder
  private let harness: ShellHarness
  private let session: SessionModule
  private let modules: [any FeatureModule]

  /// Creates a shell with a fresh embedded shop.
  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(
      EmbeddedTransport(database: "\(folder.path)/shop.db"), environment: "embedded",
      console: RecordingConsole(input: "demo\n"), directory: folder.path,
      storage: MemoryOfflineStorage(queue: StubWriteQueue((1...3).map(Self.write))))
    session = SessionModule(harness.context)
    modules = [
      EnvironmentsModule(harness.context), ProductsModule(harness.context),
      ReviewsModule(harness.context), session, QueueModule(harness.context),
    ]
    for module in modules { try harness.load(module) }
  }

  /// A queued write; the first one was refused.
  private static func write(_ number: Int) -> QueuedWrite {
    var write = QueuedWrite(
      number: number,
      owner: DataOwner(environment: "embedded", address: "http://localhost/v1", account: "demo"),
      method: .post, path: "products/p-1/reviews", createdAt: Date())
    write.state = number == 1 ? .held : .waiting
    return write
  }

  @Test func `every command has an abstract and an example, and help shows them`() async throws {
    let sandbox = try Sandbox()
    for entry in harness.commands {
      let examples = entry.specification.examples
      #expect(!examples.isEmpty, "\(entry.path) has no example")
      let help = try sandbox.seashell("-c", "help \(entry.path)")
      for example in examples { #expect(help.output.contains(example.line)) }
      #expect(try sandbox.seashell("-c", "\(entry.path) --help").output == help.output)
    }
  }

  @Test(arguments: ["env", "products", "reviews", "session", "queue"])
  func `the examples of a module work one after another, on a fresh shop`(name: String)
    async throws
  {
    let module = try #require(modules.first { $0.name == name })
    let login = await harness.run("session login --user demo --password-stdin")
    try #require(login.status == 0, "\(login.errors)")
    if name == "session" { harness.console.answers = ["demo", "demo"] }
    for failure in await harness.checkExamples(of: module) { Issue.record("\(failure)") }
  }

  @Test(arguments: [
    "where", "expect-schema", "put", "select", "drop", "sort-by", "first", "last", "skip",
    "uniq-by", "count",
    "group-by", "each",
    "get", "from", "to", "chart", "pipelines", "variables", "quoting", "places",
    "rules", "language", "finding", "output", "scripts",
    "exit-status", "paging", "environments", "configuration", "sessions",
    "events", "modules", "keys", "blocks", "expressions", "values", "tests",
  ])
  func `the examples of a stage and of a page work in the program`(name: String) throws {
    let sandbox = try Sandbox.signedIn()
    try sandbox.file(
      "reviews.csv", "product,rating,comment\r\np-1,4,Fine\r\np-2,2,\"Too small, alas\"\r\n")
    try sandbox.file("sales.csv", "day,orders,returns\n2026-11-02,40,3\n2026-11-03,52,1\n")
    let help = try sandbox.seashell("-c", "help \(name)").output.replacing(" \\\n   ", with: "")
    let examples = try #require(help.split(separator: "Examples:\n").last)
    let lines = examples.split(separator: "\n").filter { !$0.hasPrefix("     ") }
    #expect(lines.count >= 1)
    for line in lines {
      let result = try sandbox.seashell("-c", String(line))
      #expect(result.status == 0, "\(line)\n\(result.errors)")
      let isSilent = [">", "let ", "on ", "events post", "set "].contains { line.contains($0) }
      #expect(!result.output.isEmpty || isSilent, "\(line)")
    }
  }

  /// Run in the program, because only the program knows the paths of its API.
  @Test func `the examples of api work in the program, one after another`() throws {
    let sandbox = try Sandbox.signedIn()
    var script = ""
    for command in ["get", "head", "post", "put", "patch", "delete", "options"] {
      let lines = try sandbox.seashell("-c", "help api \(command)").output.split(separator: "\n")
        .filter { $0.hasPrefix("  api \(command) ") && !$0.contains("PATH") }
      #expect(!lines.isEmpty, "api \(command) has no example")
      script += lines.joined(separator: "\n") + "\n"
    }
    let result = try sandbox.seashell("-c", script)
    #expect(result.status == 0, "\(script)\n\(result.errors)")
  }

  @Test func `every completion kind of a module has a source`() {
    for module in modules { #expect(harness.checkCompletion(of: module) == []) }
  }

  @Test func `the examples of a builtin work in the program, one after another`() async throws {
    let sandbox = try Sandbox.signedIn()
    try sandbox.file("tests/orders.sea", "test 'a refund' { products show p-1 | expect price > 0 }")
    for entry in harness.shell.modules.builtins.all where entry.path != "watch" {
      let script = entry.specification.examples.map(\.line).joined(separator: "\n")
      let result = try sandbox.seashell("-c", script)
      #expect(result.status == 0, "\(script)\n\(result.errors)")
    }
  }

  @Test func `the examples of watch show a snapshot and end at SIGTERM`() throws {
    let entry = try #require(harness.shell.modules.builtins.all.first { $0.path == "watch" })
    for example in entry.specification.examples {
      let watch = try RunningWorker(in: Sandbox.signedIn(), ["-c", example.line])
      try watch.until("snapshot of '\(example.line)'") { !watch.output.isEmpty }
      #expect(watch.end() == 0, "\(example.line)\n\(watch.output)")
    }
  }
}

extension ShellHarness {
  /// The builtins and the commands of the loaded modules.
  fileprivate var commands: [CommandTable.Entry] {
    shell.modules.builtins.all
      + modules.flatMap { shell.modules.commands(of: $0.name)?.all ?? [] }
  }
}
