import Foundation
import TestSupport
import Testing

/// `Examples/worker.sea`, and the page about running it as a service.
@Suite(.mayBlock) struct WorkerExampleTests {
  private static let script = TranscriptTests.root.appending(path: "Examples/worker.sea").path

  /// Starts the worker of a sandbox, where `mail` writes its input to a file.
  private static func start(in sandbox: Sandbox) throws -> RunningWorker {
    let text = try sandbox.file(
      "mail.sh",
      """
      #!/bin/sh
      { echo "to $3: $2"; cat; } >> mails.txt

      """)
    let bin = sandbox.home.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    // A copy that is not open for writing in another program.
    _ = try Program.run(
      "/usr/bin/install", ["-m", "755", text, bin.appending(path: "mail").path],
      environment: sandbox.environment, directory: sandbox.home)
    return try RunningWorker(
      in: sandbox, ["-f", script, "list.tsv", "ada@example.com"],
      environment: ["PATH": "\(bin.path):/usr/bin:/bin"])
  }

  private static func add(_ rating: Int, _ comment: String, as writer: Sandbox) throws -> String {
    let result = try writer.seashell(
      "reviews", "add", "p-1", "--rating", "\(rating)", "--comment", comment)
    guard result.status == 0, let id = result.output.split(separator: "\t").first else {
      throw Sandbox.Failure(text: result.errors)
    }
    return String(id)
  }

  @Test func `the example worker mails and lists bad reviews only`() throws {
    let served = try ServedShop()
    let (sandbox, writer) = (try served.client(), try served.client())
    try writer.signIn()
    let first = try Self.start(in: sandbox)
    try first.until("place") { sandbox.place("bad-reviews") != nil }
    _ = try Self.add(5, "Good", as: writer)
    let one = try Self.add(1, "Broken: \"both\" $HOME `pieces`;\nand late", as: writer)
    try first.until("mail") { sandbox.lines("mails.txt").count == 3 }
    #expect(first.end() == 0)
    // Events from now on are delivered at the next start.
    let two = try Self.add(2, "Dull", as: writer)
    _ = try Self.add(3, "Middling", as: writer)
    let three = try Self.add(1, "Lost", as: writer)
    let second = try Self.start(in: sandbox)
    try second.until("mails") { sandbox.lines("mails.txt").count >= 7 }
    #expect(second.end() == 0)
    #expect(
      sandbox.lines("mails.txt") == [
        "to ada@example.com: 1 stars for Ocean mug", "demo: Broken: \"both\" $HOME `pieces`;",
        "and late",
        "to ada@example.com: 2 stars for Ocean mug", "demo: Dull",
        "to ada@example.com: 1 stars for Ocean mug", "demo: Lost",
      ])
    #expect(
      sandbox.lines("list.tsv") == [
        "\(one)\tp-1\tOcean mug\t1\tdemo\tBroken: \"both\" $HOME `pieces`;\\nand late",
        "\(two)\tp-1\tOcean mug\t2\tdemo\tDull",
        "\(three)\tp-1\tOcean mug\t1\tdemo\tLost",
      ])
    #expect(second.output.isEmpty, "\(second.output)")
  }

  @Test func `the example worker lists a review whose mail fails`() throws {
    let served = try ServedShop()
    let (sandbox, writer) = (try served.client(), try served.client())
    try writer.signIn()
    let worker = try RunningWorker(
      in: sandbox, ["-f", Self.script, "list.tsv"], environment: ["MAILER": "false"])
    try worker.until("place") { sandbox.place("bad-reviews") != nil }
    let id = try Self.add(1, "Broken", as: writer)
    try worker.until("failure") { worker.output.contains("'false' ended with status 1") }
    #expect(sandbox.lines("list.tsv").first?.hasPrefix("\(id)\tp-1\t") == true)
    #expect(worker.end() == 0)
  }

  @Test func `the page about workers shows the example's unit`() throws {
    let root = TranscriptTests.root
    let page = try String(
      contentsOf: root.appending(path: "Documentation/Workers.md"), encoding: .utf8)
    let unit = try String(
      contentsOf: root.appending(path: "Examples/worker.service"), encoding: .utf8)
    #expect(page.contains("```\n\(unit)```\n"))
  }
}
