import CoreSystem
import Glibc

/// Reads the documents that a description in a file refers to, if they are inside its folder.
///
/// Symbolic links are resolved before the check. URLs are rejected.
struct FileReferences: Sendable {
  /// The description's resolved path, to pass to the reader as the source.
  let source: String

  /// The resolved folder of the files that may be read; it ends with a slash.
  let folder: String

  /// The size limit of a file, in bytes.
  private let limit: Int

  /// Resolves the path of a description.
  ///
  /// - Throws: ``DescriptionError`` if the file does not exist.
  init(
    description path: String, limits: DescriptionLimits = DescriptionLimits()
  ) throws(DescriptionError) {
    guard let source = Self.resolved(path) else {
      throw DescriptionError(.system, "cannot read '\(path)': \(SystemError.reason())")
    }
    self.source = source
    let end = source.lastIndex(of: "/") ?? source.startIndex
    folder = String(source[...end])
    limit = limits.documentsSize
  }

  /// Reads a file by its absolute path or `file:` URL: ``DescriptionReader/load``.
  ///
  /// - Throws: ``DescriptionError`` with code `reference` if it is outside the folder, or cannot be read.
  func load(_ location: String) throws(DescriptionError) -> [UInt8] {
    var path = location
    if let scheme = DocumentLocation.scheme(of: location) {
      guard scheme == "file" else {
        throw DescriptionError(.reference, "a description in a file may not refer to URLs")
      }
      path = String(location.dropFirst("file:".count))
      if path.hasPrefix("//localhost/") { path.removeFirst("//localhost".count) }
      if path.hasPrefix("///") { path.removeFirst(2) }
    }
    path = DocumentReference.percentDecoded(path)
    guard path.hasPrefix("/"), !path.hasPrefix("//"), !path.utf8.contains(0),
      let real = Self.resolved(path)
    else { throw DescriptionError(.reference, "the file does not exist") }
    guard real.hasPrefix(folder) else {
      throw DescriptionError(.reference, "the file is not beneath the description's folder")
    }
    do throws(SmallFile.Failure) {
      // The resolved path contains no links, unless the folder changes at this moment.
      return try SmallFile.read(real, upTo: limit)
    } catch {
      throw DescriptionError(.reference, error.reason)
    }
  }

  /// Returns the absolute path with links and dots resolved; nil if the file does not exist.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }
}
