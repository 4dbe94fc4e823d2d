@testable import ShellCommands
@testable import ShellOutput
@testable import ShellLanguage
import Testing

@Suite struct ArgumentBinderTests {
  /// Binds a command's words; `$` before a word marks one that comes from a variable.
  private func bind(
    _ specification: CommandSpecification, _ path: String, _ words: [String]
  ) throws(ShellError) -> BoundArguments {
    let expanded = words.map { word in
      word.hasPrefix("$") ? Word(String(word.dropFirst()), mayBeOption: false) : .init(word)
    }
    let prefix = path.split(separator: " ").map { Word(String($0)) }
    return try ArgumentBinder(specification, path: path, program: "orders").bind(
      prefix + expanded, from: prefix.count)
  }

  @Test(
    "`print` takes unknown options as text",
    arguments: [
      (["hello", "world"], ["hello", "world"]),
      ([], []),
      (["-x", "--yes", "-", "--a=b", "-1"], ["-x", "--yes", "-", "--a=b", "-1"]),
      (["-only", "-ohm", "-help", "--outputs"], ["-only", "-ohm", "-help", "--outputs"]),
      (["a", "-o", "json", "b"], ["a", "b"]),
      (["--output=json", "a"], ["a"]),
      (["a", "--", "-o", "json", "--"], ["a", "-o", "json", "--"]),
      (["$-o", "$--help", "$--", "a"], ["-o", "--help", "--", "a"]),
    ])
  func printing(words: [String], expected: [String]) throws {
    let bound = try bind(.printing, "print", words)
    #expect(bound.texts("WORD") == expected)
    #expect(bound.text("WORD") == expected.first)
    #expect(!bound.wantsHelp)
  }

  @Test(
    "`time` leaves the words after the first to the command that it runs",
    arguments: [
      (["a", "-s", "--help", "-o", "json"], ["a", "-s", "--help", "-o", "json"], false),
      (["-s", "a", "-s"], ["a", "-s"], true),
      (["-s", "--", "-a", "--", "b"], ["-a", "--", "b"], true),
      (["-", "a"], ["-", "a"], false),
      (["$-s", "-s"], ["-s", "-s"], false),
    ])
  func timing(words: [String], expected: [String], isShort: Bool) throws {
    let bound = try bind(.timing, "time", words)
    #expect(bound.texts("WORD") == expected)
    #expect(bound.flag("short") == isShort)
    #expect(bound.outputFormat == nil)
  }

  @Test(
    "Options are written long or short, with their value beside or attached",
    arguments: [
      ["--query", "a b", "--page", "3", "--all", "--brief", "-o", "json"],
      ["--query=a b", "--page=3", "-a", "-b", "--output=json"],
      ["-q", "a b", "-p", "3", "-ab", "-ojson"],
      ["-qa b", "-p3", "-ba", "--output", "json"],
      ["-abqa b", "-o", "json", "-p3"],
      ["-abp", "3", "-q", "$a b", "-o", "$json"],
    ])
  func options(words: [String]) throws {
    let bound = try bind(.listing, "products list", words)
    #expect(bound.text("query") == "a b")
    #expect(bound.text("page").flatMap { Int($0) } == 3)
    #expect(bound.flag("all") && bound.flag("brief"))
    #expect(bound.outputFormat == "json")
  }

  @Test func `An omitted option is its default or nothing`() throws {
    let bound = try bind(.listing, "products list", ["--query=", "--sort", "-price"])
    #expect(bound.text("query") == "")
    #expect(bound.text("sort") == "-price")
    #expect(bound.text("page").flatMap { Int($0) } == 1)
    #expect(bound.text("per-page").flatMap { Int($0) } == 20)
    #expect(!bound.flag("all") && !bound.flag("page"))
    #expect(bound.word(of: "page") == nil)
    #expect(bound.word(of: "sort") == 4)
    #expect(try bind(.listing, "products list", []).text("sort") == nil)
    #expect(try bind(.listing, "products list", []).outputFormat == nil)
  }

