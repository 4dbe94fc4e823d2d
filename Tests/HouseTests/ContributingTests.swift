import Foundation
import Testing

/// Compares the examples in the documents with code that is compiled.
@Suite struct ContributingTests {
  /// What stands above a block that shows code of something else.
  private static let mark = "<!-- not compiled -->"

  @Test func `every Swift block of every page is compiled, or marked as not compiled`() throws {
    let code = try ["Sources", "Plugins", "Tests", "Examples"].flatMap { folder in
      try Self.texts(in: folder, "swift").map { Self.unindented($0.text) }
    }
    let pages = try Self.texts(in: "", "md", isDeep: false) + Self.texts(in: "Documentation", "md")
    var counts: [String: Int] = [:]
    for (page, text) in pages {
      // `Tests/Tutorial/run` types such a block into a package, and builds it.
      let typed = /`[^`]+`, (?:whole|new|in place of `[^`]+`):\s*$/
      let parts = text.components(separatedBy: "```swift\n")
      for (before, after) in zip(parts, parts.dropFirst())
      where !before.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix(Self.mark)
        && before.suffix(300).firstMatch(of: typed) == nil
      {
        let block = after.components(separatedBy: "```")[0]
        let lines = block.components(separatedBy: "…\n").map(Self.unindented)
        #expect(
          code.contains { file in lines.allSatisfy(file.contains) },
          "a block of \(page) is in no source file:\n\(block)")
        counts[page, default: 0] += 1
      }
    }
    #expect(counts["WritingModules.md", default: 0] >= 7, "the blocks were not found")
    #expect(counts["TheAPIClient.md", default: 0] >= 14, "the blocks were not found")
  }

  /// The names and texts of the files with an extension.
  private static func texts(
    in folder: String, _ kind: String, isDeep: Bool = true
  ) throws -> [(name: String, text: String)] {
    let files = FileManager.default.enumerator(
      at: ImportTests.root.appending(path: folder), includingPropertiesForKeys: nil,
      options: isDeep ? [] : .skipsSubdirectoryDescendants)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == kind }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  /// The lines that are not empty, without their indentation.
  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
