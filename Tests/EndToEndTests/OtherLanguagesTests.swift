import Foundation
import TestSupport
import Testing

/// The page for authors in other languages, and the modules in Examples that it shows.
@Suite(.mayBlock) struct OtherLanguagesTests {
  private static let page = "Documentation/ModulesInOtherLanguages.md"
  private static let examples = ["Hello/hello.sh", "Bargains/bargains.py"]

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: TranscriptTests.root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of the page in a language.
  private static func blocks(_ language: String) throws -> [String] {
    let pattern = /(?s)(?:^|\n)```(\w*)\n(.*?)\n```(?=\n|$)/
    return try text(page).matches(of: pattern).filter { $0.1 == language }.map { "\($0.2)\n" }
  }

  /// A home with the examples and a Python that has the protocol's SDK.
  private static func sandbox() throws -> Sandbox {
    let python = TranscriptTests.root.appending(path: ".build/mcp/bin").path
    let program = Program.seashell.deletingLastPathComponent().path
    let sandbox = try Sandbox(environment: ["PATH": "\(program):\(python):/usr/bin:/bin"])
    // Not written directly: a program that another test starts meanwhile would inherit the open file, and a
    // file that is open for writing cannot be run.
    for example in examples {
      _ = try Program.run(
        "/bin/cp", [TranscriptTests.root.appending(path: "Examples/\(example)").path, "."],
        environment: sandbox.environment, directory: sandbox.home)
    }
    return sandbox
  }

  @Test(arguments: zip(["sh", "python"], examples))
  func `the page for authors shows examples unchanged`(language: String, example: String) throws {
    #expect(try Self.blocks(language) == [try Self.text("Examples/\(example)")])
  }

  @Test func `the sessions on the page for authors are real`() throws {
    let sandbox = try Self.sandbox()
    let blocks = Transcript.blocks(ofMarkdown: try Self.text(Self.page))
    #expect(blocks.count >= 6)
    for block in blocks { try block.check(in: sandbox, file: Self.page) }
  }

  @Test func `the configuration on the page for authors is valid`() throws {
    let sandbox = try Sandbox()
    let block = try #require(try Self.blocks("").first { $0.hasPrefix("{ modules:") })
    try FileManager.default.createDirectory(
      at: sandbox.home.appending(path: "config/seashell"), withIntermediateDirectories: true)
    try sandbox.file("config/seashell/config.json", block)
    let result = try sandbox.seashell("modules", "list")
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test func `the examples for authors are short`() throws {
    for (example, most) in zip(Self.examples, [20, 30]) {
      let lines = try Self.text("Examples/\(example)").split(separator: "\n")
      #expect(lines.count <= most, "\(example)")
    }
  }

  @Test func `the example posts an event after a review of a cheap product`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.signIn()
    let added = try sandbox.seashell(
      "modules", "add", "bargains", "--allow", "GET /products/*", "--allow", "events", "--yes",
      "--", "python3", "bargains.py")
    #expect(added.status == 0, "\(added.errors)")
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("bargains add\r")
    try user.see("What would be a bargain?")
    try user.see("Product (text")
    try user.type("p-2\r")
    try user.see("Limit (a number")
    try user.type("5\r")
    try user.seePrompt()
    try user.enter("bargains scan", seeing: "p-1")
    try user.enter("reviews add p-1 --rating 4 --comment Fine", seeing: "author")
    // It receives the review's event, requests the product and posts its own event, while the user
    // continues.
    var tries = 0
    while !user.screen.text.contains("bargains.reviewed"), tries < 200 {
      try user.enter("events", seeing: "api.data.inserted")
      tries += 1
    }
    #expect(user.screen.text.contains("bargains.reviewed"))
    try user.type("\u{4}")
    #expect(try user.end() == 0)
  }
}
