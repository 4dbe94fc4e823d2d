import SeashellTesting
import Testing

@testable import ShellTerminal

@MainActor @Suite struct HistorySearchTests {
  let folder: TemporaryFolder
  let history: HistoryFile

  init() throws {
    folder = try TemporaryFolder()
    history = HistoryFile(path: folder.file("history"))
  }

  private func remember(_ statements: [(String, String)]) throws {
    for (statement, environment) in statements { try history.append(statement, in: environment) }
  }

  @Test func `the newest line of the environment comes first`() throws {
    try remember([
      ("products list", "a"), ("products show p-1", "a"), ("products list --all", "b"),
      ("print 1", "b"),
    ])
    var search = HistorySearch(history)
    #expect(search.continuation(of: "products", in: "a") == "products show p-1")
    #expect(search.continuation(of: "products l", in: "a") == "products list")
    #expect(search.continuation(of: "products list ", in: "a") == "products list --all")
    #expect(search.continuation(of: "products", in: "b") == "products list --all")
    #expect(search.continuation(of: "pr", in: "none") == "print 1")
    #expect(search.continuation(of: "products list --all", in: "b") == nil)
    #expect(search.continuation(of: "x", in: "b") == nil)
    #expect(search.continuation(of: "xy", in: "b") == nil)
  }

  @Test func `what is typed after a shorter text is found, and new lines too`() throws {
    try remember([("abc", "a"), ("abd", "a")])
    var search = HistorySearch(history)
    #expect(search.continuation(of: "ab", in: "a") == "abd")
    #expect(search.continuation(of: "abc", in: "a") == nil)
    #expect(search.continuation(of: "a", in: "a") == "abd")
    try history.append("abe", in: "a")
    #expect(search.continuation(of: "ab", in: "a") == "abe")
    try history.forget()
    #expect(search.continuation(of: "ab", in: "a") == nil)
  }

  @Test func `an empty line is continued by what usually followed the last line`() throws {
    try remember([
      ("login", "a"), ("list", "a"), ("login", "a"), ("list", "a"), ("login", "b"), ("show", "b"),
      ("login", "a"),
    ])
    var search = HistorySearch(history)
    #expect(search.continuation(of: "", in: "a") == "list")
    try history.append("list", in: "a")
    #expect(search.continuation(of: "", in: "a") == "login")
    try history.append("once", in: "a")
    #expect(search.continuation(of: "", in: "a") == nil)
  }

  @Test func `an empty line is not continued by a line that failed in this session`() throws {
    try remember([
      ("login", "a"), ("list", "a"), ("login", "a"), ("lsit", "a"), ("login", "a"), ("list", "a"),
      ("login", "a"), ("lsit", "a"), ("login", "a"),
    ])
    var search = HistorySearch(history)
    #expect(search.continuation(of: "", in: "a") == "lsit")
    search.note("lsit", hasFailed: true)
    #expect(search.continuation(of: "", in: "a") == "list")
    search.note("list", hasFailed: true)
    #expect(search.continuation(of: "", in: "a") == nil)
    search.note("lsit", hasFailed: false)
    #expect(search.continuation(of: "", in: "a") == "lsit")
    #expect(search.continuation(of: "lis", in: "a") == "list")
  }

  @Test func `the next session knows the environments`() throws {
    try remember([("say \\@x", "wh:live"), ("say two", "back\\slash"), ("say three", "")])
    let next = HistoryFile(path: folder.file("history"))
    try next.merge()
    #expect(next.statements == ["say \\@x", "say two", "say three"])
    var search = HistorySearch(next)
    #expect(search.continuation(of: "say", in: "wh:live") == "say \\@x")
    #expect(search.continuation(of: "say", in: "back\\slash") == "say two")
  }

  @Test(arguments: [
    ("one", "one", ""), ("one\\@a", "one", "a"), ("o\\ne\\\\@b\\@a\\\\", "o\ne\\@b", "a\\"),
    ("\\@a", "", "a"),
  ])
  func `a line of the file has a statement and an environment`(
    line: String, statement: String, environment: String
  ) {
    let entry = HistoryLine.entry(of: Array(line.utf8)[...])
    #expect(entry?.statement == statement)
    #expect(entry?.environment == environment)
  }

  @Test(arguments: ["one\\", "one\\x", "one\\@a\\@b", "one\\@\\x"])
  func `a damaged line is none`(line: String) {
    #expect(HistoryLine.entry(of: Array(line.utf8)[...]) == nil)
  }
}
