@testable import ShellCommands
@testable import ShellLanguage
@testable import ShellOutput
import Testing

/// Arguments whose values can come from options, and parameters that another option makes optional.
@Suite struct ArgumentOptionTests {
  private static let converting = CommandSpecification(
    "convert", abstract: "Convert a time",
    arguments: [
      ArgumentSpecification("FROM", "The first zone", option: "from-zone").excused(by: "all"),
      ArgumentSpecification("HOUR", "The hour", type: .integer(0...23), option: "hour"),
      ArgumentSpecification("TO", "The other zones", isRepeating: true, option: "to")
        .excused(by: "all"),
    ],
    options: [
      OptionSpecification("all", value: "TEXT", "All at once"),
      OptionSpecification("key", value: "TEXT", "A key", isRequired: true)
        .excused(by: "all", "rest"),
      OptionSpecification(flag: "rest", "No key"),
    ])

  private let binder = ArgumentBinder(Self.converting, path: "clock convert")

  private func bind(_ words: String) throws -> BoundArguments {
    try binder.bind(words.split(separator: " ").map { Word(String($0)) }, from: 0)
  }

  @Test(arguments: [
    ("UTC 7 Oslo Rome --rest", "UTC", "7", ["Oslo", "Rome"]),
    ("--from-zone UTC 7 Oslo Rome --rest", "UTC", "7", ["Oslo", "Rome"]),
    ("--from_zone=UTC 7 Oslo --rest", "UTC", "7", ["Oslo"]),
    ("UTC --hour 7 Oslo --rest", "UTC", "7", ["Oslo"]),
    ("UTC 7 --to Oslo --to Rome --rest", "UTC", "7", ["Oslo", "Rome"]),
    ("--to Oslo --hour 7 --from-zone UTC --key k", "UTC", "7", ["Oslo"]),
  ])
  func `An argument is given by position or by its option`(
    words: String, from: String, hour: String, to: [String]
  ) throws {
    let bound = try bind(words)
    #expect(bound.text("FROM") == from)
    #expect(bound.text("HOUR") == hour)
    #expect(bound.texts("TO") == to)
    let given = bound.words(of: "TO").map { bound.words[$0].text }
    #expect(given == to)
  }

  @Test(
    arguments: [
      ("UTC 7 --rest", "clock convert needs TO…", nil),
      ("--hour 7 UTC --rest", "clock convert needs TO…", nil),
      ("UTC 7 Oslo", "clock convert needs --key TEXT", nil),
      ("--all x", "clock convert needs HOUR", nil),
      ("UTC 30 Oslo --rest", "HOUR takes a whole number from 0 to 23, not '30'", 1),
      ("UTC --hour 30 Oslo --rest", "--hour takes a whole number from 0 to 23, not '30'", 2),
      (
        "UTC 7 --to Oslo Rome --rest",
        "clock convert takes at most 2 arguments besides --to, and 'Rome' is one too many", 4
      ),
      (
        "UTC 7 --to Oslo --from-zone UTC --rest",
        "clock convert takes one argument besides --from-zone and --to, and '7' is one too many", 1
      ),
      ("--hour 7 --hour 8", "--hour is given twice", 3),
    ] as [(String, String, Int?)])
  func `A value that is missing, or given both ways, is an error`(
    words: String, message: String, word: Int?
  ) throws {
    let error = try #require(throws: ShellError.self) { try bind(words) }
    #expect(error.message == message)
    #expect(error.word == word)
  }

  @Test func `An option that gives all values makes the others optional`() throws {
    let bound = try bind("--all x --hour 7")
    #expect(bound.text("FROM") == nil && bound.texts("TO") == [])
    #expect(try binder.gaps(in: [Word("--all"), Word("x")], from: 0).count == 1)
  }

  @Test func `A form asks for values that neither words nor options give`() throws {
    let words = ["--hour", "7", "Oslo"].map { Word($0) }
    let gaps = try binder.gaps(in: words, from: 0)
    #expect(gaps.count == 2)
    let filled = try binder.filled(words, from: 0, gaps: gaps, with: ["Rome", "k"])
    #expect(filled.map(\.text) == ["--key=k", "--hour", "7", "Oslo", "Rome"])
    let bound = try binder.bind(filled, from: 0)
    #expect(bound.text("FROM") == "Oslo" && bound.texts("TO") == ["Rome"])
  }

  @Test func `Help names the option beside the argument, and the usage leaves it out`() {
    let help = HelpText(Self.converting, path: "clock convert")
    #expect(
      help.usage == "clock convert FROM HOUR TO… --key TEXT [--all TEXT] [--rest]")
    #expect(
      help.text(in: TextLayout(width: 80)).contains(
        "HOUR  The hour (a whole number from 0 to 23; also --hour)"))
  }

  @Test(arguments: [
    (ArgumentSpecification("A", "", option: "help"), "argument 'A' has the option '--help', which"),
    (ArgumentSpecification("A", "", option: "é"), "argument 'A' has the option '--é', which is"),
    (ArgumentSpecification("A", "", option: "b"), "option '--b' has a name that is taken"),
    (ArgumentSpecification("A", "").excused(by: "c"), "argument 'A' is required unless 'c' is"),
    (ArgumentSpecification("A", "", option: "a").excused(by: "b"), nil),
    (ArgumentSpecification("a", "", option: "a"), nil),
  ])
  func `The check of a specification knows the option of an argument`(
    argument: ArgumentSpecification, problem: String?
  ) {
    for count in [1, 20] {
      let options =
        [OptionSpecification("b", value: "B", "")]
        + (1..<count).map { OptionSpecification("x\($0)", value: "X", "") }
      let found = CommandSpecification("c", abstract: "", arguments: [argument], options: options)
        .problem
      #expect(problem.map { found?.hasPrefix($0) == true } ?? (found == nil), "\(found ?? "")")
    }
  }
}

extension ArgumentSpecification {
  fileprivate func excused(by options: String...) -> ArgumentSpecification {
    var argument = self
    argument.unless = options
    return argument
  }
}

extension OptionSpecification {
  fileprivate func excused(by options: String...) -> OptionSpecification {
    var option = self
    option.unless = options
    return option
  }
}
