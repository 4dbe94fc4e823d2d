@testable import ShellCommands
@testable import ShellOutput
@testable import ShellLanguage
import FoundationEssentials
import Testing

@Suite struct ParameterTests {
  enum Color: String, CaseIterable, ParameterValue { case red, green }

  /// A custom type whose error says what is wrong.
  struct Size: ParameterValue, Equatable {
    static let parameterType = ValueType.custom("a size such as 10x20")
    static let parameterName = "SIZE"

    let width: Int
    let height: Int

    var parameterText: String { "\(width)x\(height)" }

    init(parameter text: String) throws {
      let sides = text.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2 else { throw CancellationError() }
      guard sides[0] > 0, sides[1] > 0 else {
        throw ParameterError("has an empty side", hint: "give two numbers above 0")
      }
      (width, height) = (sides[0], sides[1])
    }
  }

  let name = Argument<String>("NAME", "the name", completion: "names")
  let count = Option<Int>("count", "how many", in: 1...9, default: 3)
  let price = Option<Decimal?>("price", "the price", in: 0...100)
  let day = Option<Date?>("day", "the day")
  let color = Option<Color?>("color", "the color")
  let sizes = Option<[Size]>("size", "a size")
  let quick = Flag("quick", short: "q", "be quick")

  private var specification: CommandSpecification {
    CommandSpecification(
      "make", abstract: "Make", parameters: [name, count, price, day, color, sizes, quick])
  }

  private func bound(_ words: [String]) throws(ShellError) -> BoundArguments {
    try ArgumentBinder(specification, path: "things make").bind(
      (["things", "make"] + words).map { Word($0) }, from: 2)
  }

  private func value<Value: ParameterContent>(
    _ option: Option<Value>, _ words: [String]
  ) throws -> Value? {
    let values = try bound(["x"] + words).values(
      of: option.specification.name, as: Value.Item.self)
    return values.isEmpty ? option.defaultValue : Value.content(ofParameter: values)
  }

