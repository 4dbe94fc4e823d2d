import ShellTestSupport
@testable import ShellHelp
@testable import ShellRuntime
@testable import ShellCommands
import ShellLanguage
import Testing

/// Completion at each position of a statement.
@MainActor
@Suite struct StatementCompletionTests {
  let bench: CompletionBench

  init() throws { bench = try CompletionBench() }

  @Test func `the first word completes to commands, modules and aliases, with abstracts`()
    async throws
  {
    _ = await bench.test.run("alias lend = 'library lend'")
    let candidates = bench.complete("").candidates
    #expect(candidates.map(\.label) == candidates.map(\.label).sorted())
    for (name, abstract) in [
      ("print", "Print words, separated by blanks"), ("library", "Books to lend"),
      ("lend", "library lend"), ("shop", "Things for sale"),
    ] {
      #expect(candidates.first { $0.label == name }?.abstract == abstract, "\(name)")
    }
    #expect(bench.labels("l") == ["lend", "let", "library", "ls"])
    #expect(bench.labels("L").isEmpty)
  }

  @Test func `aliases are completed only at a prompt, and count as their words`() async throws {
    _ = await bench.test.run("alias lend = 'library lend ada'")
    #expect(bench.labels("lend mo") == ["moby-dick"])
    #expect(bench.labels("'lend' mo").isEmpty)
    bench.test.shell.scope.prompt = nil
    #expect(bench.labels("len").isEmpty)
    #expect(bench.labels("lend mo").isEmpty)
  }

  @Test(
    arguments: [
      ("library ", ["close", "fetch", "lend", "note", "pick", "renew", "show"]),
      ("library s", ["show"]),
      ("'library' \"s", ["show"]), ("nothing ", []), ("library nothing ", []),
      ("print x; library s", ["show"]), ("print x && library s", ["show"]),
      ("print x||library s", ["show"]), ("print x\nlibrary s", ["show"]),
      ("library \\\ns", ["show"]), ("print x |\nno/such/", []),
      ("library close &&\nlib", ["library"]),
      ("print 'a\nb'; library s", ["show"]), ("library # s", []), ("# lib", []), ("lib#", []),
      ("library close `", []), ("print $( ", []),
      ("library \\s", ["show"]), ("library s\\", ["show"]),
      ("library \\", ["close", "fetch", "lend", "note", "pick", "renew", "show"]),
      ("print 'a\nlib", []),
    ] as [(String, [String])])
  func `the words before the cursor decide what is completed`(line: String, labels: [String]) {
    #expect(bench.labels(line) == labels)
  }

  @Test(
    arguments: [
      ("library lend ", ["ada", "bea"]), ("library lend b", ["bea"]),
      ("library lend ada m", ["moby-dick", "middlemarch"]),
      ("library lend ada x mi", ["middlemarch"]), ("library lend ada -a mi", ["middlemarch"]),
      ("library lend -w 3 ", ["ada", "bea"]), ("library lend -w3 b", ["bea"]),
      ("library lend -aw 3 b", ["bea"]), ("library lend --weeks=3 b", ["bea"]),
      ("library lend --weeks ", []), ("library lend --shelf ", ["top", "low", "-1"]),
      ("library lend --shelf -", ["-1"]), ("library lend --shelf=t", ["top"]),
      ("library lend --shelf=", ["top", "low", "-1"]), ("library lend -s", ["-s"]),
      ("library lend -sl", ["low"]), ("library lend -s l", ["low"]),
      ("library lend --like wh", ["moby-dick"]), ("library lend --like=wh", ["moby-dick"]),
      (
        "library lend --",
        ["--weeks", "--shelf", "--like", "--all", "--quick", "--output", "--help"]
      ),
      ("library lend --w", ["--weeks"]), ("library lend --all --a", []),
      ("library lend -a --a", []), ("library lend --weeks 1 --w", []),
      ("library lend --all=", []), ("library lend --no=", []), ("library lend -x", []),
      ("library lend --output ", ["table", "tsv", "json", "jsonl", "csv"]),
      ("library lend -o j", ["json", "jsonl"]), ("library lend -oj", ["json", "jsonl"]),
      ("library lend --output=c", ["csv"]),
      ("library lend -- -", ["-x"]), ("library lend -- ada --", []),
      ("library lend --unknown b", ["bea"]),
      ("library close ", ["--output", "--help", "-o", "-h"]), ("library close x", []),
      ("library close x ", ["--output", "--help", "-o", "-h"]),
      ("print ", []), ("print -", ["--output", "--help", "-o", "-h"]), ("print -x -o c", ["csv"]),
    ] as [(String, [String])])
  func `completion distinguishes options, values and arguments as binding does`(
    line: String, labels: [String]
  ) {
    #expect(bench.labels(line) == labels)
  }

