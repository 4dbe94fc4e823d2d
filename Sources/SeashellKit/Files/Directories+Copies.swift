import CoreSystem
import FoundationEssentials
import Glibc
import ShellOutput

extension Directories {
  /// The files below `state` that a run of tests begins with.
  ///
  /// The others are the user's alone: the history, the sessions of APIs and modules, the queue, stored answers, and the
  /// places of durable rules.
  private static let copiedFiles = ["modules.json", "secrets.json"]
  private static let copiedFolders = ["modules", "modules/secrets"]

  /// The largest file that is copied, in bytes: a list of tools.
  private static let largestCopy = 16 << 20

  /// Returns folders below another one, so that a run of tests changes no file of the user.
  ///
  /// What it reads of the user is copied, but the configuration and the descriptions of APIs: these are read in place
  /// until they are changed, since paths in the configuration begin at its folder, and descriptions may be large.
  ///
  /// - Parameter folder: an existing folder, which the caller removes.
  /// - Throws: an error if a file cannot be copied.
  package func forTests(in folder: String) throws -> Directories {
    let copies = below(folder)
    for name in Self.copiedFiles { try copy(name, to: copies) }
    for name in Self.copiedFolders {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(state)/\(name)")) ?? []
      for file in files where file.hasSuffix(".json") { try copy("\(name)/\(file)", to: copies) }
    }
    try Self.copy("\(configuration)/rc.sea", to: "\(copies.configuration)/rc.sea")
    return copies
  }

  private func copy(_ name: String, to copies: Directories) throws {
    try Self.copy("\(state)/\(name)", to: "\(copies.state)/\(name)")
  }

  /// Copies a file; one that does not exist, or cannot be read, has no copy.
  private static func copy(_ file: String, to path: String) throws {
    guard let bytes = try? SmallFile.read(file, upTo: largestCopy) else { return }
    do {
      try PrivateFile.makeFolder(
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
      let copy = PrivateFile(path: path)
      // Not `replace`, which waits for the disk.
      let descriptor = try copy.openForAppending()
      defer { close(descriptor) }
      try copy.write(bytes, to: descriptor)
    } catch {
      throw ShellError(error)
    }
  }
}
