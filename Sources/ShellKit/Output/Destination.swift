/// Where a command's results go.
@MainActor
package struct Destination {
  let stream: ByteStream
  let style: OutputStyle

  /// Makes a destination.
  package init(_ stream: ByteStream, style: OutputStyle = .plain) {
    self.stream = stream
    self.style = style
  }

  /// The form of results where nobody chose one.
  var defaultFormat: OutputFormat { style.isTerminal ? .table : .tsv }
}