  @Test func `completion skips an argument given by an option`() {
    let specification = CommandSpecification(
      "c", abstract: "",
      arguments: [ArgumentSpecification("A", "", option: "a-a"), ArgumentSpecification("B", "")])
    let binder = ArgumentBinder(specification, path: "c")
    let place = ArgumentPlace(binder, [Word("--a_a"), Word("x")])
    #expect(place.readings.map(\.argument.name) == ["B"])
    #expect(place.options(beginningWith: "--a").isEmpty)
    #expect(ArgumentPlace(binder, []).readings.first?.argument.name == "A")
  }

  @Test func `a word for an optional or a required argument completes as either`() {
    #expect(
      bench.labels("library show ") == [
        "moby-dick", "middlemarch", "war and peace", "first", "last",
      ])
    #expect(bench.labels("library show f") == ["first"])
    #expect(bench.labels("library show x ") == ["first", "last"])
    #expect(bench.labels("library show x first y").isEmpty)
  }

  @Test func `a completion source receives the values already in the line`() async {
    _ = await bench.test.run("let who = 'bea'")
    _ = bench.complete("library lend ada --weeks 3 -aslow mo")
    #expect(bench.query?.prefix == "mo")
    #expect(bench.query?.value(of: "READER") == "ada")
    #expect(bench.query?.value(of: "weeks") == "3")
    #expect(bench.query?.value(of: "shelf") == "low")
    #expect(bench.query?.value(of: "all") == nil)
    #expect(bench.query?.value(of: "BOOK") == nil)
    _ = bench.complete("library lend $who --like ")
    #expect(bench.query?.value(of: "READER") == "bea")
  }

  @Test(
    arguments: [
      ("help lib", ["library"]), ("help library l", ["lend"]), ("help library lend ", []),
      ("help print ", []), ("help -", ["--man", "--output", "--help", "-o", "-h"]),
      ("watch lib", ["library"]), ("watch --every 5 library s", ["show"]),
      ("watch --e", ["--every"]),
      ("time lib", ["library"]), ("time library s", ["show"]),
      ("time library lend ada --we", ["--weeks"]), ("time -o c", ["csv"]),
      ("time time library lend b", ["bea"]),
      (
        "set ",
        [
          "output", "anonymous", "colors", "gather-limit", "highlight", "keep-going", "offline",
          "pager",
          "quiet", "records",
          "retries", "suggestions", "trace", "verbose",
        ]
      ),
      ("set offline ", ["auto", "always", "never"]), ("set offline n", ["never"]),
      ("set keep-going ", ["on", "off"]), ("set trace ", ["off", "curl"]),
      ("set output j", ["json", "jsonl"]), ("set output a", ["auto"]), ("set nothing ", []),
      ("unset ", ["book", "reader"]), ("unset book r", ["reader"]), ("unalias ", ["p"]),
    ] as [(String, [String])])
  func `the arguments of the shell's own commands are completed`(line: String, labels: [String])
    async
  {
    _ = await bench.test.run("let reader = 'ada'; let book = 'x'; alias p = 'print hello'")
    #expect(bench.labels(line) == labels)
  }

  @Test func `settings are shown with what they are for`() {
    let found = bench.complete("set hi").candidates
    #expect(found.map(\.label) == ["highlight"])
    #expect(found.map(\.abstract) == ["whether words have colours while typed"])
  }

  @Test func `NAME= is completed where no other word begins so`() {
    #expect(bench.lines("library note x rem") == ["library note x remark="])
    #expect(bench.complete("library note x tit").candidates.map(\.endsWord) == [false])
    #expect(bench.labels("library note x ti --title=a") == [])
    #expect(bench.labels("library lend b") == ["bea"])
    // Its last argument takes any word.
    #expect(bench.labels("library lend ada wee").isEmpty)
  }

  @Test(arguments: [
    ("library close", false), ("library renew", true), ("time library renew", true),
    ("library fetch", false), ("print x; library renew", true), ("r", true), ("print renew", false),
    ("library close | each library renew $it.id", true), ("if (1 = 1) { library renew }", true),
    ("let x = library renew", true), ("nonsense (", false), ("", false), ("again", true),
  ])
  func `a statement is known to write by its commands`(line: String, writes: Bool) async {
    _ = await bench.test.run("alias r = 'library renew'; def again { library renew }")
    #expect(bench.completer.writes(line) == writes)
  }

  @Test(
    arguments: [
      (
        "print $", ["_", "response", "book", "HOME", "HOST", "PATH", "SEASHELL_TOKEN"],
        ["$_", "$response", "$book", "$HOME", "$HOST", "$PATH", "$SEASHELL_TOKEN"]
      ),
      ("print $HO", ["HOME", "HOST"], ["$HOME", "$HOST"]),
      ("print ${HO", ["HOME", "HOST"], ["${HOME}", "${HOST}"]),
      ("print ${", ["_", "response", "book", "HOME", "HOST", "PATH", "SEASHELL_TOKEN"], nil),
      ("print \"a $b", ["book"], ["$book"]), ("print \"a\nb $b", ["book"], ["$book"]),
      ("print x$b", ["book"], ["$book"]), ("print '$b", [], []), ("print \\$b", [], []),
      ("print ${book}", [], []), ("print $1", [], []), ("print $?", [], []), ("print $_.", [], []),
      ("$b", ["book"], ["$book"]), ("print > $b", ["book"], ["$book"]),
    ] as [(String, [String], [String]?)])
  func `a name after a dollar sign completes to a variable`(
    line: String, labels: [String], replacements: [String]?
  ) async {
    _ = await bench.test.run("let book = 'moby-dick'")
    let completion = bench.complete(line)
    #expect(completion.candidates.map(\.label) == labels)
    if let replacements { #expect(completion.candidates.map(\.replacement) == replacements) }
  }

  @Test func `a variable's candidate shows its text, except for environment variables`() async {
    _ = await bench.test.run(
      "let book = 'moby-dick'; let HOME = '\(String(repeating: "x", count: 999))'")
    let candidates = bench.complete("print $").candidates.dropFirst(2)
    #expect(candidates.map(\.label) == ["HOME", "book", "HOST", "PATH", "SEASHELL_TOKEN"])
    #expect(candidates.map(\.abstract.count) == [81, 9, 11, 11, 11])
    #expect(bench.complete("print \"$bo").candidates.map(\.endsWord) == [false])
    #expect(bench.complete("print $bo").candidates.map(\.endsWord) == [true])
  }

  @Test func `a variable's value counts as part of the word, and its name stays`() async {
    _ = await bench.test.run("let m = 'mo'; let w = 'war '; let _x = 'x'")
    #expect(bench.lines("library lend ada ${m}b") == ["library lend ada ${m}by-dick"])
    #expect(bench.lines("library lend ada \"$w\"and") == [#"library lend ada "$w"and\ peace"#])
    #expect(bench.lines("library lend ada \"${w}and") == ["library lend ada \"${w}and peace\""])
    #expect(bench.lines("library lend ada ${w}'and").last == "library lend ada ${w}'and peace'")
    #expect(bench.lines("library lend ada ${none}b").isEmpty)
    #expect(bench.lines("library lend ada ${_}b").isEmpty)
  }

  @Test(
    arguments: [("print x; libr rest", 13, 9, ["library"]), ("prin", 0, 0, nil), ("pé", 2, 2, [])]
      as [(String, Int, Int, [String]?)])
  func `only the text before the cursor counts for completion`(
    line: String, cursor: Int, start: Int, labels: [String]?
  ) {
    let completion = bench.completer.completion(of: line, at: cursor)
    #expect(completion.start == start)
    if let labels { #expect(completion.candidates.map(\.label) == labels) }
  }

  @Test(arguments: [-1, 5, Int.max])
  func `a cursor outside the text completes nothing`(cursor: Int) {
    #expect(bench.completer.completion(of: "prin", at: cursor).candidates.isEmpty)
  }

  @Test func `the start of a completion is counted in bytes`() {
    #expect(bench.complete("print é日本; lib").start == 16)
  }

  @Test func `the answer to a form's question is not quoted`() {
    let candidates = bench.completer.candidates(of: "books", for: "war")
    #expect(candidates == [Completion.Candidate("war and peace", abstract: "War")])
    #expect(bench.completer.candidates(of: "formats", for: "js").map(\.label) == ["json", "jsonl"])
    #expect(bench.completer.candidates(of: "commands", for: "lib").map(\.label) == ["library"])
    #expect(bench.completer.candidates(of: "nothing", for: "").isEmpty)
  }
}
