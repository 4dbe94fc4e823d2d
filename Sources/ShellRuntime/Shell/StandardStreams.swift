package import ShellOutput
package import CoreSystem
import ShellCommands
import Glibc

/// Where results go, and where everything else goes.
@MainActor
package final class StandardStreams {
  /// Takes results; flushed before the shell waits, and at the end.
  let output: ByteStream
  /// Takes errors and notices.
  let errors: ByteStream
  private let outputStyle: @MainActor () -> OutputStyle
  private let errorStyle: @MainActor () -> OutputStyle

  /// Makes streams over what a test holds.
  ///
  /// - Parameters:
  ///   - output: takes results.
  ///   - errors: takes errors and notices.
  ///   - outputStyle: what reads the results; asked at every command, since a terminal's width
  ///     changes.
  ///   - errorStyle: what reads the errors.
  package init(
    output: any ByteSink, errors: any ByteSink,
    outputStyle: @escaping @MainActor () -> OutputStyle = { .plain },
    errorStyle: @escaping @MainActor () -> OutputStyle = { .plain }
  ) {
    self.output = ByteStream(to: output)
    self.errors = ByteStream(to: errors)
    self.outputStyle = outputStyle
    self.errorStyle = errorStyle
  }

  /// The process's own standard output and error output.
  ///
  /// - Parameters:
  ///   - interrupt: ends a write whose reader has stalled.
  ///   - reader: looks at a descriptor, and then says at every call what reads it.
  package convenience init(
    interrupt: SharedFlag, reader: (_ descriptor: Int32) -> @MainActor () -> OutputStyle
  ) {
    self.init(
      output: DescriptorSink(
        descriptor: STDOUT_FILENO, name: "standard output",
        isInterrupted: { interrupt.isRaised }),
      errors: DescriptorSink(
        descriptor: STDERR_FILENO, name: "standard error", isInterrupted: { false }),
      outputStyle: reader(STDOUT_FILENO), errorStyle: reader(STDERR_FILENO))
  }

  /// Results, as a command's destination.
  var destination: Destination { Destination(output, style: outputStyle()) }

  /// Writes a line that is no result, after the results so far.
  ///
  /// Where standard error is gone there is nobody to tell.
  package func tell(_ text: String) {
    try? output.flush()
    let style = errorStyle()
    for line in style.lines(of: text) { try? errors.writeLine(line) }
    try? errors.flush()
  }

  /// Tells why something failed; where results are JSON, errors are too.
  package func tell(_ diagnostic: Diagnostic, format: OutputFormat?) {
    try? output.flush()
    let style = errorStyle()
    let text =
      switch format {
      case .json: diagnostic.json(style)
      case .jsonl: diagnostic.json(.plain)
      case .table, .tsv, .csv, nil: diagnostic.text(style)
      }
    try? errors.writeLine(text)
    try? errors.flush()
  }

  /// The layout of help for the reader of the results.
  var helpLayout: TextLayout { TextLayout(width: min(destination.style.columns ?? 80, 100)) }

  /// A command's help, laid out for the reader of the results.
  func text(of help: HelpText) -> String {
    String(help.text(in: helpLayout).dropLast())
  }

  /// Hands results on to whoever reads them.
  package func flush() throws { try output.flush() }

  /// Writes again after a failure, where the shell outlives it.
  func recover() {
    output.recover()
    errors.recover()
  }
}
