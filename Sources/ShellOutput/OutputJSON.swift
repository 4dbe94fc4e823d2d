extension Output {
  /// Whether JSON is better written as records than as its text: a stage receives them, or a terminal shows
  /// them.
  public var takesRecords: Bool { feedsStage || style.isTerminal }

  /// Begins a JSON document that arrives as bytes and is written as records, as by `from json`.
  ///
  /// The elements of an array become the records of a list, and an object becomes a single record; any
  /// other value is a record with the field `value`.
  ///
  /// - Parameter name: the name of the document, for errors.
  public func json(named name: String) throws -> OutputJSON {
    OutputJSON(try InputFormat.json.reader(file: name, to: Receiver(self)))
  }

  private final class Receiver: RecordReceiver {
    private let output: Output

    init(_ output: Output) {
      self.output = output
    }

    func columns(_ columns: [Column], isList: Bool) throws {
      try output.columns(columns, isList: isList)
    }

    var takesFirstValue: Bool { output.takesFirstValue }

    func values(_ columns: [Column], areMore: Bool) throws {
      try output.values(columns, areMore: areMore)
    }

    func row(_ values: [CellValue], line: Int) throws { try output.row(values) }
  }
}

/// Writes a JSON document, such as a server's response, as records.
@MainActor
public struct OutputJSON {
  private let reader: any RecordReader

  init(_ reader: any RecordReader) {
    self.reader = reader
  }

  /// Writes a piece of the document.
  ///
  /// - Throws: ``ShellError`` if the document is not JSON; an error if the results cannot be written.
  public func write(_ piece: some Collection<UInt8>) throws {
    try Array(piece).withUnsafeBytes { try reader.feed($0) }
  }

  /// Ends the document.
  ///
  /// - Throws: as ``write(_:)``.
  public func end() throws { try reader.end() }
}