  @Test func `Optional arguments before required ones are filled if there are enough words`() throws
  {
    let one = try bind(.showing, "reviews show", ["r-1"])
    #expect(one.text("PRODUCT") == nil)
    #expect(one.text("REVIEW") == "r-1")
    #expect(one.word(of: "REVIEW") == 2)
    let two = try bind(.showing, "reviews show", ["-o", "json", "p-1", "r-1"])
    #expect(two.text("PRODUCT") == "p-1")
    #expect(two.text("REVIEW") == "r-1")
    #expect(two.word(of: "PRODUCT") == 4)
    #expect(two.texts("PRODUCT") == ["p-1"])
  }

  @Test func `A negative number is an argument where a number is accepted`() throws {
    #expect(try bind(.adjusting, "adjust", ["-5"]).text("BY").flatMap { Int($0) } == -5)
    #expect(try bind(.adjusting, "adjust", ["-5", "a", "b"]).texts("NOTE") == ["a", "b"])
    #expect(try bind(.sleeping, "sleep", ["0.25"]).text("SECONDS").flatMap { Double($0) } == 0.25)
    #expect(try bind(.sleeping, "sleep", ["$2"]).text("SECONDS").flatMap { Double($0) } == 2)
  }

  @Test(
    "`--help` takes precedence over errors in other words",
    arguments: [
      ["--help"], ["-h"], ["--rating", "9", "-h", "--nonsense"], ["a", "b", "c", "--help"],
    ])
  func help(words: [String]) throws {
    #expect(try bind(.adding, "reviews add", words).wantsHelp)
  }