  @Test func `a key gives a value of its type, its default, or nothing`() throws {
    #expect(try value(count, []) == 3)
    #expect(try value(count, ["--count", "9"]) == 9)
    #expect(try value(price, ["--price=12.50"]) == Decimal(string: "12.50"))
    #expect(try value(price, []) == nil)
    #expect(try value(color, ["--color", "green"]) == .green)
    #expect(
      try value(day, ["--day", "2026-11-22T05:40:00Z"])
        == Date(timeIntervalSince1970: 1_795_326_000))
    #expect(
      try value(day, ["--day", "2026-11-22"]) == Date(timeIntervalSince1970: 1_795_305_600))
    #expect(
      try value(sizes, ["--size", "1x2", "--size=3x4"])?.map(\.parameterText) == ["1x2", "3x4"])
    #expect(
      try value(day, ["--day", "2026-11-22T05:40:00.500+01:00"])
        == Date(timeIntervalSince1970: 1_795_322_400.5))
    #expect(try bound(["x", "-q"]).flag("quick"))
  }

  @Test(
    "a parameter error names the parameter, what it takes, and the word's position",
    arguments: [
      (["--count", "0"], "--count takes a whole number from 1 to 9, not '0'", 4),
      (["--count=x"], "--count takes a whole number from 1 to 9, not 'x'", 3),
      (["--price", "100.01"], "--price takes a number from 0 to 100, not '100.01'", 4),
      (["--price", "1e2"], "--price takes a number from 0 to 100, not '1e2'", 4),
      (["--price", "1.2.3"], "--price takes a number from 0 to 100, not '1.2.3'", 4),
      (["--color", "gren"], "--color takes red or green, not 'gren'", 4),
      (
        ["--day", "2026-13-01"],
        "--day takes a date such as 2026-11-22 or 2026-11-22T05:40:00Z, not '2026-13-01'", 4
      ),
      (
        ["--day", "2026-11-22x"],
        "--day takes a date such as 2026-11-22 or 2026-11-22T05:40:00Z, not '2026-11-22x'", 4
      ),
      (
        ["--day", "2026-11-2x"],
        "--day takes a date such as 2026-11-22 or 2026-11-22T05:40:00Z, not '2026-11-2x'", 4
      ),
      (
        ["--day", "2026-02-29"],
        "--day takes a date such as 2026-11-22 or 2026-11-22T05:40:00Z, not '2026-02-29'", 4
      ),
      (
        ["--price", "100.0000000000000001"],
        "--price takes a number from 0 to 100, not '100.0000000000000001'", 4
      ),
      (
        ["--price", "1.00000000000000000000000000000000000000"],
        "--price has more than 38 digits", 4
      ),
      (["-q", "--size", "big"], "--size takes a size such as 10x20, not 'big'", 5),
      (["--size=1x1", "--size=0x1"], "--size has an empty side", 4),
    ])
  func mistakes(words: [String], message: String, word: Int) {
    let error = #expect(throws: ShellError.self) { try bound(["x"] + words) }
    #expect(error?.message == message)
    #expect(error?.word == word)
    #expect(error?.status == .usage)
  }

  @Test func `a parameter's specification follows from its type`() {
    let options = specification.options
    #expect(options.map(\.isRequired) == [false, false, false, false, false, false])
    #expect(options.map(\.isRepeating) == [false, false, false, false, true, false])
    #expect(options.map(\.valueName) == ["N", "N", "DATE", "WORD", "SIZE", nil])
    #expect(options[0].defaultValue == "3")
    #expect(specification.arguments[0].isRequired)
    #expect(Option<Int>("n", "needed").specification.isRequired)
    #expect(!Argument<[String]>("W", "words").specification.isRequired)
    #expect(Argument<[String]>("W", "words", atLeastOne: true).specification.isRequired)
  }

  @Test func `a specification is decoded from data with only the names`() throws {
    let json = """
      {"name": "cancel", "confirms": "Cancel {ID}?", "arguments": [{"name": "ID"}],
       "options": [{"name": "quick"}, {"name": "reason", "valueName": "TEXT"}]}
      """
    let specification = try JSONDecoder().decode(
      CommandSpecification.self, from: Data(json.utf8))
    #expect(specification.problem == nil)
    #expect(specification.arguments == [ArgumentSpecification("ID", "")])
    #expect(specification.options.map(\.isFlag) == [true, false])
    let again = try JSONDecoder().decode(
      CommandSpecification.self, from: JSONEncoder().encode(specification))
    #expect(again == specification)
  }

  @Test func `a long text is declared, encoded and read back as one`() throws {
    let body = Argument<String>("BODY", "what", isLong: true)
    let note = Option<String?>("note", "a note", length: 1...9, isLong: true)
    let name = Option<String?>("name", "a name")
    let specification = CommandSpecification(
      "add", abstract: "Add", parameters: [body, note, name])
    #expect(specification.arguments.map(\.isLong) == [true])
    #expect(specification.options.map(\.isLong) == [true, false])
    let read = try JSONDecoder().decode(
      CommandSpecification.self, from: JSONEncoder().encode(specification))
    #expect(read == specification)
    let bare = try JSONDecoder().decode(
      OptionSpecification.self, from: Data(#"{"name": "note", "valueName": "T"}"#.utf8))
    #expect(!bare.isLong)
  }

  @Test(
    "a confirmation is checked when the module is loaded",
    arguments: [
      ("Delete {ID}?", nil), ("Delete all?", nil),
      ("Delete {NAME}?", "'confirms' names {NAME}, which is not a parameter"),
      ("{NAME} goes?", "'confirms' names {NAME}, which is not a parameter"),
      ("{}?", "'confirms' names {}, which is not a parameter"),
      ("Delete {a{ID}?", "'confirms' names {a{ID}, which is not a parameter"),
      ("Take {password}?", "'confirms' names {password}, which is secret"),
    ])
  func confirmations(question: String, problem: String?) {
    let id = Argument<String>("ID", "which")
    let password = Option<String?>("password", "a password", isSecret: true)
    let specification = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id, password]
    ).confirming(question)
    #expect(specification.problem == problem)
  }

  @Test(
    "a refused answer has the message of its type",
    arguments: [
      ("0x1", "--size has an empty side; give two numbers above 0"),
      ("big", "--size takes a size such as 10x20, not 'big'"), ("1x2", nil),
    ])
  func refusals(answer: String, refusal: String?) {
    let binder = ArgumentBinder(specification, path: "things make")
    let index = specification.options.firstIndex { $0.name == "size" }
    #expect(binder.refusal(of: answer, for: .option(index ?? 0)) == refusal)
  }

  /// A custom type with bounds that its ``ValueType`` does not know.
  struct Level: RangedParameterValue {
    static let parameterType = ValueType.custom("a level such as L2")
    static func parameterType(in range: ClosedRange<Level>) -> ValueType {
      .custom("a level from \(range.lowerBound.parameterText) to \(range.upperBound.parameterText)")
    }
    static func < (left: Level, right: Level) -> Bool { left.number < right.number }

    let number: Int
    var parameterText: String { "L\(number)" }

    init(_ number: Int) { self.number = number }

    init(parameter text: String) throws {
      guard text.hasPrefix("L"), let number = Int(text.dropFirst()) else {
        throw CancellationError()
      }
      self.number = number
    }
  }

  @Test func `bounds apply to custom types too`() throws {
    let level = Option<Level>("level", "the level", in: Level(1)...Level(3))
    let binder = ArgumentBinder(
      CommandSpecification("set", abstract: "Set", parameters: [level]), path: "set")
    let bound = try binder.bind(["set", "--level=L3"].map { Word($0) }, from: 1)
    #expect(bound.values(of: "level", as: Level.self) == [Level(3)])
    let error = #expect(throws: ShellError.self) {
      try binder.bind(["set", "--level=L4"].map { Word($0) }, from: 1)
    }
    #expect(error?.message == "--level takes a level from L1 to L3, not 'L4'")
  }

  @Test(arguments: [(1e-7, "0.0000001"), (1e20, "100000000000000000000"), (3, "3"), (-0.5, "-0.5")])
  func `a default number is written without an exponent`(number: Double, text: String) {
    let option = Option<Double>("by", "how much", default: number)
    #expect(option.specification.defaultValue == text)
    let specification = CommandSpecification("grow", abstract: "Grow", parameters: [option])
    #expect(specification.problem == nil)
  }

  @Test func `a command that confirms has --yes, and may not declare it`() throws {
    let id = Argument<String>("ID", "which")
    let specification = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id]
    ).confirming("Delete {ID}?")
    let binder = ArgumentBinder(specification, path: "delete")
    let asked = try binder.bind(["delete", "{x}"].map { Word($0) }, from: 1)
    #expect(binder.confirmation(of: asked) == "Delete {x}?")
    let agreed = try binder.bind(["delete", "a", "--yes"].map { Word($0) }, from: 1)
    #expect(binder.confirmation(of: agreed) == nil)
    let double = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id, Flag("yes", "agree")]
    ).confirming("Sure?")
    #expect(double.problem == "has an option --yes, which 'confirms' adds already")
    let argument = CommandSpecification(
      "delete", abstract: "Delete", parameters: [Argument<String>("yes", "what")]
    ).confirming("Sure?")
    #expect(
      argument.problem == "has an argument 'yes', the name of the option that 'confirms' adds")
  }
  @Test(arguments: [(OfflineUse.reads, "fresh"), (.writes, "later")])
  func `a command that can work offline has an option, and may not declare it`(
    use: OfflineUse, name: String
  ) throws {
    let id = Argument<String>("ID", "which")
    func command(_ parameters: [any Parameter]) -> CommandSpecification {
      CommandSpecification("act", abstract: "Act", parameters: parameters, offline: use)
    }
    let specification = command([id])
    #expect(specification.problem == nil)
    let binder = ArgumentBinder(specification, path: "act")
    let bound = try binder.bind(["act", "a", "--\(name)"].map { Word($0) }, from: 1)
    #expect(
      try DataPreference(use, bound)
        == DataPreference(isFresh: name == "fresh", isLater: name == "later"))
    let other = try binder.bind(["act", "a"].map { Word($0) }, from: 1)
    #expect(try DataPreference(use, other) == DataPreference())
    #expect(
      command([id, Flag(name, "what")]).problem
        == "has an option --\(name), which 'offline' adds already")
    #expect(
      command([Argument<String>(name, "what")]).problem
        == "has an argument '\(name)', the name of the option that 'offline' adds")
    #expect(command([id, Flag(name == "fresh" ? "later" : "fresh", "what")]).problem == nil)
  }

  @Test(arguments: ["files", "@file"] as [CompletionKind])
  func `a parameter that completes files names a file`(kind: CompletionKind) throws {
    #expect(Option<String?>("save", "where to", completion: kind).specification.type == .file)
    #expect(Argument<String>("FILE", "which", completion: kind).specification.type == .file)
    #expect(Option<String?>("name", "which", completion: "names").specification.type == .text())
    let decoded = try JSONDecoder().decode(
      OptionSpecification.self,
      from: Data(#"{"name":"save","valueName":"FILE","completion":"\#(kind.name)"}"#.utf8))
    #expect(decoded.type == .file)
  }
}
