import ShellCommands
import ShellOutput

struct FromCommand: Command {
  let format = Argument<InputFormat>("FORMAT", "the format of the bytes")
  let file = Argument<String?>(
    "FILE", "the file to read; without one, what comes before in the pipeline, or standard input",
    completion: "files")
  let fields = Option<String?>(
    "fields", value: "NAMES",
    "the fields' names, separated by commas, for CSV or TSV without a header")
  var specification: CommandSpecification {
    CommandSpecification(
      "from",
      abstract: "Read records from a file or a program",
      discussion: """
        CSV and TSV begin with a header, unless you name the fields with --fields: the TSV that \
        Seashell itself writes has none. Their values count as numbers or dates where they read as \
        such, and an empty field is null. JSON is an array, whose elements are read one by one, or \
        one or more values. A value that is not an object has the field value for stages, and is \
        written as it came. 'from lines' \
        makes a record with the field line of each line of text.
        """,
      examples: [
        .init("from csv /dev/null | count", "counts the records of a file"),
        .init(
          "products list | sort | from tsv --fields id,name,price,currency_code | first 3",
          "reads again what a program has sorted"),
      ],
      parameters: [format, file, fields], changesData: false)
  }

  var stageRole: StageRole? { StageRole(.bytes(stage)) }

  func run(_ invocation: Invocation) async throws {
    throw StageRole.misplaced(specification.name)
  }

  private func stage(_ invocation: Invocation) throws -> any ByteStage {
    let format = invocation[format]
    let fields = invocation[fields]?.split(separator: ",", omittingEmptySubsequences: false)
    if fields != nil, !format.hasHeader {
      throw invocation.usageError("--fields is for csv and tsv only", at: self.fields)
    }
    return try invocation.pointing(at: self.fields) {
      try FromStage(
        format, fields: fields?.map { String($0) }, file: invocation[file], to: invocation.output)
    }
  }
}

extension InputFormat: ParameterValue {}

private final class FromStage: ByteStage {
  let file: String?
  private let reader: any RecordReader
  private let flow: RecordFlow?

  init(_ format: InputFormat, fields: [String]?, file: String?, to output: Output) throws {
    self.file = file
    flow = output.flow
    reader = try format.reader(
      fields: fields, file: file, to: PlacedRecords(file: file, to: output))
  }

  func feed(_ bytes: UnsafeRawBufferPointer) throws { try reader.feed(bytes) }

  func end() throws {
    try reader.end()
    flow?.origin = nil
  }
}

/// Passes on the records that were read, each with its position.
private final class PlacedRecords: RecordReceiver {
  private let file: String?
  private let output: Output
  private let flow: RecordFlow?

  init(file: String?, to output: Output) {
    self.file = file
    self.output = output
    flow = output.flow
  }

  func columns(_ columns: [Column], isList: Bool) throws {
    try output.columns(columns, isList: isList)
  }

  func values(_ columns: [Column], areMore: Bool) throws {
    try output.values(columns, areMore: areMore)
  }

  func row(_ values: [CellValue], line: Int) throws {
    flow?.origin = RecordOrigin(file: file, line: line)
    try output.row(values)
  }

  func report(_ notice: String) {
    output.reporter?.report(file.map { "'\($0)', \(notice)" } ?? notice)
  }
}
