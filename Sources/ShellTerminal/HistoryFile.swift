import ShellOutput
import Glibc

/// What was typed in every session, in a file to which all of them append.
///
/// A statement is a line of the file, in which `\n` stands for a newline and `\\` for a backslash.
/// Whoever writes holds a lock on the file; whoever replaces it renames another into its place, and
/// the others see by the inode that they have to read it anew: they hold the old one open, so its
/// number cannot be used again. What cannot be written now is written with what comes next.
@MainActor
final class HistoryFile {
  /// How often ``statements`` became something else than what it was with more at its end.
  private(set) var generation = 0

  let path: String
  let kept: Int
  let size: HistorySize
  /// What the file says, the oldest first.
  private var read: [String] = []
  /// What has to be written yet.
  private var waiting: [String] = []
  /// Whether some of it was to be written before.
  private var isBehind = false
  private var descriptor: Int32 = -1
  /// How far the file has been read.
  private var offset = 0
  /// How many lines of the file have been read.
  private var lines = 0

  /// How often the lock is asked for, a millisecond between: nobody holds it for long, but a session
  /// that was stopped with it, and the main actor waits meanwhile.
  private static let attempts = 50

  /// Makes a history over a file, which need not exist; ``merge()`` reads it.
  ///
  /// - Parameters:
  ///   - path: the file, in a folder that exists.
  ///   - kept: how many statements are kept; the file may hold twice as many.
  init(path: String, keeping kept: Int = 10_000, size: HistorySize = HistorySize()) {
    self.path = path
    self.kept = kept
    self.size = size
  }

  isolated deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// What is known, the oldest first.
  var statements: [String] {
    guard let first = waiting.first else { return read }
    return read + (first == read.last ? waiting.dropFirst() : waiting[...])
  }

  /// Reads what was appended since, by this session and by others.
  ///
  /// - Throws: ``ShellError`` where the file cannot be read; what is known stays.
  func merge() throws {
    try open()
    let end = lseek(descriptor, 0, SEEK_END)
    if end < offset { startOver() }
    guard end > offset else { return }
    let isCut = end - offset > size.read
    if isCut { offset = end - size.read }
    var bytes = [UInt8](repeating: 0, count: Int(end - offset))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
    guard count >= 0 else { throw failure("read") }
    // A line without an end is being written.
    guard let last = bytes[..<count].lastIndex(of: UInt8(ascii: "\n")) else { return }
    offset += last + 1
    // What waits stands behind what is new.
    if isBehind { generation += 1 }
    let found = bytes[..<last].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in found.dropFirst(isCut ? 1 : 0) {
      lines += 1
      if let statement = HistoryLine.statement(of: line) { take(statement) }
    }
  }

  /// Adds a statement; the one that was added last is not added again.
  ///
  /// - Throws: ``ShellError`` where it cannot be written; it is known to this session all the same,
  ///   and will be written with the next one.
  func append(_ statement: String) throws {
    if waiting.last != statement { waiting.append(statement) }
    if waiting.count > kept {
      waiting.removeFirst()
      generation += 1
    }
    // One who has waited in vain does not wait at every statement.
    try catchUp(attempts: isBehind ? 1 : Self.attempts)
  }

  /// Writes what could not be written before.
  ///
  /// - Throws: ``ShellError`` where it cannot be written now.
  func catchUp() throws { try catchUp(attempts: Self.attempts) }

  /// Forgets everything, in other sessions as well.
  ///
  /// - Throws: ``ShellError`` where the file cannot be changed; what is known stays.
  func forget() throws {
    try locked(attempts: Self.attempts) {
      try replace(with: [])
      waiting = []
      isBehind = false
      startOver()
    }
  }

  private func catchUp(attempts: Int) throws {
    guard !waiting.isEmpty else { return }
    defer { isBehind = !waiting.isEmpty }
    try locked(attempts: attempts) {
      try writeWaiting()
      try merge()
      if lines > 2 * kept || offset > 2 * size.kept { try replace(with: read) }
    }
  }

  /// Writes what waits behind everything that others have written.
  private func writeWaiting() throws {
    var last = read.last
    var bytes: [UInt8] = []
    for statement in waiting where statement != last {
      guard let line = HistoryLine(statement) else { continue }
      bytes += line.bytes
      last = statement
    }
    let end = lseek(descriptor, 0, SEEK_END)
    // What is left of a line that could not be written to its end must not spoil this one.
    if offset < end, !bytes.isEmpty { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    do {
      try write(bytes, to: descriptor)
    } catch {
      // It will be written again as a whole.
      ftruncate(descriptor, end)
      throw error
    }
    if isBehind { generation += 1 }
    waiting = []
    isBehind = false
  }

  /// Takes a statement into what is known.
  private func take(_ statement: String) {
    guard read.last != statement else { return }
    read.append(statement)
    guard read.count > 2 * kept else { return }
    read.removeFirst(read.count - kept)
    generation += 1
  }

  private func startOver() {
    offset = 0
    lines = 0
    read = []
    generation += 1
  }

  /// Opens the file that stands at the path now.
  private func open() throws {
    var (held, named) = (stat(), stat())
    if descriptor >= 0, fstat(descriptor, &held) == 0, lstat(path, &named) == 0,
      held.st_ino == named.st_ino, held.st_dev == named.st_dev
    {
      return
    }
    let new = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard new >= 0 else { throw failure("open") }
    guard fstat(new, &held) == 0, held.st_mode & S_IFMT == S_IFREG else {
      close(new)
      throw ShellError(.failed, "cannot open \(path): it is no regular file")
    }
    fchmod(new, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      startOver()
    }
    descriptor = new
  }

  /// Does something while no other session writes, with everything read that they wrote.
  private func locked(attempts: Int, _ body: () throws -> Void) throws {
    while true {
      try open()
      let held = descriptor
      try lock(held, attempts: attempts)
      // Where another file was opened, this one is closed, and the lock with it.
      defer { if descriptor == held { flock(held, LOCK_UN) } }
      // Another session may have put a new file there while this one waited for the lock.
      try merge()
      guard descriptor == held else { continue }
      return try body()
    }
  }

  private func lock(_ descriptor: Int32, attempts: Int) throws {
    for attempt in 1...attempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("lock") }
      if attempt < attempts { usleep(1000) }
    }
    throw ShellError(.failed, "cannot lock \(path): another session holds it")
  }
}
