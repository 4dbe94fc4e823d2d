import ShellTestSupport
import ShellLanguage
import Testing

@testable import ShellOutput
@testable import ShellRuntime

/// Variables with records.
@MainActor
@Suite struct RecordVariableTests {
  @Test(
    "A variable holds records, which a path reads",
    arguments: [
      ("$mugs[0].id", "1"), ("$mugs[-1].name", "a;b"), ("$mugs[1].author.name", "Bob"),
      ("$mugs[0]", #"{"id":1,"name":"mug","author":{"name":"Ada"},"x.y":true}"#),
      ("$mugs[0].x.y", "true"),
      ("$mugs[1].author", #"{"name":"Bob"}"#), ("$one.name", "mug"), ("$one.author.name!", "Ada!"),
      ("$one", #"{"id":1,"name":"mug","author":{"name":"Ada"},"x.y":true}"#),
      ("$file.txt", "notes.txt"), ("$file[0].id", "notes[0].id"), ("${file}.txt", "notes.txt"),
      ("$HOME.d", "/home/ada.d"),
    ])
  func records(word: String, text: String) async throws {
    let test = TestShell()
    test.shell.variables.set("mugs", to: Self.mugs)
    test.shell.variables.set(
      "one", to: Records(columns: Self.mugs.columns, rows: [Self.mugs.rows[0]], isList: false))
    #expect(await test.run("let file = notes; print \(word)") == .init(0, text + "\n"))
  }

  @Test(
    "A path of a variable that does not exist says where it ends",
    arguments: [
      ("$mugs.id", "$mugs is a list; write $mugs[0].id for its first one"),
      ("$mugs[2].id", "$mugs has 2 records, so [2] is not one of them"),
      ("$mugs[0].author.x", "$mugs[0].author has no field 'x'; its fields are name"),
      (
        "$mugs[0].name.txt",
        "$mugs[0].name is neither a list nor a record; to add text, write ${mugs[0].name}.txt"
      ),
      (
        "$it.id",
        "$it is not defined; it is the record in an 'each' stage: COMMAND | each COMMAND $it.FIELD"
      ),
    ])
  func nowhere(word: String, message: String) async throws {
    let test = TestShell()
    test.shell.variables.set("mugs", to: Self.mugs)
    let outcome = await test.run("print \(word)")
    let carets = String(repeating: "^", count: word.count)
    #expect(
      outcome == .init(2, "", "test:1: \(message)\n  print \(word)\n        \(carets)\n"))
  }

  @Test(
    "A fallback replaces a variable that is undefined, empty or null",
    arguments: [
      ("${nope:-text}", "text"), ("${nope.a.b:-text}", "text"), ("${empty:-text}", "text"),
      ("${empty.txt:-text}", "text"), ("${HOME:-text}", "/home/ada"), ("${9:-text}", "text"),
      ("${_:-text}", "text"), ("${it.id:-text}", "text"), ("${mugs[7].id:-text}", "text"),
      ("${mugs[1].none:-text}", "text"), ("${mugs[1].id:-text}", "2"), ("a${nope:-}b", "ab"),
      ("${@:-none}", "none"), ("${?:-text}", "0"),
    ])
  func fallbacks(word: String, text: String) async throws {
    let test = TestShell()
    var (columns, rows) = (Self.mugs.columns, Self.mugs.rows)
    columns[3] = Column("none")
    rows[1][3] = .null
    test.shell.variables.set("mugs", to: Records(columns: columns, rows: rows, isList: true))
    #expect(await test.run("let empty = ''; print \"\(word)\"") == .init(0, text + "\n"))
  }

  private static let mugs = Records(
    columns: [Column("id"), Column("name"), Column("author"), Column("x.y")],
    rows: [
      [.integer(1), .text("mug"), .record([.init("name", .text("Ada"))]), .boolean(true)],
      [.integer(2), .text("a;b"), .record([.init("name", .text("Bob"))]), .boolean(false)],
    ], isList: true)

  @Test func `let lists records by their number`() async throws {
    let test = TestShell()
    test.shell.variables.set("mugs", to: Self.mugs)
    test.shell.variables.set(
      "one", to: Records(columns: Self.mugs.columns, rows: [Self.mugs.rows[0]], isList: false))
    #expect(
      await test.run("let n = 5\nlet; unset mugs; let n = 6; let")
        == .init(0, "mugs\t2 records\nn\t5\none\ta record\nn\t6\none\ta record\n"))
  }
}
