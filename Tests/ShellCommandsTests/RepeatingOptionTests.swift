@testable import ShellCommands
@testable import ShellOutput
@testable import ShellLanguage
import Testing

@Suite struct RepeatingOptionTests {
  private static let specification = CommandSpecification(
    "get", abstract: "Get",
    arguments: [ArgumentSpecification("PATH", "What")],
    options: [
      OptionSpecification("query", short: "q", value: "N", "Adds", type: .integer()).repeating(),
      OptionSpecification("once", value: "T", "Once"),
    ])

  private static func bound(_ words: [String]) throws -> BoundArguments {
    try ArgumentBinder(specification, path: "api get").bind(
      (["api", "get"] + words).map { Word($0) }, from: 2)
  }

  @Test func `an option that repeats keeps every value and its word`() throws {
    let bound = try Self.bound(["--query", "1", "a", "--query=2", "-q3", "-q", "1", "-q=4"])
    #expect(bound.texts("query") == ["1", "2", "3", "1", "4"])
    #expect(bound.words(of: "query") == [3, 5, 6, 8, 9])
    #expect(bound.text("query") == "1")
    #expect(bound.flag("query"))
    #expect(bound.texts("PATH") == ["a"])
    #expect(bound.words(of: "PATH") == [4])
  }

  @Test func `a repeating option that is not given has no values`() throws {
    let bound = try Self.bound(["a"])
    #expect(bound.texts("query") == [])
    #expect(bound.words(of: "query") == [])
  }

  @Test func `every value of a repeating option is checked, and other options cannot repeat`()
    throws
  {
    #expect(throws: ShellError.self) { try Self.bound(["a", "-q1", "-qx"]) }
    #expect(throws: ShellError.self) { try Self.bound(["a", "--once", "1", "--once", "2"]) }
  }

  @Test func `help shows that an option can repeat`() {
    #expect(
      HelpText(Self.specification, path: "api get").usage
        == "api get PATH [--query N]… [--once T]")
  }
}
