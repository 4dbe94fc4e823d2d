import SeashellTesting
import ShellTestSupport
import Testing

@testable import ShellCommands
@testable import ShellHelp
@testable import ShellRuntime

/// `complete`, which other shells call to complete the program's words.
@MainActor
@Suite struct CompleteCommandTests {
  let bench: CompletionBench

  init() throws { bench = try CompletionBench() }

  /// The output of `complete -- WORD…`, in words.
  private func words(_ words: [String]) async -> [String] {
    let result = await bench.test.run(["complete", "--"] + words)
    #expect(result.status == 0 && result.errors.isEmpty)
    return result.output.split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[0])
    }
  }

  @Test(
    arguments: [
      (["libr"], ["library"]), (["library", "s"], ["show"]), (["-q", "library", "s"], ["show"]),
      (["library", "lend", "ada", "m"], ["moby-dick", "middlemarch"]),
      (["library", "lend", "ada", "war"], ["war and peace"]),
      (["library", "lend", "--shelf=t"], ["--shelf=top"]),
      (["library", "close", "output=c"], ["output=csv"]),
      (["library", "show", "b", ""], ["first", "last"]),
      (["--keep"], ["--keep-going"]), (["-o", "json"], ["json", "jsonl"]),
      (["library", "close", "-o", "c"], ["csv"]), (["--output=c"], ["--output=csv"]),
      (["-e", ""], []), (["-c", "library cl"], ["library close "]),
      (["-c", "print a; library show moby-dick fi"], ["print a; library show moby-dick first "]),
      (["-c", "print x", ""], []), (["nothing", "x"], []),
      (["complete", "--script", "z"], ["zsh"]),
    ])
  func `complete completes the last word, also after the program's own options`(
    line: [String], expected: [String]
  ) async {
    #expect(await words(line) == expected)
  }

  @Test func `each completion has its description, on one line without control characters`() async {
    bench.books = [.init("b-1", "A\tred\u{1B}[31m\nbook"), .init("b\t2", "no word"), .init("b-3")]
    let result = await bench.test.run(["complete", "--", "library", "lend", "ada", "b"])
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("b-1\tA") && lines[0].filter { $0 == "\t" }.count == 1)
    #expect(!result.output.contains("\u{1B}"))
    #expect(lines[1] == "b-3\t")
  }

  @Test func `a single word found by its name replaces the typed text, but several do not`()
    async
  {
    #expect(await words(["library", "lend", "ada", "whale"]) == ["moby-dick"])
    bench.books.append(.init("ahab", "A whale hunter"))
    #expect(await words(["library", "lend", "ada", "whale"]).isEmpty)
  }

  @Test(
    arguments: [
      ["-f", ""], ["-f", "x.sea", ""], ["source", "x"], ["--file=x"], ["from", "csv", ""],
    ])
  func `file names are left to the other shell`(line: [String]) async {
    let result = await bench.test.run(["complete", "--"] + line)
    #expect(result.output == "\tfiles\n")
  }

  @Test func `complete waits for a source's fetch`() async throws {
    let fetch = CompletionFetch(clock: ContinuousClock())
    final class Box { var ids: [String] = [] }
    let box = Box()
    let source = CompletionSource(answering: "slow") { query in
      if box.ids.isEmpty {
        fetch.start(for: query) {
          await Task.yield()
          box.ids = ["s-1", "s-2"]
        }
      }
      return box.ids.filter { query.matches($0) }.map { .init($0) }
    }
    let show = Immediate(
      specification: .init(
        "show", abstract: "Show", arguments: [.init("ID", "which", completion: "slow")])
    ) { _ in }
    try bench.test.shell.modules.load(
      SampleModule("depot", commands: [show], completions: [source]))
    #expect(await words(["depot", "show", "s-"]) == ["s-1", "s-2"])
  }

  @Test(arguments: CompletionScript.allCases)
  func `a completion script names the program throughout`(script: CompletionScript) {
    let text = script.text(for: "my-shop")
    #expect(text.contains("my-shop complete --script \(script)"))
    for word in ["PROGRAM", "FUNCTION", "seashell"] { #expect(!text.contains(word)) }
  }

  @Test(arguments: [
    (["complete"], "there is no word to complete"),
    (["complete", "--script", "bash", "x"], "--script takes no words"),
    (["complete", "--script", "tcsh"], "bash, zsh or fish"),
  ])
  func `a wrong call of complete says what is right`(line: [String], message: String) async {
    let result = await bench.test.run(line)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
