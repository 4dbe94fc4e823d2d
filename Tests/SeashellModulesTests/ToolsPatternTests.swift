import SeashellKit
import Testing

@testable import SeashellModules

@Suite struct ToolsPatternTests {
  private func schema(_ pattern: String) -> ValueSchema {
    ValueSchema(.text, boundedBy: .record([.init("pattern", .text(pattern))]))
  }

  @Test(arguments: [
    ("^p-[0-9]+$", "p-7", true), ("^p-[0-9]+$", "p-x", false), ("^[a-z]+$", "é", false),
    (#"^\p{L}+$"#, "é", true),
    // A pattern that the shell cannot read is checked only by the module.
    ("(", "p-7", true), ("(?i)a", "b", true),
  ])
  func `a text is matched against the pattern of its schema`(
    pattern: String, text: String, isRight: Bool
  ) {
    #expect(((try? schema(pattern).value(of: text)) != nil) == isRight)
  }

  @Test(
    arguments: [
      ("^(((a*b*c*d*e*)*){250})+z$", " '^(((a*b*c*d*e*)*){250})+z$'"),
      ("^(a+)+z$|" + String(repeating: "b", count: 60), ""),
    ])
  func `a pattern that takes too long is the module's fault`(pattern: String, shown: String) throws
  {
    let schema = schema(pattern)
    let text = String(repeating: "abcde", count: 60) + "z!"
    let letters = shown.isEmpty ? String(repeating: "a", count: 300) + "z!" : text
    let error = try #require(throws: ShellError.self) { try schema.value(of: letters) }
    #expect(error.message == "the module's pattern\(shown) takes too long to match this text")
    #expect(error.status == .pluginBroke)
    // Matching for help only does not fail, and takes fewer steps.
    let texts = SchemaTexts(
      .record([.init("examples", .list([.text(String(letters.prefix(60)))]))]))
    #expect(texts.values(of: schema).isEmpty)
  }
}
