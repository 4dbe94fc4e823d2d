import ShellLanguage
import ShellOutput
import Testing

@testable import ShellCommands

/// Values of which the user wrote only a part.
@Suite struct GivenTextTests {
  /// A text; what stands between `<` and `>` is data.
  private static func given(_ marked: String) -> GivenText {
    var text = ""
    var data = DataParts()
    for piece in marked.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
      let halves = piece.element.split(separator: ">", omittingEmptySubsequences: false)
      if piece.offset > 0 {
        data.append(text.utf8.count..<text.utf8.count + halves[0].utf8.count)
      }
      text += halves.joined()
    }
    return GivenText(text, data: data)
  }

  @Test(
    arguments: [
      ("@f", .file("f")), ("@<f>", .file("<f>")), ("<@f>", .text("@f")), ("<@>f", .text("@f")),
      ("@@f", .text("@f")), ("@<@f>", .file("<@f>")), ("<@@f>", .text("@@f")), ("f@", .text("f@")),
      ("@", .file("")), ("", .text("")), ("<>@f", .file("f")),
    ] as [(String, Expected)])
  func `an @ names a file only if it was written`(marked: String, expected: Expected) {
    switch expected {
    case .text(let text): #expect(Self.given(marked).reference == .text(text))
    case .file(let name): #expect(Self.given(marked).reference == .file(Self.given(name)))
    }
  }

  enum Expected: Sendable { case text(String), file(String) }

  @Test(
    arguments: [("-", true), ("<->", false), ("<>-", true), ("--", false), ("", false)])
  func `a mark must be written as a whole`(marked: String, isWritten: Bool) {
    #expect(Self.given(marked).isWritten("-") == isWritten)
  }

  @Test func `a text consists of written parts and of data, which may be empty`() {
    let given = Self.given("a/<b/c>/<>d")
    #expect(given.text == "a/b/c/d")
    #expect(
      given.parts.map { "\($0.text)\($0.isWritten ? "" : "?")" } == ["a/", "b/c?", "/", "?", "d"])
    let rest = given[given.text.index(given.text.startIndex, offsetBy: 3)...]
    #expect(rest == Self.given("</c>/<>d"))
    #expect(!rest.isWritten(at: rest.text.startIndex))
    #expect(GivenText("é").parts == [.init(text: "é", isWritten: true)])
  }

  @Test(
    arguments: [
      (["--query", "@<f>"], "query", ["@<f>"]), (["--query=@<f>"], "query", ["@<f>"]),
      (["-q@<f>"], "query", ["@<f>"]), (["-q=@<f>"], "query", ["@<f>"]),
      (["query=@<f>"], "query", ["@<f>"]), (["<@f>"], "PRODUCT", ["<@f>"]),
      (["<--all>"], "PRODUCT", ["<--all>"]),
    ])
  func `the binder keeps what was written`(
    words: [String], name: String, expected: [String]
  ) throws {
    let specification = CommandSpecification(
      "list", abstract: "Lists", arguments: [.init("PRODUCT", "a product", isRequired: false)],
      options: [
        .init("query", short: "q", value: "T", "a text"), .init(flag: "all", short: "a", "all"),
      ])
    let expanded = words.map { marked in
      let given = Self.given(marked)
      var word = Word(given.text, mayBeOption: given.data.start > 0)
      word.data = given.data
      return word
    }
    let bound = try ArgumentBinder(specification, path: "list").bind(expanded, from: 0)
    #expect(bound.given(name) == expected.map(Self.given))
    #expect(!bound.flag("all"))
  }

  @Test func `letters from a variable are no flags`() {
    let specification = CommandSpecification(
      "list", abstract: "Lists",
      options: [.init(flag: "all", short: "a", "all"), .init(flag: "brief", short: "b", "brief")])
    var word = Word("-ab")
    word.data = DataParts([2..<3])
    #expect {
      try ArgumentBinder(specification, path: "list").bind([word], from: 0)
    } throws: {
      ($0 as? ShellError)?.message == "'-a' takes no value"
    }
  }
}
