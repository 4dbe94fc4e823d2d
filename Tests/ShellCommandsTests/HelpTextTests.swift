@testable import ShellCommands
import FoundationEssentials
import Testing

@Suite struct HelpTextTests {
  @Test(
    "The help text is as in the fixture",
    arguments: [
      ("print", .printing, 80), ("time", .timing, 80), ("products list", .listing, 80),
      ("products list", .listing, 44), ("reviews show", .showing, 80),
      ("reviews add", .adding, 80),
    ] as [(String, CommandSpecification, Int)])
  func golden(path: String, specification: CommandSpecification, width: Int) throws {
    let name = "help-\(path.split(separator: " ").joined(separator: "-"))-\(width).txt"
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures").appending(path: name)
    let expected = String(decoding: try Data(contentsOf: fixture), as: UTF8.self)
    #expect(HelpText(specification, path: path).text(in: TextLayout(width: width)) == expected)
  }

  @Test(arguments: [CommandSpecification.listing, .adding, .showing, wide])
  func `No line of help is wider than the layout, so no terminal breaks a word`(
    specification: CommandSpecification
  ) {
    for width in 40...120 {
      let text = HelpText(specification, path: "products list").text(in: TextLayout(width: width))
      for line in text.split(separator: "\n") {
        #expect(line.count <= width, "\(width): \(line)")
      }
    }
  }

  /// A command with a wide option and long words.
  private static let wide = CommandSpecification(
    "list", abstract: "List",
    options: [.init("configuration", value: "CONFIGURATION", "the configuration's environment")])

  @Test func `A wrapped example is still one command`() {
    let specification = CommandSpecification(
      "say", abstract: "Say",
      examples: [.init(#"say 'one   two' --to "it's them" --loud | cat"#, "Say it")])
    let text = HelpText(specification, path: "say").text(in: TextLayout(width: 30))
    #expect(
      text.hasSuffix(
        #"""
        Examples:
          say 'one   two' --to \
            "it's them" --loud | cat
              Say it

        """#), "\(text)")
  }

  @Test func `The usage of a command is one line`() {
    #expect(
      HelpText(.adding, path: "reviews add").usage
        == "reviews add [PRODUCT] --rating N --comment T")
    #expect(HelpText(.timing, path: "time").usage == "time [--short] WORD…")
  }
}
