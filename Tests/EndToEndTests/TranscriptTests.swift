import Foundation
import TestSupport
import Testing

@Suite(.mayBlock) struct TranscriptTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let files: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Tests/Transcripts").path)
    return (names ?? []).filter { $0.hasSuffix(".transcript") }.sorted()
  }()

  @Test func `the transcripts are found`() {
    #expect(Self.files.count >= 5)
  }

  @Test(arguments: files)
  func `each transcript prints what it says`(name: String) throws {
    let path = "Tests/Transcripts/\(name)"
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    let transcript = Transcript(text)
    #expect(!transcript.steps.isEmpty)
    try transcript.check(in: Sandbox(), file: path)
  }

  /// The README and the pages, but those whose examples have a test of their own.
  static let pages: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Documentation").path)
    let others = ["Tutorial.md", "ModulesInOtherLanguages.md"]
    return ["README.md", "CONTRIBUTING.md"]
      + (names ?? []).filter { $0.hasSuffix(".md") && !others.contains($0) }.sorted()
      .map { "Documentation/\($0)" }
  }()

  /// The text of a document, with the address of a served shop in place of the usual one.
  static func text(_ name: String, _ shop: ServedShop) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(shop.port)")
  }

  @Test(arguments: pages)
  func `what a document shows is what the shell prints`(name: String) throws {
    let shop = try ServedShop()
    let blocks = Transcript.blocks(ofMarkdown: try Self.text(name, shop))
    let sandbox = try Sandbox()
    try sandbox.configure(dev: "http://127.0.0.1:\(shop.port)")
    for block in blocks { try block.check(in: sandbox, file: name) }
  }

  @Test(arguments: [("README.md", 5), ("Documentation/Scripts.md", 15)])
  func `a document shows commands`(name: String, count: Int) throws {
    let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
    #expect(Transcript.blocks(ofMarkdown: text).map(\.steps.count).reduce(0, +) >= count)
  }

  @Test func `the check of transcripts notices a different line`() {
    #expect(Transcript.matches("a\nb\n", "a\nb\n"))
    #expect(Transcript.matches("a 12 b\n", "a {{n}} b\n"))
    #expect(!Transcript.matches("a\nc\n", "a\nb\n"))
    #expect(!Transcript.matches("a\n", "a\nb\n"))
    #expect(!Transcript.matches("a 12 c\n", "a {{n}} b\n"))
  }
}
