import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

@testable import SeashellKit

@MainActor
@Suite struct EventCursorFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var path: String { "\(folder.path)/places/live/worker" }

  private func file(_ name: String = "worker") throws -> EventCursorFile {
    try EventCursorFile(name, of: "live", in: folder.path)
  }

  private func refusal(_ name: String = "worker") -> ShellError? {
    do {
      _ = try file(name)
      return nil
    } catch {
      return ShellError(error)
    }
  }

  /// Writes a file that another process could have written.
  private func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: folder.file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test func `an event id is read again by the next process`() throws {
    let first = try file()
    #expect(first.id == nil)
    #expect(mode(path) == nil)
    try first.write("41")
    try first.write("42 ☕")
    #expect(first.id == "42 ☕")
    first.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "42 ☕\n")
    #expect(try file().id == "42 ☕")
  }

  @Test(arguments: (UInt32(0)...0x9F).map { Unicode.Scalar($0) })
  func `every event id that is written can be read again`(
    scalar: Unicode.Scalar?
  ) throws {
    let scalar = try #require(scalar)
    let (id, first) = ("a\(scalar)b", try file())
    try first.write("1")
    // As in a header field, the tab is the only control character allowed in an id.
    let isRefused = (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7F
    if isRefused {
      #expect(throws: ShellError.self) { try first.write(id) }
    } else {
      try first.write(id)
    }
    first.close()
    #expect(try file().id == (isRefused ? "1" : id))
  }

  @Test(arguments: [
    "0", " 7 ", "\t7\t", "a\tb", "\\t", "%09", "☕\u{85}\u{2028}", "e\u{301}", "é", "\u{FEFF}1",
    String(repeating: "9", count: 99),
  ])
  func `an unusual event id is read as it was written`(id: String) throws {
    let first = try file()
    try first.write(id)
    first.close()
    #expect(Array(try #require(try file().id).utf8) == Array(id.utf8))
  }

  @Test func `only the owner can read the files of a feed's position`() throws {
    let file = try file()
    try file.write("1")
    #expect(mode(path) == 0o600)
    #expect(mode(path + ".lock") == 0o600)
    #expect(mode("\(folder.path)/places") == 0o700)
    #expect(mode("\(folder.path)/places/live") == 0o700)
  }

  @Test func `a second worker is refused with the first one's process id`() throws {
    let first = try file()
    let error = try #require(refusal())
    #expect(error.message == "process \(getpid()) already works as 'worker' on live")
    #expect(error.hint == "end it first, or choose another name for --durable")
    #expect(error.status == .failure)
    // Another name, or another environment, is another place.
    #expect(refusal("worker-2") == nil)
    _ = try EventCursorFile("worker", of: "staging", in: folder.path)
    first.close()
    #expect(refusal() == nil)
  }

  @Test func `files of a killed worker do not block the next one`() throws {
    let first = try file()
    try first.write("7")
    first.close()
    try write("places/live/worker.new", "half")
    try write("places/live/worker.lock", "1\n")
    let next = try file()
    #expect(next.id == "7")
    try next.write("8")
    #expect(mode(path + ".new") == nil)
  }

  @Test(arguments: ["", "\n", "7", "7\n8\n", "7\r\n", "\u{1B}\n", "7\0\n"])
  func `a damaged file of an event id is an error with advice`(content: String) throws {
    try write("places/live/worker", content)
    let error = try #require(refusal())
    #expect(error.message == "\(path) is damaged: it is not one line with the id of an event")
    #expect(
      error.hint
        == "write the id of the last finished event into it, or remove it to begin with new events")
    #expect(error.status == .failure)
    // The file stays, and the lock does not.
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    unlink(path)
    #expect(refusal() == nil)
  }

  @Test func `a file of an event id must be UTF-8`() throws {
    try write("places/live/worker", "")
    try Data([0xFF, 0x0A]).write(to: URL(filePath: path))
    #expect(refusal()?.message.contains("is damaged") == true)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a.lock", "-a", "_", "ä", "a b", "a\n"])
  func `a worker's name must be a safe file name`(name: String) throws {
    let error = try #require(refusal(name))
    #expect(error.message == "'\(name)' is not a valid name for --durable")
    #expect(error.status == .usage)
  }

  @Test func `a worker's name that is too long is refused`() {
    #expect(refusal(String(repeating: "a", count: 64)) == nil)
    #expect(refusal(String(repeating: "a", count: 65))?.code == .usage)
  }

  @Test func `an event id that cannot be written leaves the old one`() throws {
    let file = try file()
    try file.write("1")
    // A folder in the way simulates a full disk.
    try write("places/live/worker.new/x", "")
    #expect(throws: (any Error).self) { try file.write("2") }
    #expect(file.id == "1")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n")
  }

  @Test func `a closed file of an event id is not written`() throws {
    let file = try file()
    file.close()
    try file.write("1")
    #expect(mode(path) == nil)
  }
}
