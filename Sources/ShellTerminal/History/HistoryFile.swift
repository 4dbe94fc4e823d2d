import CoreSystem
import Glibc

/// The statements typed in all sessions, in one file to which each session appends.
///
/// Each statement is a line, a ``HistoryLine``. `\n` stands for a newline and `\\` for a backslash.
///
/// A session locks the file while it writes. To shorten the file, a session renames a new file to its path.
/// The others notice that the inode has changed, and read the new file from the start. They keep the old file
/// open until then, so that its inode number cannot be reused. Statements that cannot be written stay in
/// memory, and are written with the next one.
@MainActor
final class HistoryFile {
  /// Limits in bytes.
  struct Size: Sendable {
    var kept = 8 << 20
    /// How much of the file's end is read.
    var read = 32 << 20
  }

  /// A number that changes when ``statements`` changes in any way except by growth at its end.
  private(set) var generation = 0

  private let file: PrivateFile
  private let kept: Int
  private let size: Size
  /// The statements in the file, oldest first.
  private(set) var read: [String] = []
  /// The environment of each, as an index in ``environments``.
  private(set) var places: [UInt16] = []
  /// The first bytes of each, to compare many of them quickly.
  private(set) var heads: [UInt64] = []
  /// The names of environments; the first one is unknown.
  private(set) var environments = [""]
  private var waiting: [(statement: String, environment: String)] = []
  /// Whether writing any of them has failed before.
  private var isBehind = false
  /// The open file, which is locked while it is written.
  private var lock: FileLock?
  private var offset = 0
  private var lines = 0

  /// How many times to try the lock, at intervals of a millisecond.
  ///
  /// Only a stopped session holds the lock longer, and the main actor is blocked while this session waits.
  private static let attempts = 50

  /// ``merge()`` reads the file, which need not exist, unlike its folder.
  ///
  /// It may grow to twice `kept` statements.
  init(path: String, keeping kept: Int = 100_000, size: Size = Size()) {
    file = PrivateFile(path: path)
    self.kept = kept
    self.size = size
  }

  var statements: [String] {
    guard let first = waiting.first?.statement else { return read }
    let rest = first == read.last ? waiting.dropFirst() : waiting[...]
    return read + rest.map(\.statement)
  }

  /// Reads the lines that sessions have appended.
  ///
  /// - Throws: an error if the file cannot be read. The known statements stay.
  func merge() throws {
    let descriptor = try open().descriptor
    let end = lseek(descriptor, 0, SEEK_END)
    if end < offset { startOver() }
    guard end > offset else { return }
    let isCut = end - offset > size.read
    if isCut { offset = end - size.read }
    guard let bytes = FileBytes.read(descriptor, end - offset, at: offset) else {
      throw SystemError("cannot read \(file.path)")
    }
    // A line without a newline is still being written.
    guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
    offset += last + 1
    // The waiting statements now follow the new lines.
    if isBehind { generation += 1 }
    let found = bytes[..<last].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in found.dropFirst(isCut ? 1 : 0) {
      lines += 1
      if let (statement, environment) = HistoryLine.entry(of: line) { take(statement, environment) }
    }
  }

  /// Adds a statement, unless it repeats the last one.
  ///
  /// - Throws: an error if it cannot be written. This session keeps it, and writes it with the next one.
  func append(_ statement: String, in environment: String = "") throws {
    if waiting.last?.statement != statement { waiting.append((statement, environment)) }
    if waiting.count > kept {
      waiting.removeFirst()
      generation += 1
    }
    // After a failure, do not block for the lock at each statement.
    try writeWaiting(attempts: isBehind ? 1 : Self.attempts)
  }

  func catchUp() throws { try writeWaiting(attempts: Self.attempts) }

  /// Deletes all statements, including those of other sessions.
  ///
  /// - Throws: an error if the file cannot be replaced. The known statements stay.
  func forget() throws {
    try locked(attempts: Self.attempts) { _ in
      try file.replace(with: [])
      waiting = []
      isBehind = false
      startOver()
    }
  }

  private func writeWaiting(attempts: Int) throws {
    guard !waiting.isEmpty else { return }
    defer { isBehind = !waiting.isEmpty }
    try locked(attempts: attempts) {
      try appendWaiting(to: $0)
      try merge()
      if lines > 2 * kept || offset > 2 * size.kept { try cutDown() }
    }
  }

  private func appendWaiting(to descriptor: Int32) throws {
    var last = read.last
    var bytes: [UInt8] = []
    for (statement, environment) in waiting where statement != last {
      guard let line = HistoryLine(statement, in: environment) else { continue }
      bytes += line.bytes
      last = statement
    }
    let end = lseek(descriptor, 0, SEEK_END)
    // End an incomplete line that a session could not finish.
    if offset < end, !bytes.isEmpty { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    do {
      try file.write(bytes, to: descriptor)
    } catch {
      // The next attempt writes all of it again.
      ftruncate(descriptor, end)
      throw error
    }
    if isBehind { generation += 1 }
    waiting = []
    isBehind = false
  }

  private func cutDown() throws {
    var newest: [HistoryLine] = []
    var count = 0
    for index in read.indices.suffix(kept).reversed() {
      let environment = environments[Int(places[index])]
      guard let line = HistoryLine(read[index], in: environment) else { continue }
      count += line.bytes.count
      guard count <= size.kept else { break }
      newest.append(line)
    }
    try file.replace(with: newest.reversed().flatMap(\.bytes))
  }

  private func take(_ statement: String, _ environment: String) {
    guard read.last != statement else { return }
    read.append(statement)
    places.append(place(of: environment))
    heads.append(Self.head(of: statement).bytes)
    guard read.count > 2 * kept else { return }
    let extra = read.count - kept
    read.removeFirst(extra)
    places.removeFirst(extra)
    heads.removeFirst(extra)
    generation += 1
  }

  /// The index of an environment's name.
  private func place(of environment: String) -> UInt16 {
    let last = Int(places.last ?? 0)
    if environments[last] == environment { return UInt16(last) }
    if let known = environments.firstIndex(of: environment) { return UInt16(known) }
    // Further ones count as unknown.
    guard environments.count < 1000 else { return 0 }
    environments.append(environment)
    return UInt16(environments.count - 1)
  }

  /// The first eight bytes of a text, and a mask of those that it has.
  static func head(of text: String) -> (bytes: UInt64, mask: UInt64) {
    var (bytes, mask): (UInt64, UInt64) = (0, 0)
    var shift: UInt64 = 56
    for byte in text.utf8.prefix(8) {
      bytes |= UInt64(byte) << shift
      mask |= 0xFF << shift
      shift &-= 8
    }
    return (bytes, mask)
  }

  private func startOver() {
    offset = 0
    lines = 0
    (read, places, heads) = ([], [], [])
    generation += 1
  }

  /// Opens the file, unless the open one is still the one at the path.
  private func open() throws -> FileLock {
    if let lock, lock.isAtPath { return lock }
    let new = try FileLock(file.path)
    if lock != nil { startOver() }
    lock = new
    return new
  }

  /// Runs a body while no other session can write, after reading everything they wrote.
  private func locked(attempts: Int, _ body: (Int32) throws -> Void) throws {
    while true {
      let held = try open()
      guard try held.takeBlocking(tries: attempts, pause: 1) else {
        throw SystemError("cannot lock \(file.path)", reason: "another session holds it")
      }
      defer { held.release() }
      // Another session may have replaced the file while this one waited for the lock.
      try merge()
      guard lock === held else { continue }
      return try body(held.descriptor)
    }
  }
}
