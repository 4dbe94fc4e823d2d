import FoundationEssentials
import Glibc
import Synchronization

/// A temporary folder for a test, removed with its content when the object is released, or when the process ends.
public final class TemporaryFolder: Sendable {
  /// The folders that are there: a process may end before its last objects are released.
  private static let present = Mutex<Set<String>>([])
  private static let removesRest: Void = {
    atexit {
      for path in present.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }
  }()

  /// The absolute path of the folder, without a slash at the end.
  public let path: String

  /// Creates an empty folder in the system's folder for temporary files.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "seashell-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    Self.removesRest
    _ = Self.present.withLock { [path] in $0.insert(path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    _ = Self.present.withLock { [path] in $0.remove(path) }
  }

  /// Returns the path of a file in the folder, which need not exist.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in the folder.
  ///
  /// - Returns: the path of the file.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Reads a file in the folder.
  public func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }
}
