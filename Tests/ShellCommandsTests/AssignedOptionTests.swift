@testable import ShellCommands
@testable import ShellLanguage
@testable import ShellOutput
import Testing

/// Options without their dashes: `NAME=VALUE`, and the words of a search.
@Suite struct AssignedOptionTests {
  private static var searching: CommandSpecification {
    var specification = CommandSpecification(
      "list", abstract: "List",
      options: [
        OptionSpecification("query", value: "T", "What to search for"),
        OptionSpecification("per-page", value: "N", "How many", type: .integer(1...9)),
        OptionSpecification(flag: "all", "All"),
      ])
    specification.wordsOption = "query"
    return specification
  }

  private static let editing = CommandSpecification(
    "edit", abstract: "Edit",
    arguments: [ArgumentSpecification("ID", "Which"), .init("TO", "Where", isRequired: false)],
    options: [
      OptionSpecification("rating", value: "N", "Stars", type: .integer(1...5)),
      OptionSpecification("comment", value: "T", "Text").long(),
      OptionSpecification(flag: "all", "All"),
    ])

  private func bind(_ specification: CommandSpecification, _ words: [String]) throws
    -> BoundArguments
  {
    try ArgumentBinder(specification, path: "orders \(specification.name)")
      .bind(words.map { Word($0) }, from: 0)
  }

  @Test(
    arguments: [
      (["mug"], "mug"), (["two", "mugs"], "two mugs"), (["--query", "mug"], "mug"),
      (["two", "--all", "mugs"], "two mugs"), (["--", "--all", "per-page=3"], "--all per-page=3"),
      (["x=y", "z"], "x=y z"), (["--all"], nil), ([], nil), (["per_page=3"], nil),
    ] as [([String], String?)])
  func `words without a name are the value of the option for words`(
    words: [String], query: String?
  ) throws {
    #expect(try bind(Self.searching, words).text("query") == query)
  }

  @Test(arguments: [
    (["mug", "--query", "tea"], "give the words or --query, not both", 0),
    (["query=tea", "--all", "mug"], "give the words or --query, not both", 2),
    (["mug", "per-page=0"], "--per-page takes a whole number from 1 to 9, not '0'", 1),
    (["mug", "all=true"], "--all takes no value", 1),
  ])
  func `an option for words has one value`(words: [String], message: String, word: Int) throws {
    let error = try #require(throws: ShellError.self) { try bind(Self.searching, words) }
    #expect(error.message == message)
    #expect(error.word == word)
  }

  @Test func `the usage and the option's description name the words`() {
    let help = HelpText(Self.searching, path: "orders list")
    #expect(help.usage == "orders list [WORD…] [--query T] [--per-page N] [--all]")
    #expect(
      help.text(in: TextLayout(width: 80)).contains(
        "--query T        What to search for (the same as WORD…)"))
  }

  @Test func `a command with words has no arguments, and its option takes plain text`() {
    #expect(Self.searching.problem == nil)
    for change: (inout CommandSpecification) -> Void in [
      { $0.wordsOption = "all" }, { $0.wordsOption = "other" }, { $0.options[0].isSecret = true },
      { $0.options[0].isLong = true }, { $0.arguments = [ArgumentSpecification("A", "a")] },
      { $0.optionParsing = .knownOnly },
    ] {
      var specification = Self.searching
      change(&specification)
      #expect(specification.problem?.hasPrefix("has no arguments that '--") == true)
    }
  }

  @Test(arguments: [
    ["x", "rating=3"], ["rating=3", "x"], ["x", "--rating", "3"],
  ])
  func `a word NAME=VALUE gives the option with that name`(words: [String]) throws {
    let bound = try bind(Self.editing, words)
    #expect(bound.text("ID") == "x" && bound.text("TO") == nil)
    #expect(bound.text("rating") == "3")
  }

  @Test(
    arguments: [
      (["x", "other=3"], "other=3"), (["x", "--", "rating=3"], "rating=3"), (["x", "=3"], "=3"),
      (["x", "a rating=3"], "a rating=3"),
    ])
  func `another word with an equals sign is an argument`(words: [String], to: String) throws {
    #expect(try bind(Self.editing, words).text("TO") == to)
  }

  @Test func `a value from a variable names no option`() throws {
    var whole = Word("rating=3")
    whole.mayBeOption = false
    var half = Word("rating=3")
    half.data = DataParts([3..<8])
    var value = Word("rating=3")
    value.data = DataParts([7..<8])
    let binder = ArgumentBinder(Self.editing, path: "orders edit")
    for word in [whole, half] {
      #expect(try binder.bind([Word("x"), word], from: 0).text("TO") == "rating=3")
    }
    #expect(try binder.bind([Word("x"), value], from: 0).text("rating") == "3")
  }

  @Test(
    arguments: [
      (["x", "y", "ratng=3"], "did you mean --rating?"),
      (["x", "y", "rating"], "usage: orders edit ID [TO] [--rating N] [--comment T] [--all]"),
    ])
  func `a misspelt name gets a hint`(words: [String], hint: String) throws {
    let error = try #require(throws: ShellError.self) { try bind(Self.editing, words) }
    #expect(error.hint == hint)
  }

  @Test func `a command that takes any number of words keeps them`() throws {
    let specification = CommandSpecification(
      "post", abstract: "Post", arguments: [.init("FIELD", "A field", isRepeating: true)],
      options: [OptionSpecification("rating", value: "N", "Stars")])
    let bound = try bind(specification, ["rating=3"])
    #expect(bound.texts("FIELD") == ["rating=3"] && bound.text("rating") == nil)
  }

  @Test func `a text is read from a file`() throws {
    let words = ["x", "comment=@note"].map { Word($0) }
    let binder = ArgumentBinder(Self.editing, path: "orders edit")
    var read = words
    for text in try binder.longTexts(in: words, from: 0) {
      #expect(text.source == .file("note"))
      text.replace(in: &read, with: "so so")
    }
    #expect(try binder.bind(read, from: 0).text("comment") == "so so")
  }
}
