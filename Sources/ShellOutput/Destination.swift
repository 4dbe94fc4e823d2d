/// The destination of a command's results: a stream with the abilities of its reader, or the next stage of a
/// pipeline.
@MainActor
package struct Destination {
  package let stream: ByteStream
  /// The abilities of the stream's reader.
  package let style: OutputStyle
  /// The stage that receives the records; nil to write them to the stream.
  package var next: NextStage?
  /// The state shared by the pipeline's stages; nil for a single command.
  package var flow: RecordFlow?

  package init(_ stream: ByteStream, style: OutputStyle = .plain) {
    self.stream = stream
    self.style = style
  }

  /// The format unless the user chooses one.
  package var defaultFormat: OutputFormat { style.isTerminal ? .table : .tsv }
}

extension Output {
  /// Creates an output that writes to the stream of a destination.
  package convenience init(_ format: OutputFormat, to destination: Destination) {
    self.init(format, to: destination.stream, style: destination.style)
  }

  package var destination: Destination { Destination(stream, style: style) }

  /// The destination of statements that write to this output, with its stage.
  package var itself: Destination {
    var destination = destination
    (destination.next, destination.flow) = (stage, flow)
    return destination
  }

  /// Creates an output that writes a pipeline's records to the same destination in another format.
  ///
  /// - Throws: an error if the next stage takes records.
  package func writing(_ format: OutputFormat) throws -> Output {
    try beginText()
    let output = Output(format, to: stream, style: style, flow: flow ?? RecordFlow(), keptRows: 0)
    output.reporter = reporter
    converted = output
    return output
  }

  /// Whether the output already writes this format to this destination.
  package func fits(_ format: OutputFormat, _ destination: Destination) -> Bool {
    self.format == format && stream === destination.stream && style == destination.style
  }
}
