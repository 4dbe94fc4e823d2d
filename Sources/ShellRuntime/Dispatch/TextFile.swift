import CoreLoop
import CoreSystem
package import ShellOutput
import Glibc

/// Reads files whose whole text is one value.
package enum TextFile {
  /// The largest size, in bytes: 1 MiB.
  package static let maximumSize = SmallFile.maximumSize

  /// Why a file cannot be read.
  package struct Failure: Error, Equatable {
    package let code: ShellError.Code
    /// The reason: `No such file or directory`.
    package let reason: String
    /// Whether the file does not exist.
    let isMissing: Bool

    init(_ reason: String, code: ShellError.Code = .failed, isMissing: Bool = false) {
      self.code = code
      self.reason = reason
      self.isMissing = isMissing
    }

    init(_ failure: SmallFile.Failure) {
      switch failure {
      case .system(let code):
        self.init(failure.reason, isMissing: code == ENOENT || code == ENAMETOOLONG)
      case .notRegular: self.init(failure.reason)
      case .tooLarge: self.init(failure.reason, code: .limit)
      }
    }
  }

  /// Reads a regular file off the main thread, since a disk may be slow; does not wait for a named pipe.
  ///
  /// - Returns: its text without a final newline.
  /// - Throws: ``Failure`` if the file cannot be read, is not a regular file, is too large or is not UTF-8.
  package static func read(_ path: String) async throws(Failure) -> String {
    try await offMain { Result { () throws(Failure) in try content(of: path) } }.get()
  }

  /// Removes one newline from the end of a text, including a carriage return before it.
  static func withoutLastNewline(_ text: String) -> String {
    // CR LF is one character.
    text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }

  private static func content(of path: String) throws(Failure) -> String {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, upTo: maximumSize)
    } catch {
      throw Failure(error)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("it is not UTF-8")
    }
    guard !bytes.contains(0) else { throw Failure("it is not text: it has a NUL byte") }
    return withoutLastNewline(text)
  }
}
