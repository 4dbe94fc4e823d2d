extension Output {
  /// Makes an output that ends at a destination.
  package convenience init(_ format: OutputFormat, to destination: Destination) {
    self.init(format, to: destination.stream, style: destination.style)
  }

  /// Where the results go.
  package var destination: Destination { Destination(stream, style: style) }

  /// Whether the output writes this form to this place.
  package func fits(_ format: OutputFormat, _ destination: Destination) -> Bool {
    self.format == format && stream === destination.stream && style == destination.style
  }
}
