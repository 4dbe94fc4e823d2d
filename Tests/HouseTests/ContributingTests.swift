import Foundation
import Testing

/// Compares the examples in the documents with the sources.
@Suite struct ContributingTests {
  @Test(
    arguments: [
      ("CONTRIBUTING.md", 7), ("README.md", 1), ("Documentation/TheAPIClient.md", 14),
      ("Documentation/Offline.md", 1), ("Documentation/Targets/SeashellApp.md", 1),
    ])
  func `every Swift block stands in the sources, the tests, the examples or the templates`(
    document: String, least: Int
  ) throws {
    let files = ["Sources", "Plugins", "Tests", "Examples"].flatMap {
      FileManager.default.enumerator(
        at: ImportTests.root.appending(path: $0), includingPropertiesForKeys: nil)?.allObjects ?? []
    }
    let code = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { Self.unindented(try String(contentsOf: $0, encoding: .utf8)) }
    let text = try String(
      contentsOf: ImportTests.root.appending(path: document), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(blocks.count >= least)
    for block in blocks {
      let parts = block.components(separatedBy: "…\n").map(Self.unindented)
      #expect(
        code.contains { file in parts.allSatisfy(file.contains) }, "in no source file:\n\(block)")
    }
  }

  /// The lines that are not empty, without their indentation.
  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
