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

  @Test(arguments: ["README.md", "CONTRIBUTING.md"])
  func `the sessions in a document print what they show`(name: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
    let sandbox = try Sandbox()
    for block in Transcript.blocks(ofMarkdown: text) { try block.check(in: sandbox, file: name) }
  }

  @Test func `the README contains a session`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(Transcript.blocks(ofMarkdown: text).map(\.steps.count).reduce(0, +) >= 5)
  }

  @Test func `the check of transcripts notices a different line`() {
    #expect(Transcript.matches("a\nb\n", "a\nb\n"))
    #expect(Transcript.matches("a 12 b\n", "a {{n}} b\n"))
    #expect(!Transcript.matches("a\nc\n", "a\nb\n"))
    #expect(!Transcript.matches("a\n", "a\nb\n"))
    #expect(!Transcript.matches("a 12 c\n", "a {{n}} b\n"))
  }
}