  @Test(
    "Invalid words throw an error with their index",
    arguments: [
      (
        .adding, [], "reviews add needs --rating N and --comment T", "see 'reviews add --help'", nil
      ),
      (
        .adding, ["--comment", "x"], "reviews add needs --rating N", "see 'reviews add --help'", nil
      ),
      (
        .adding, ["--rating", "9", "--comment", "x"],
        "--rating takes a whole number from 1 to 5, not '9'", "see 'reviews add --help'", 3
      ),
      (
        .adding, ["--rating=four", "--comment", "x"],
        "--rating takes a whole number from 1 to 5, not 'four'", "see 'reviews add --help'", 2
      ),
      (
        .adding, ["--rating", "+4", "--comment", "x"],
        "--rating takes a whole number from 1 to 5, not '+4'", "see 'reviews add --help'", 3
      ),
      (
        .adding, ["--rating", "4", "--comment", ""],
        "--comment takes 1 to 20 characters, not 0", "see 'reviews add --help'", 5
      ),
      (
        .adding, ["--rating", "4", "--comment", String(repeating: "é", count: 21)],
        "--comment takes 1 to 20 characters, not 21", "see 'reviews add --help'", 5
      ),
      (
        .adding, ["--ratng", "4"], "reviews add has no option '--ratng'", "did you mean --rating?",
        2
      ),
      (
        .adding, ["p-1", "--rating"], "--rating needs a value: --rating N",
        "see 'reviews add --help'", 3
      ),
      (
        .adding, ["--rating", "4", "--rating=4"], "--rating is given twice",
        "see 'reviews add --help'", 4
      ),
      (
        .adding, ["a", "b", "--rating", "4"],
        "reviews add takes one argument, and 'b' is one too many",
        "usage: reviews add [PRODUCT] --rating N --comment T", 3
      ),
      (
        .showing, ["a", "b", "c"], "reviews add takes at most 2 arguments, and 'c' is one too many",
        "usage: reviews add [PRODUCT] REVIEW", 4
      ),
      (.showing, [], "reviews add needs REVIEW", "see 'reviews add --help'", nil),
      (.showing, ["-5", "a"], "reviews add has no option '-5'", "see 'reviews add --help'", 2),
      (
        .listing, ["--Sort2", "a"], "reviews add has no option '--Sort2'", "did you mean --sort?", 2
      ),
      (
        .listing, ["--obj.a_b", "a"], "reviews add has no option '--obj.a_b'",
        "see 'reviews add --help'", 2
      ),
      (.listing, ["--all=yes"], "--all takes no value", "see 'reviews add --help'", 2),
      (.listing, ["-aa"], "--all is given twice", "see 'reviews add --help'", 2),
      (.listing, ["-ax"], "reviews add has no option '-x'", "see 'reviews add --help'", 2),
      (.listing, ["-sort"], "reviews add has no option '-sort'", "did you mean --sort?", 2),
      (.listing, ["-srot=x"], "reviews add has no option '-srot'", "did you mean --sort?", 2),
      (
        .adding, ["-rating", "4"], "reviews add has no option '-rating'", "did you mean --rating?",
        2
      ),
      (
        .listing, ["--pag=x\u{301}=y"], "reviews add has no option '--pag'",
        "did you mean --page?", 2
      ),
      (
        .listing, ["--sort", "prize"], "--sort takes name, price, -name or -price, not 'prize'",
        "did you mean price?", 3
      ),
      (.listing, ["--page", "0"], "--page takes a whole number of at least 1, not '0'", nil, 3),
      (.listing, ["x"], "reviews add takes no arguments, and 'x' is one too many", nil, 2),
      (.sleeping, ["-1"], "SECONDS takes a number of at least 0, not '-1'", nil, 2),
      (.sleeping, ["1e3"], "SECONDS takes a number of at least 0, not '1e3'", nil, 2),
      (.sleeping, ["1."], "SECONDS takes a number of at least 0, not '1.'", nil, 2),
      (.sleeping, ["nan"], "SECONDS takes a number of at least 0, not 'nan'", nil, 2),
      (.adjusting, ["-11"], "BY takes a whole number from -10 to 10, not '-11'", nil, 2),
      (.adjusting, ["-inf"], "reviews add has no option '-i'", nil, 2),
      (.timing, [], "reviews add needs WORD…", nil, nil),
      (.timing, ["-x", "a"], "reviews add has no option '-x'", nil, 2),
      (.printing, ["a", "-o"], "--output needs a value: --output FORMAT", nil, 3),
      (
        .listing, ["-e", "dev"], "'-e' is an option of orders",
        "put it before the command: orders -e dev reviews add", 2
      ),
      (
        .listing, ["--env=dev"], "'--env' is an option of orders",
        "put it before the command: orders --env NAME reviews add", 2
      ),
      (
        .listing, ["--page", "1", "-v"], "'-v' is an option of orders",
        "put it before the command: orders -v reviews add", 4
      ),
      (
        .listing, ["--keep-going"], "'--keep-going' is an option of orders",
        "put it before the command: orders --keep-going reviews add", 2
      ),
      (
        .secret, ["-c", "letmein"], "'-c' is an option of orders",
        "put it before the command: orders -c TEXT reviews add", 2
      ),
      (.secret, ["--code", "letmein"], "--code takes a whole number from 0 to 9999", nil, 3),
      (.secret, ["letmein"], "reviews add takes no arguments", nil, 2),
      (.secret, ["--letmein"], "reviews add has no such option", nil, 2),
    ] as [(CommandSpecification, [String], String, String?, Int?)])
  func refusal(
    specification: CommandSpecification, words: [String], message: String, hint: String?,
    word: Int?
  ) throws {
    let error = #expect(throws: ShellError.self) {
      _ = try bind(specification, "reviews add", words)
    }
    #expect(error?.code == .usage)
    #expect(error?.message == message)
    if let hint { #expect(error?.hint == hint) }
    #expect(error?.word == word)
  }

  @Test(arguments: [
    ("--curl", "write 'set trace curl' before the command"),
    ("--verbose", "write 'set verbose on' before the command"),
    ("--env=dev", "write 'env use NAME' before the command"),
    ("--insecure", "give it when orders starts"),
  ])
  func `In a statement, an option of the program is answered by a statement`(
    option: String, hint: String
  ) throws {
    var word = Word(option)
    word.end = option.utf8.count
    let error = #expect(throws: ShellError.self) {
      _ = try ArgumentBinder(.listing, path: "products list", program: "orders")
        .bind([Word("list"), word], from: 1)
    }
    #expect(error?.hint == hint)
  }

  @Test func `A message quotes no more than sixty characters`() throws {
    let error = #expect(throws: ShellError.self) {
      _ = try bind(.listing, "products list", [String(repeating: "x", count: 100_000)])
    }
    #expect(error?.message.count ?? 0 < 140)
  }
}
