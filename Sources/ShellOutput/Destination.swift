/// Where a command's results go.
@MainActor
package struct Destination {
  package let stream: ByteStream
  package let style: OutputStyle

  /// Makes a destination.
  package init(_ stream: ByteStream, style: OutputStyle = .plain) {
    self.stream = stream
    self.style = style
  }

  /// The form of results where nobody chose one.
  package var defaultFormat: OutputFormat { style.isTerminal ? .table : .tsv }
}
