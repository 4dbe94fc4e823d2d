import FoundationEssentials

/// A folder of a test's own, which goes when the test is over.
///
/// It is removed, with all that is in it, as soon as nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// Its absolute path, without a slash at the end.
  public let path: String

  /// Makes an empty folder, where the system keeps its temporary files.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "seashell-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder, whether it is there or not.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Reads a file.
  public func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }
}
