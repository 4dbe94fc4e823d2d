package import ShellOutput
package import CoreSystem
package import ShellCommands
import Glibc

/// The shell's two outputs: results, and errors with notices.
@MainActor
package final class StandardStreams {
  /// Receives results; flushed before the shell waits, and at the end.
  package let output: ByteStream
  /// Receives errors and notices.
  package var errors: ByteStream
  private let outputStyle: @MainActor () -> OutputStyle
  private let errorStyle: @MainActor () -> OutputStyle

  /// Removes and returns the lines of notices that wait to be shown, which precede the next report.
  private let takeNotices: @MainActor () -> [String]

  /// Creates streams that write to two sinks.
  ///
  /// - Parameters:
  ///   - output: receives results.
  ///   - errors: receives errors and notices.
  ///   - records: receives records instead of `output`; nil to write them as text.
  ///   - outputStyle: returns the style of results; called for every command, since a terminal's width can
  ///     change.
  ///   - errorStyle: returns the style of errors.
  ///   - takeNotices: removes and returns the lines of notices that wait to be shown.
  package init(
    output: any ByteSink, errors: any ByteSink, records: (any ResultReceiver)? = nil,
    outputStyle: @escaping @MainActor () -> OutputStyle = { .plain },
    errorStyle: @escaping @MainActor () -> OutputStyle = { .plain },
    takeNotices: @escaping @MainActor () -> [String] = { [] }
  ) {
    self.output = ByteStream(to: output, records: records)
    self.errors = ByteStream(to: errors)
    self.outputStyle = outputStyle
    self.errorStyle = errorStyle
    self.takeNotices = takeNotices
  }

  /// Creates streams that write to two sinks in the styles of other streams.
  package convenience init(
    output: any ByteSink, errors: any ByteSink, styledAs other: StandardStreams
  ) {
    self.init(
      output: output, errors: errors, outputStyle: other.outputStyle, errorStyle: other.errorStyle)
  }

  /// Creates streams that write to the process's standard output and standard error.
  ///
  /// - Parameters:
  ///   - interrupt: when raised, ends a write whose reader has stalled.
  ///   - reader: returns a function that returns the current style of a descriptor.
  ///   - willShow: called before bytes go to a terminal.
  package convenience init(
    interrupt: SharedFlag, reader: (_ descriptor: Int32) -> @MainActor () -> OutputStyle,
    willShow: (@MainActor (UnsafeRawBufferPointer) -> Void)? = nil
  ) {
    self.init(
      output: DescriptorSink(
        descriptor: STDOUT_FILENO, name: "standard output", willShow: willShow,
        isInterrupted: { interrupt.isRaised }),
      errors: DescriptorSink(
        descriptor: STDERR_FILENO, name: "standard error", willShow: willShow,
        isInterrupted: { false }),
      outputStyle: reader(STDOUT_FILENO), errorStyle: reader(STDERR_FILENO))
  }

  /// The destination for the results of a command.
  package var destination: Destination { Destination(output, style: outputStyle()) }

  /// The destination for errors: the file of the innermost `2>`, or standard error.
  package var errorDestination: Destination {
    if let file = ErrorFile.current?.stream(for: self) { return Destination(file) }
    return Destination(errors, style: errorStyle())
  }

  /// Writes a notice to standard error, after the results so far.
  ///
  /// Errors of standard error itself are ignored, since there is nowhere to report them.
  package func report(_ text: String) {
    let errors = reportDestination()
    for line in errors.style.lines(of: text) { try? errors.stream.writeLine(line) }
    try? errors.stream.flush()
  }

  /// Writes a diagnostic to standard error, as JSON if the results are JSON.
  package func report(_ diagnostic: Diagnostic, format: OutputFormat?) {
    let errors = reportDestination()
    let text =
      switch format {
      case .json: diagnostic.json(errors.style)
      case .jsonl: diagnostic.json(.plain)
      case .table, .tsv, .csv, nil: diagnostic.text(errors.style)
      }
    try? errors.stream.writeLine(text)
    try? errors.stream.flush()
  }

  /// Writes the results so far and the waiting notices, and returns the destination for a report.
  private func reportDestination() -> Destination {
    try? output.flush()
    let destination = errorDestination
    if destination.stream === errors {
      for line in takeNotices() { try? errors.writeLine(line) }
    }
    return destination
  }

  /// The layout of help texts for the width of the output.
  package var helpLayout: TextLayout {
    TextLayout(width: min(destination.style.columns ?? 80, 100))
  }

  /// Lays out a help text for the width of the output.
  package func text(of help: HelpText) -> String {
    String(help.text(in: helpLayout).dropLast())
  }

  /// Writes bytes at once, after the results so far.
  ///
  /// - Throws: `OutputClosed` if the reader is gone.
  package func pass(_ bytes: UnsafeRawBufferPointer, toErrors: Bool) throws {
    try output.flush()
    let stream = toErrors ? errorDestination.stream : output
    try stream.write(bytes)
    try stream.flush()
  }

  /// Writes all buffered results.
  package func flush() throws { try output.flush() }

  /// Clears a write error, so that the next statement at the prompt can write.
  package func recover() {
    output.recover()
    errors.recover()
  }
}

/// The file of a `2>`, which receives the errors and notices of a pipeline instead of standard error.
///
/// It applies only to the pipeline's tasks: jobs and rules that run at the same time keep standard error.
@MainActor
package final class ErrorFile {
  /// The file of the innermost `2>` around the current task, if any.
  @TaskLocal static var current: ErrorFile?

  /// The outputs of the shell or subshell; the file replaces one of them.
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

  /// Closes the file; later output of the pipeline's tasks goes to standard error.
  func close() {
    try? stream?.flush()
    stream?.close()
    stream = nil
    if let openDescriptor { _ = Glibc.close(openDescriptor) }
    openDescriptor = nil
  }

  /// Returns the stream that replaces the error output of some streams, if this file does.
  func stream(for streams: StandardStreams) -> ByteStream? {
    streams === self.streams ? stream : nil
  }

  /// Returns the descriptor that replaces the standard error of programs for some streams, if this file does.
  func descriptor(for streams: StandardStreams) -> Int32? {
    streams === self.streams ? openDescriptor : nil
  }

  /// Writes a notice of the current task.
  ///
  /// - Returns: true if a file has received it.
  package static func take(_ notice: String) -> Bool {
    guard let file = current, let stream = file.stream else { return false }
    // If the file cannot be written, there is nowhere to report that.
    for line in OutputStyle.plain.lines(of: notice) { try? stream.writeLine(line) }
    try? stream.flush()
    return true
  }
}
