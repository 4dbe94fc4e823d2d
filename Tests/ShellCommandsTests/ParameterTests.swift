@testable import ShellCommands
@testable import ShellOutput
@testable import ShellLanguage
import FoundationEssentials
import Testing

@Suite struct ParameterTests {
  enum Color: String, CaseIterable, ParameterValue { case red, green }

  /// A type of one's own, whose error names what is wrong.
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
    #expect(try bound(["x", "-q"]).flag("quick"))
  }

  @Test(
    "an error names the parameter, what it takes, and the place of the word",
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
      (["-q", "--size", "big"], "--size takes a size such as 10x20, not 'big'", 5),
      (["--size=1x1", "--size=0x1"], "--size has an empty side", 4),
    ])
  func mistakes(words: [String], message: String, word: Int) {
    let error = #expect(throws: ShellError.self) { try bound(["x"] + words) }
    #expect(error?.message == message)
    #expect(error?.word == word)
    #expect(error?.status == .usage)
  }

  @Test func `what a key is follows from its type`() {
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

  @Test func `a specification is read from data in which only the names are given`() throws {
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

  @Test(
    "a confirmation is checked when the module is loaded",
    arguments: [
      ("Delete {ID}?", nil), ("Delete all?", nil),
      ("Delete {NAME}?", "'confirms' names {NAME}, which is no parameter"),
    ])
  func confirmations(question: String, problem: String?) {
    let id = Argument<String>("ID", "which")
    let specification = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id], confirms: question)
    #expect(specification.problem == problem)
  }

  @Test func `a command that confirms has --yes, and may not declare it`() throws {
    let id = Argument<String>("ID", "which")
    let specification = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id], confirms: "Delete {ID}?")
    let binder = ArgumentBinder(specification, path: "delete")
    let asked = try binder.bind(["delete", "{x}"].map { Word($0) }, from: 1)
    #expect(binder.confirmation(of: asked) == "Delete {x}?")
    let agreed = try binder.bind(["delete", "a", "--yes"].map { Word($0) }, from: 1)
    #expect(binder.confirmation(of: agreed) == nil)
    let double = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id, Flag("yes", "agree")], confirms: "Sure?")
    #expect(double.problem == "has an option --yes, which 'confirms' adds already")
  }
}
