@testable import ShellCommands
@testable import ShellLanguage
import Testing

/// The lenient scan for completion; `ArgumentBinderTests` cover the strict one.
@Suite struct OptionScannerTests {
  private func scan(_ specification: CommandSpecification, _ words: [String]) -> OptionScanner {
    OptionScanner(
      ArgumentBinder(specification, path: "c"), words: words.map { Word($0) }, from: 0,
      isStrict: false)
  }

  @Test func `A lenient scan skips errors and continues`() {
    let scanner = scan(
      .listing, ["--nonsense", "-xp", "3", "--page=4", "--help", "a", "--all=yes", "--sort"])
    #expect(scanner.error == nil)
    #expect(scanner.positionals == [5])
    let binder = ArgumentBinder(.listing, path: "c")
    let texts = ["page", "help", "all", "sort", "query"].map { name in
      binder.option(named: name).flatMap { scanner.text(ofOption: $0) }
    }
    #expect(texts == ["4", "", "", nil, nil])
    #expect(scanner.awaitedOption == binder.option(named: "sort"))
  }

  @Test(
    arguments: [
      (.listing, ["a", "--"], false), (.listing, ["a", "--all"], true),
      (.timing, ["-s"], true), (.timing, ["a"], false), (.printing, ["a", "-x"], true),
    ] as [(CommandSpecification, [String], Bool)])
  func `A scan knows whether the next word may be an option`(
    specification: CommandSpecification, words: [String], takesOptions: Bool
  ) {
    #expect(scan(specification, words).takesOptions == takesOptions)
  }
}
