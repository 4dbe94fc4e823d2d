import ShellOutput
import Glibc

/// The file of a `2>`, which takes the errors and notices of a pipeline in place of standard error.
///
/// It belongs to the pipeline's tasks: jobs and rules that run beside it keep standard error.
@MainActor
package final class ErrorFile {
  /// The file of the innermost `2>` around what runs; nil if there is none.
  @TaskLocal package static var current: ErrorFile?

  /// The shell's or the subshell's outputs, of which the file takes the place of one.
  private weak var streams: StandardStreams?
  private var stream: ByteStream?
  private var openDescriptor: Int32?

  /// Creates the file from an open descriptor, which it closes.
  init(_ descriptor: Int32, name: String, for streams: StandardStreams) {
    self.streams = streams
    openDescriptor = descriptor
    stream = ByteStream(
      to: DescriptorSink(descriptor: descriptor, name: "'\(name)'") { false })
  }

  /// Closes the file; what a task of the pipeline writes later goes to standard error.
  func close() {
    stream = nil
    if let openDescriptor { _ = Glibc.close(openDescriptor) }
    openDescriptor = nil
  }

  /// Returns where errors go in place of the error output of some streams; nil if they do not.
  func stream(for streams: StandardStreams) -> ByteStream? {
    streams === self.streams ? stream : nil
  }

  /// Returns what programs have as standard error in place of that of some streams; nil if they do
  /// not.
  func descriptor(for streams: StandardStreams) -> Int32? {
    streams === self.streams ? openDescriptor : nil
  }

  /// Writes a notice of what runs.
  ///
  /// - Returns: whether there is a file that takes it.
  package static func take(_ notice: String) -> Bool {
    guard let file = current, let stream = file.stream else { return false }
    // A file that cannot be written leaves no place to say so.
    for line in OutputStyle.plain.lines(of: notice) { try? stream.writeLine(line) }
    try? stream.flush()
    return true
  }
}
