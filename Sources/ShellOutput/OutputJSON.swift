extension Output {
  /// Whether JSON is better written as records than as its text: a stage receives them, or a terminal shows
  /// them.
  public var takesRecords: Bool { feedsStage || style.isTerminal }

  /// Begins a JSON document that arrives as bytes and is written as records, as by `from json`.
  ///
  /// The elements of an array become the records of a list, and an object becomes a single record; any
  /// other value is a record with the field `value`.
  ///
  /// - Parameters:
  ///   - name: the name of the document, for errors.
  ///   - isStream: whether it is a stream of values, one a line, as of the type `application/x-ndjson`, which may have
  ///     no end. No record is held back then.
  public func json(named name: String, isStream: Bool = false) throws -> OutputJSON {
    if isStream { beginEndless() }
    let format = isStream ? InputFormat.jsonl : .json
    return OutputJSON(try format.reader(file: name, to: Receiver(self)))
  }

  private final class Receiver: RecordReceiver {
    private let output: Output
    private var hasBegun = false

    init(_ output: Output) {
      self.output = output
    }

    func columns(_ columns: [Column], isList: Bool) throws {
      if hasBegun, isList { return try output.change(columns) }
      hasBegun = true
      try output.columns(columns, isList: isList)
    }

    func values(_ columns: [Column], areMore: Bool) throws {
      hasBegun = true
      try output.values(columns, areMore: areMore)
    }

    func row(_ values: [CellValue], line: Int) throws { try output.row(values) }

    func report(_ notice: String) { output.reporter?.report(notice) }
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
