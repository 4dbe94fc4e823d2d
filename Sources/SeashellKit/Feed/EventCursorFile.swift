import CoreSystem
import Glibc
import ShellOutput
import Synchronization
import WebMessages

/// The id of the last event that a worker has finished, in a file that only one process uses.
///
/// The file is `places/ENVIRONMENT/NAME` in the folder of the shell's state, with mode 0600: the id and a
/// newline. Replacing it is atomic, also over a power failure. While the object is open, it holds the lock
/// of `NAME.lock`, which contains the id of this process.
final class EventCursorFile: Sendable {
  private struct State {
    var id: String?
    var isOpen = true
  }

  private let file: PrivateFile
  private let lock: FileLock
  private let folder: Int32
  private let state: Mutex<State>

  /// Opens a file, which need not exist, and reads it.
  ///
  /// The worker's name has 1 to 64 letters, digits, `-` and `_`, with a letter or digit first.
  /// Throws if another process uses the file.
  init(_ name: String, of environment: String, in directory: String) throws {
    guard Self.isName(name) else {
      throw ShellError(
        .usage, "'\(name)' is not a valid name for --durable",
        hint: "use 1 to 64 letters, digits, '-' and '_', with a letter or digit first")
    }
    let path = "\(directory)/places/\(environment)"
    try PrivateFile.makeFolder(path)
    file = PrivateFile(path: "\(path)/\(name)")
    lock = try Self.lock("\(file.path).lock", name, environment)
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError("cannot open \(path)") }
    do {
      state = Mutex(State(id: try file.read().map { [file] in try Self.id(in: $0, of: file.path) }))
    } catch {
      Glibc.close(folder)
      throw error
    }
  }

  deinit {
    close()
  }

  /// The id that is on disk; nil if the worker starts for the first time.
  ///
  /// It waits for one that is being written.
  var id: String? { state.withLock { $0.id } }

  /// Writes an id, which may take as long as the disk is busy.
  ///
  /// If that fails, as on a full disk, or the id is not valid, the old one stays. If only its folder cannot be
  /// synchronized, the new one may stay.
  func write(_ id: String) throws {
    try state.withLock { state in
      guard state.isOpen, id != state.id else { return }
      guard Self.holds(id) else {
        throw ShellError(.failed, "the id of an event has control characters")
      }
      try file.replace(with: Array("\(id)\n".utf8))
      guard fsync(folder) == 0 else { throw SystemError("cannot write \(file.path)") }
      state.id = id
    }
  }

  /// Releases the lock; ids can no longer be written.
  func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      lock.release()
      Glibc.close(folder)
    }
  }

  /// Takes the lock, and writes this process's id into the file.
  private static func lock(
    _ path: String, _ name: String, _ environment: String
  ) throws -> FileLock {
    let file = PrivateFile(path: path)
    guard let lock = try FileLock.take(path) else {
      let text = try? file.read().map { String(decoding: $0.dropLast(), as: UTF8.self) }
      let holder = text.flatMap { Int($0) }
      throw ShellError(
        .failed,
        "\(holder.map { "process \($0)" } ?? "another process") already works as '\(name)' on"
          + " \(environment)",
        hint: "end it first, or choose another name for --durable")
    }
    guard ftruncate(lock.descriptor, 0) == 0 else { throw SystemError("cannot write \(path)") }
    try file.write(Array("\(getpid())\n".utf8), to: lock.descriptor)
    return lock
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 64 else { return false }
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    return isWord(first)
      && bytes.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Whether an id can be stored: a request must be able to carry it, so that the feed can resume after it.
  ///
  /// The only control character allowed is the tab (RFC 9110, section 5.5).
  static func holds(_ id: String) -> Bool { !id.isEmpty && HTTPHeaders.isValue(id) }

  private static func id(in bytes: [UInt8], of path: String) throws -> String {
    guard bytes.last == UInt8(ascii: "\n"),
      let id = String(validating: bytes.dropLast(), as: UTF8.self), holds(id)
    else {
      throw ShellError(
        .failed, "\(path) is damaged: it is not one line with the id of an event",
        hint: "write the id of the last finished event into it,"
          + " or remove it to begin with new events")
    }
    return id
  }
}
