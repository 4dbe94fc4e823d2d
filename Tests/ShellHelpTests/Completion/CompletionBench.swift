@testable import ShellHelp
import ShellTestSupport
@testable import ShellRuntime
@testable import ShellCommands
import CoreEvents
@testable import SeashellTesting

/// A shell with a module to complete, and its completer.
@MainActor
final class CompletionBench {
  let test: TestShell
  let completer: ShellCompleter
  var searchPath: String? {
    get { test.process["PATH"] }
    set { test.process["PATH"] = newValue }
  }
  /// The last query to the source of `books`.
  private(set) var query: CompletionQuery?
  /// The answer of the source of `books`.
  var books: [CompletionSource.Candidate] = [
    .init("moby-dick", "A whale"), .init("middlemarch", "A town"), .init("war and peace", "War"),
  ]

  init() throws {
    test = TestShell()
    final class Box { weak var bench: CompletionBench? }
    let box = Box()
    for name in ["PATH", "HOST", "SEASHELL_TOKEN", "BASH_FUNC_x%%", "2ND"] {
      test.process[name] = ""
    }
    test.beTyped()
    completer = ShellCompleter(test.shell)
    box.bench = self
    let source = CompletionSource(answering: "books") { query in
      box.bench?.query = query
      var matches = CompletionMatches(query)
      for book in box.bench?.books ?? [] { matches.offer(book.text, named: book.abstract) }
      return matches.candidates
    }
    // It answers any query, as a faulty source does.
    let anything = CompletionSource(answering: "anything") { _ in box.bench?.books ?? [] }
    try test.shell.modules.load(
      SampleModule(
        "library", abstract: "Books to lend", commands: Self.commands,
        completions: [source, anything]))
  }

  private static var commands: [any Command] {
    let specifications: [CommandSpecification] = [
      .init(
        "lend", abstract: "Lend books",
        arguments: [
          .init("READER", "who", type: .choice(["ada", "bea", "-x"])),
          .init("BOOK", "what", isRepeating: true, completion: "books"),
        ],
        options: [
          .init("weeks", short: "w", value: "N", "How long", type: .integer()),
          .init("shelf", short: "s", value: "S", "Where", type: .choice(["top", "low", "-1"])),
          .init("like", value: "B", "One like this", completion: "books"),
          .init(flag: "all", short: "a", "Every copy"), .init(flag: "quick", short: "q", "At once"),
        ]),
      .init(
        "note", abstract: "Write a note",
        arguments: [.init("TEXT", "what", isRequired: false, isLong: true)],
        options: [
          .init("remark", short: "r", value: "T", "More").long(),
          .init("title", value: "T", "The title"),
        ]),
      .init(
        "show", abstract: "Show a page",
        arguments: [
          .init("BOOK", "what", isRequired: false, completion: "books"),
          .init("PAGE", "which", type: .choice(["first", "last"])),
        ]),
      .init("pick", abstract: "Pick", arguments: [.init("IT", "what", completion: "anything")]),
      .init("close", abstract: "Close"),
    ]
    var renew = CommandSpecification("renew", abstract: "Keep a book for longer")
    var fetch = CommandSpecification("fetch", abstract: "Fetch a book", changesData: false)
    (renew.sendsRequests, fetch.sendsRequests) = (true, true)
    return (specifications + [renew, fetch]).map { Immediate(specification: $0) { _ in } }
  }

  /// Completes a line at its end.
  func complete(_ line: String) -> Completion {
    completer.completion(of: line, at: line.utf8.count)
  }

  /// The labels of the candidates at the end of a line.
  func labels(_ line: String) -> [String] { complete(line).candidates.map(\.label) }

  /// The lines that completion can produce.
  func lines(_ line: String) -> [String] {
    let completion = complete(line)
    let kept = String(decoding: line.utf8.prefix(completion.start), as: UTF8.self)
    return completion.candidates.map { kept + $0.replacement }
  }
}
