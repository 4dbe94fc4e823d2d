@testable import SeashellTesting
import ShellTestSupport
import ShellOutput
import Testing

@testable import ShellCommands
@testable import ShellRuntime

/// Moving between places, and the commands there.
@MainActor
@Suite struct PlacesTests {
  let bench: PlaceBench

  init() throws { bench = try PlaceBench() }

  @Test(
    arguments: [
      ("open goods", "goods", []), ("open goods/", "goods", []),
      ("open goods/g-1", "goods/g-1", ["goods/g-1"]),
      ("open goods/g-1; open opinions", "goods/g-1/opinions", ["goods/g-1", "goods/g-1/opinions"]),
      ("open goods; open g-1", "goods/g-1", ["goods/g-1"]),
      // A word in a route takes precedence over an id.
      ("open goods; open goods", "goods", []), ("open goods/new", "goods/new", []),
      ("open goods; open ./goods", "goods/goods", ["goods/goods"]),
      ("open goods/g-1; open goods/g-2", "goods/g-2", ["goods/g-1", "goods/g-2"]),
      ("open goods/g-1; open ../g-2", "goods/g-2", ["goods/g-1", "goods/g-2"]),
      ("open goods/g-1; open ..", "goods", ["goods/g-1"]),
      ("open goods/g-1; open ../..", "/", ["goods/g-1"]), ("open ..", "/", []),
      ("open goods/g-1; open /", "/", ["goods/g-1"]),
      ("open goods/a%2Fb", "goods/a%2Fb", ["goods/a%2Fb"]),
      ("open 'https://shop/v1/goods/g-1'", "goods/g-1", ["goods/g-1"]),
      ("open 'https://shop/v1/goods/g-1?page=2#top'", "goods/g-1", ["goods/g-1"]),
      ("open goods/g-1; open https://shop/v1/goods", "goods", ["goods/g-1"]),
      ("open goods; open goods/g-1; back", "goods", ["goods/g-1"]),
      ("open goods; open goods/g-1; back 2", "/", ["goods/g-1"]),
      ("open goods; open goods; back", "/", []),
      ("open goods; open goods/g-1; home", "/", ["goods/g-1"]),
      ("cd goods; cd g-1", "goods/g-1", ["goods/g-1"]),
      ("cd goods/g-1; cd ..", "goods", ["goods/g-1"]),
      ("cd goods; cd", "/", []), ("cd goods; cd /", "/", []), ("cd goods; cd ~", "/", []),
      ("cd goods; cd -", "/", []), ("cd goods; cd; cd -", "goods", []),
      ("cd goods; cd new; cd -; cd -", "goods/new", []),
      ("cd goods; cd new; cd -; back", "goods/new", []),
    ])
  func `open, back and home move`(lines: String, place: String, asked: [String]) async {
    let outcome = await bench.run("\(lines); pwd")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == place + "\n")
    #expect(bench.asked == asked)
  }

  /// Data is a name, or at the beginning a path without `.` and `..`.
  @Test(
    arguments: [
      ("let x = g-1; open goods/$x", "goods/g-1"), ("let x = goods/g-1; open $x", "goods/g-1"),
      ("let x = goods; open $x/g-1", "goods/g-1"), ("let x = /goods; open $x", "goods"),
      ("let x = a/b; open goods/$x", "goods/a%2Fb"),
      ("let x = a%2Fb; open goods/$x", "goods/a%252Fb"),
      ("let x = ..; open goods/$x", "goods/%2E%2E"),
      ("open goods; let x = ..; open $x", "goods/%2E%2E"),
      ("open goods; let x = ./g-1; open $x || open g-2", "goods/g-2"),
      ("cd goods; let x = -; cd $x", "goods/-"), ("cd goods; let x = ~; cd $x", "goods/~"),
    ])
  func `a value from a variable is a part of a place's path`(lines: String, place: String) async {
    let outcome = await bench.run("\(lines); pwd")
    #expect(outcome.output == place + "\n", "\(outcome)")
  }

  @Test(
    arguments: [
      ("open goods/g-9", 3, "there is no goods/g-9"),
      ("open ../g-9", 3, "'../g-9' is not a place"),
      ("open opinions", 3, "'opinions' is not a place"),
      ("open gods/g-1", 3, "'gods/g-1' is not a place; did you mean 'goods/g-1'?"),
      ("open goods/g-1/opinons", 3, "did you mean 'goods/g-1/opinions'?"),
      ("open nowhere", 3, "'nowhere' is not a place; the path of a place begins with 'goods'"),
      ("open", 2, "open needs PATH"), ("open a b", 2, "'b' is one too many"),
      ("open https://other/v1/goods", 2, "'https://other/v1/goods' is no URL of the environment"),
      ("back", 1, "there is no earlier place"), ("cd -", 1, "there is no earlier place"),
      ("cd goods; home; cd -", 1, "there is no earlier place"),
      ("cd nowhere", 3, "'nowhere' is not a place"), ("ls nowhere", 3, "'nowhere' is not a place"),
      ("ls goods x", 2, "'x' is one too many"),
      ("cd goods/g-1; ls --nope", 2, "has no option '--nope'"),
      ("open goods; back 2", 1, "there is only 1 earlier place"),
      ("open goods; open /; back 3", 1, "there are only 2 earlier places"),
      ("back 0", 2, "N takes a whole number from 1 to 1000, not '0'"),
      ("pwd x", 2, "pwd takes no arguments"),
    ])
  func `an invalid move is an error, and the user stays`(
    line: String, status: Int32, message: String
  )
    async
  {
    let outcome = await bench.run(line)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `an unreachable server keeps the user in place`() async {
    _ = await bench.run("open goods/g-1")
    bench.failure = ShellError(.unconnected, "the server is gone")
    #expect(await bench.run("open ../g-2").status == 5)
    #expect(await bench.run("pwd").output == "goods/g-1\n")
  }

  @Test(
    arguments: [
      ("goods", "list", "goods list"), ("goods/g-1", "show", "goods show g-1"),
      ("goods/g-1", "show g-2", "goods show g-2"), ("goods/g-1", "goods show", "goods show g-1"),
      ("goods/g-1", "opinions list", "opinions list g-1"),
      ("goods/g-1", "opinions list g-2", "opinions list g-2"),
      ("goods/g-1", "opinions show o-1", "opinions show g-1 o-1"),
      ("goods/g-1/opinions", "list", "opinions list g-1"),
      ("goods/g-1/opinions", "show o-1", "opinions show g-1 o-1"),
      ("goods/g-1/opinions", "show g-2 o-1", "opinions show g-2 o-1"),
      ("goods/g-1/opinions", "add --loud -- -x", "opinions add g-1 -x"),
      ("goods/g-1/opinions", "add -- -x --loud", "opinions add -x --loud"),
      ("goods/g-1/opinions/o-1", "show", "opinions show g-1 o-1"),
      ("goods/g-1/opinions/o-1", "show o-2", "opinions show g-1 o-2"),
      ("goods/g-1", "let id = g-2; show $id", "goods show g-2"),
      // The shell's own commands, modules and stages keep their names.
      ("goods/g-1", "print x", "x"), ("goods/g-1", "goods print", "goods print g-1"),
      ("goods", "shop list 1 | count", "1"),
      (
        "goods/g-1/opinions", "shop list 2 | each show o-1",
        "opinions show g-1 o-1\nopinions show g-1 o-1"
      ),
      ("goods/g-1", "shop list 1 | each opinions list", "opinions list g-1"),
    ])
  func `commands can omit arguments given by the place`(place: String, line: String, output: String)
    async
  {
    let outcome = await bench.run("open \(place); \(line)")
    #expect(outcome == .init(0, output + "\n"))
  }

  @Test(arguments: [
    ("ls", "goods"), ("cd goods; ls", "goods list"), ("cd goods/g-1; ls", "goods show g-1"),
    ("cd goods/g-1/opinions; ls", "opinions list g-1"), ("ls goods", "goods list"),
    ("ls goods/g-1", "goods show g-1"), ("cd goods/g-1; ls opinions", "opinions list g-1"),
    ("cd goods/g-1; ls ..", "goods list"), ("cd goods/g-1; ls /", "goods"),
    ("cd goods/g-1; ls ../g-2", "goods show g-2"),
  ])
  func `ls lists or shows what is at a place`(line: String, output: String) async {
    #expect(await bench.run(line) == .init(0, output + "\n"))
  }

  @Test(
    arguments: [
      // Both values come from the place; the word is the text.
      ("goods/g-1/opinions/o-1", "notes note hm", "notes note g-1 o-1 hm"),
      ("goods/g-1/opinions/o-1", "notes note", "notes note g-1 o-1"),
      // The place gives the first value, and the words give the others.
      ("goods/g-1/opinions", "notes note o-2 hm", "notes note g-1 o-2 hm"),
      ("goods/g-1/opinions/o-1", "notes note o-2 hm", "notes note g-1 o-2 hm"),
      ("goods/g-1/opinions/o-1", "notes note g-2 o-2 hm", "notes note g-2 o-2 hm"),
      ("goods/g-1", "notes note o-2", "notes note g-1 o-2"),
      // Commands of other modules that need one of the place's values run by their names alone.
      ("goods/g-1/opinions/o-1", "note hm", "notes note g-1 o-1 hm"),
      ("goods/g-1", "note o-2", "notes note g-1 o-2"),
      ("goods/g-1", "add x", "opinions add g-1 x"),
      // The module of the place keeps its own command.
      ("goods/g-1", "show", "goods show g-1"),
    ])
  func `a place gives leading arguments, and other modules' commands need no module name`(
    place: String, line: String, output: String
  ) async throws {
    try loadNotes()
    #expect(await bench.run("open \(place); \(line)") == .init(0, output + "\n"))
  }

  @Test func `a command name of two other modules needs its module`() async throws {
    try loadNotes()
    try bench.test.shell.modules.load(
      SampleModule("memos", commands: [PlaceBench.printing("memos", "note", [PlaceBench.good])]))
    let outcome = await bench.run("open goods/g-1; note o-1")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'note' is not a command"), "\(outcome)")
    #expect(await bench.run("open goods/g-1; memos note").output == "memos note g-1\n")
    #expect(!bench.lines("no").contains("note"))
  }

  @Test func `Tab offers the commands of other modules that need the place`() async throws {
    try loadNotes()
    #expect(!bench.lines("not").contains("note"))
    _ = await bench.run("open goods/g-1")
    #expect(bench.lines("not").contains("note"), "\(bench.lines("not"))")
    // A list for which the place is only optional needs its module's name.
    #expect(await bench.run("remark").status == 2)
  }

  private func loadNotes() throws {
    let text = ArgumentSpecification("TEXT", "what to note", isRequired: false)
    let optional = ArgumentSpecification(
      "GOOD", "which", isRequired: false, completion: "goods.id")
    try bench.test.shell.modules.load(
      SampleModule(
        "notes",
        commands: [
          PlaceBench.printing("notes", "note", [PlaceBench.good, PlaceBench.opinion, text]),
          PlaceBench.printing("notes", "remark", [optional]),
        ]))
  }

  @Test func `help knows a command of the place by its name alone`() async {
    let whole = await bench.run("goods show --help")
    #expect(await bench.run("open goods; show -h") == whole)
    #expect(await bench.run("help show") == whole)
    #expect(await bench.run("show x --help") == whole)
  }

  @Test func `away from its place, a command needs its module again`() async {
    let outcome = await bench.run("open goods; home; show")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean 'goods show', 'opinions show'"))
  }

  @Test func `a mistyped command of the place is suggested`() async {
    let outcome = await bench.run("open goods; shw")
    #expect(outcome.errors.contains("'shw' is not a command; did you mean 'show'?"))
    #expect(await bench.run("opne goods").errors.contains("did you mean 'open'?"))
  }

  @Test func `each environment has its own place`() async {
    _ = await bench.run("open goods/g-1")
    bench.environment = "test"
    #expect(await bench.run("pwd").output == "/\n")
    #expect(await bench.run("goods show").status == 2)
    _ = await bench.run("open goods")
    bench.environment = "live"
    #expect(await bench.run("pwd; goods show").output == "goods/g-1\ngoods show g-1\n")
    _ = await bench.run("home")
    bench.environment = "test"
    #expect(await bench.run("pwd").output == "goods\n")
  }

  @Test func `without the module of the place, commands need their arguments again`() async throws {
    _ = await bench.run("open goods/g-1")
    try bench.test.shell.modules.unload("goods")
    let outcome = await bench.run("opinions show o-1")
    #expect(outcome.status == 2 && outcome.errors.contains("opinions show needs OPINION"))
    #expect(await bench.run("show").status == 2)
    #expect(await bench.run("pwd").output == "goods/g-1\n")
    try bench.test.shell.modules.load("goods")
    #expect(await bench.run("show").output == "goods show g-1\n")
  }

  @Test func `each move posts one event`() async {
    _ = await bench.run("open goods; open goods; open g-1; back; home; home")
    let moves = bench.recorder.events(of: LocationChanged.self)
    #expect(moves.map(\.place) == ["goods", "goods/g-1", "goods", "/"])
    #expect(moves.map(\.previous) == ["/", "goods", "goods/g-1", "goods"])
  }

  @Test(
    arguments: [
      ("goods/g-1", "goods/g-1", "goods"), ("goods/g-1/opinions", "goods/g-1", "goods"),
      ("goods/g-1/opinions/o-1", "goods/g-1/opinions/o-1", "goods/g-1/opinions"),
      ("goods/g-12", "goods/g-1", "goods/g-12"), ("goods", "goods/g-1", "goods"),
    ])
  func `the place of a deleted resource is left`(place: String, deleted: String, next: String)
    async
  {
    let console = RecordingConsole()
    _ = await bench.test.type(
      .line("open \(place)"), console: console)
    bench.test.shell.places.leave(deleted: deleted, notifying: bench.test.shell.console)
    #expect(await bench.run("pwd").output == next + "\n")
    #expect(await bench.run("back 9").status == 1)
  }

  @Test func `a form asks only for values that the place does not give`() async {
    let console = RecordingConsole(answers: ["fine", "o-1"])
    let reader = ScriptedLineReader(
      ["open goods/g-1/opinions", "add", "show", "opinions list"].map { .line($0) })
    let outcome = await bench.test.type(reader, console: console)
    #expect(console.questions == ["text", "opinion"])
    #expect(outcome.output == "opinions add g-1 fine\nopinions show g-1 o-1\nopinions list g-1\n")
    #expect(reader.statements.contains("add fine"))
  }

  @Test(
    arguments: [
      ("pay --pin 1", false), ("pay g-1 --pin=1", false), ("unlock x", false), ("unlok x", false),
      ("time pay --pin 1", false), ("show g-1", true), ("list; pay --pin 1", false),
      ("print pay", true),
    ])
  func `secrets of a command without its module stay out of the history`(
    line: String, isKept: Bool
  ) async {
    let reader = ScriptedLineReader([.line("open goods/g-1"), .line(line)])
    _ = await bench.test.type(reader)
    #expect(reader.statements == ["open goods/g-1"] + (isKept ? [line] : []))
  }

  @Test func `a subshell keeps its starting place, and does not move the user`() async {
    _ = await bench.run("open goods/g-1")
    let moves = bench.recorder.events(of: LocationChanged.self).count
    let copy = bench.test.shell.places.copy()
    copy.goHome()
    #expect(await bench.run("pwd").output == "goods/g-1\n")
    #expect(bench.recorder.events(of: LocationChanged.self).count == moves)
    _ = await bench.run("home")
    #expect(copy.currentPath == .home)
  }

  @Test(arguments: ["goods/", "{a}/b", "goods/{}"])
  func `a module with an impossible place is not loaded`(pattern: String) throws {
    let error = #expect(throws: ShellError.self) {
      try bench.test.shell.modules.load(
        SampleModule("wrong", places: [PlaceRoute(pattern)]))
    }
    #expect(error?.message.hasPrefix("the module 'wrong': the place '\(pattern)'") == true)
  }
}
