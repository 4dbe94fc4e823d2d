import CoreLoop
import Glibc
import ShellCommands
import ShellOutput

/// The file of a report, which is opened before the tests and written after them.
struct ReportFile {
  private let path: String
  /// -1 for standard output.
  private let descriptor: Int32

  /// Opens the file, and removes what an earlier run has written.
  ///
  /// - Parameter file: the path; a `-` that the user wrote is standard output.
  /// - Throws: `ShellError` `failed` if the file cannot be written.
  init(_ file: GivenText) throws(ShellError) {
    path = file.text
    let isOutput = file.isWritten("-")
    descriptor =
      isOutput ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard isOutput || descriptor >= 0 else {
      throw ShellError(system: "cannot write '\(path)'")
    }
    // Only the opening of a pipe without a reader must not wait.
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, 0) }
  }

  var isOutput: Bool { descriptor < 0 }

  /// Writes the whole report.
  ///
  /// - Throws: `ShellError` `failed` if it cannot be written.
  @MainActor
  func write(_ text: String, _ invocation: Invocation) async throws {
    guard !isOutput else { return try invocation.output.text(String(text.dropLast())) }
    try await offMain { [path, descriptor] in
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 || errno == EINTR else {
          throw ShellError(system: "cannot write '\(path)'")
        }
        bytes = bytes.dropFirst(max(0, count))
      }
    }
  }

  func close() { if !isOutput { _ = Glibc.close(descriptor) } }
}
