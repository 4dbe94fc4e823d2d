import CoreSystem
import Glibc
import SeashellTesting
import Testing

@testable import ShellTerminal

@MainActor @Suite struct HistoryFileTests {
  let folder: TemporaryFolder
  var path: String { folder.file("history") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the next session knows the typed statements`() throws {
    let statements = ["one", "print 'a\nb'", #"say \n \\"#, "日本☕"]
    let first = HistoryFile(path: path)
    for statement in statements { try first.append(statement) }
    #expect(first.statements == statements)
    let second = HistoryFile(path: path)
    try second.merge()
    #expect(second.statements == statements)
    #expect(try folder.read("history").split(separator: "\n").count == 4)
  }

  @Test func `only its owner can read the history file`() async throws {
    // The umask is shared by the whole process.
    await #expect(processExitsWith: .success) { [path = path as String] in
      umask(0)
      try await MainActor.run { try HistoryFile(path: path).append("one") }
    }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `two sessions see each other's statements`() throws {
    let (one, other) = (HistoryFile(path: path), HistoryFile(path: path))
    try one.append("a")
    try other.append("b")
    try one.append("c")
    try other.merge()
    #expect(one.statements == ["a", "b", "c"])
    #expect(other.statements == ["a", "b", "c"])
  }

  @Test func `a statement repeated in a row is kept once`() throws {
    let (one, other) = (HistoryFile(path: path), HistoryFile(path: path))
    for statement in ["a", "a", "b", "a"] { try one.append(statement) }
    try other.append("a")
    #expect(other.statements == ["a", "b", "a"])
    #expect(try folder.read("history") == "a\nb\na\n")
  }

  @Test func `clearing the history empties the file and other sessions`() throws {
    let (one, other) = (HistoryFile(path: path), HistoryFile(path: path))
    try one.append("secret")
    try other.merge()
    try one.forget()
    try one.append("x")
    #expect(one.statements == ["x"])
    try other.merge()
    #expect(other.statements == ["x"])
    #expect(try folder.read("history") == "x\n")
  }

  @Test func `damaged history lines are skipped`() throws {
    let bytes: [UInt8] =
      Array("good\n".utf8) + [0xFF, 0x41, 0x0A] + Array("a\u{0}b\n\nbad \\x\nlast\nhalf".utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    let history = HistoryFile(path: path)
    try history.merge()
    #expect(history.statements == ["good", "last"])
    try history.append("new")
    #expect(history.statements == ["good", "last", "half", "new"])
  }

  @Test func `a large history file is cut down to the newest statements`() throws {
    let (one, other) = (
      HistoryFile(path: path, keeping: 10), HistoryFile(path: path, keeping: 10)
    )
    try other.append("0")
    for number in 1...25 { try one.append("\(number)") }
    try other.append("26")
    try one.merge()
    #expect(try folder.read("history").split(separator: "\n").count <= 20)
    #expect(one.statements.suffix(10) == (17...26).map { "\($0)" })
    #expect(other.statements.suffix(10) == one.statements.suffix(10))
  }

  @Test func `only the end of a huge history file is read, and the rest is removed`() throws {
    let long = String(repeating: "x", count: 60)
    try folder.write("history", (1...100).map { "\($0) \(long)\n" }.joined())
    var size = HistoryFile.Size()
    size.read = 1000
    size.kept = 500
    let history = HistoryFile(path: path, size: size)
    try history.merge()
    #expect(history.statements.last == "100 \(long)")
    #expect(history.statements.allSatisfy { $0.hasSuffix(" \(long)") && $0.count > 61 })
    try history.append("new")
    let lines = try folder.read("history").split(separator: "\n")
    #expect(lines.last == "new")
    #expect(lines.count < 10)
  }

  @Test func `while the history is locked, statements wait and are written with the next one`()
    throws
  {
    let (one, other) = (HistoryFile(path: path), HistoryFile(path: path))
    try one.append("a")
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    for statement in ["a", "b", "b", "c"] {
      #expect(throws: SystemError.self) { try one.append(statement) }
    }
    #expect(one.statements == ["a", "b", "c"])
    #expect(try folder.read("history") == "a\n")
    #expect(throws: SystemError.self) { try one.catchUp() }
    #expect(throws: SystemError.self) { try one.forget() }
    flock(descriptor, LOCK_UN)
    try other.append("x")
    let generation = one.generation
    try one.merge()
    #expect(one.statements == ["a", "x", "a", "b", "c"])
    // The statements in readline's list have moved.
    #expect(one.generation > generation)
    try one.append("d")
    #expect(one.statements == ["a", "x", "a", "b", "c", "d"])
    #expect(try folder.read("history") == "a\nx\na\nb\nc\nd\n")
    try other.merge()
    #expect(other.statements == one.statements)
  }

  @Test func `waiting statements are written when the session ends`() throws {
    let history = HistoryFile(path: folder.file("later/history"))
    #expect(throws: SystemError.self) { try history.append("one") }
    #expect(throws: SystemError.self) { try history.append("two") }
    #expect(mkdir(folder.file("later"), 0o700) == 0)
    try history.catchUp()
    try history.catchUp()
    #expect(try folder.read("later/history") == "one\ntwo\n")
    #expect(history.statements == ["one", "two"])
  }

  @Test func `a statement that cannot be written completely is written once, later`()
    async throws
  {
    // The limit on the size of files is shared by the whole process.
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await MainActor.run {
        signal(SIGXFSZ, SIG_IGN)
        let history = HistoryFile(path: path)
        try history.append("one")
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        var small = limit
        small.rlim_cur = 10
        setrlimit(resource, &small)
        #expect(throws: SystemError.self) { try history.append("two and more") }
        setrlimit(resource, &limit)
        try history.append("three")
        #expect(history.statements == ["one", "two and more", "three"])
      }
    }
    #expect(try folder.read("history") == "one\ntwo and more\nthree\n")
  }

  @Test func `a statement that cannot be written is still in the session's history`() throws {
    let history = HistoryFile(path: folder.file("no/history"))
    #expect(throws: SystemError.self) { try history.append("one") }
    #expect(history.statements == ["one"])
  }

  @Test func `many sessions append to the history at once, and nothing is lost`() async throws {
    let path = path
    let (sessions, count) = (8, 50)
    let tasks = (0..<sessions).map { session in
      Task { @MainActor in
        let history = HistoryFile(path: path)
        for number in 0..<count {
          try history.append("\(session) \(number)")
          await Task.yield()
        }
      }
    }
    for task in tasks { try await task.value }
    let history = HistoryFile(path: path)
    try history.merge()
    #expect(Set(history.statements).count == sessions * count)
    #expect(history.statements.count == sessions * count)
  }
}
