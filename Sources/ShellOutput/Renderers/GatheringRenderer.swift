/// Writes a list in a format that has the same columns for all records.
///
/// They are those of the first 1,000 records, of at most 4 MiB, in the order of first sight; of a source without an
/// end, those of the first one. If a stage or the command names the columns, nothing is held back. A field that comes
/// later is an error in CSV and TSV, and reported at the end of a table.
@MainActor
final class GatheringRenderer: RecordRenderer {
  private static let (mostRows, mostBytes) = (1000, 4 << 20)

  private let format: OutputFormat
  private let style: OutputStyle
  private let isEndless: Bool
  private let report: (String) -> Void
  /// Creates the renderer of the rows.
  private let make: ([Column]) throws -> any RecordRenderer

  private var union = ColumnUnion()
  /// The rows that wait for the columns.
  private var held: [[CellValue]] = []
  private var heldBytes = 0
  /// Writes the rows; nil until the columns are known.
  private var renderer: (any RecordRenderer)?
  private var count = 0
  /// The fields without a column, each with the number of its first record.
  private var late: [(name: String, record: Int)] = []
  private lazy var patience = Patience { [weak self] in try? self?.showNow() }

  init(
    _ columns: [Column], _ format: OutputFormat, style: OutputStyle,
    isEndless: Bool, report: @escaping (String) -> Void,
    make: @escaping ([Column]) throws -> any RecordRenderer
  ) throws {
    (self.format, self.style) = (format, style)
    (self.isEndless, self.report, self.make) = (isEndless, report, make)
    try begin(columns)
  }

  private func begin(_ columns: [Column]) throws {
    union.begin(columns)
    // The first record may have no members.
    if renderer == nil, held.isEmpty, !columns.isEmpty,
      columns.allSatisfy({ $0.presence == .always })
    {
      try decide()
    }
  }

  private func decide() throws {
    union.seal()
    let renderer = try make(union.columns)
    self.renderer = renderer
    let rows = held
    (held, heldBytes) = ([], 0)
    for row in rows { try renderer.row(union.filled(row)) }
  }

  func row(_ values: [CellValue]) throws {
    count += 1
    if let renderer {
      return try renderer.row(union.row(values) { try noteLate($0.name) })
    }
    if held.isEmpty, format == .table, style.isTerminal { patience.begin() }
    let row = union.row(values)
    heldBytes += row.footprint
    held.append(row)
    if held.count == Self.mostRows || heldBytes > Self.mostBytes || isEndless { try decide() }
    if isEndless { try renderer?.showNow() }
  }

  private func noteLate(_ name: String) throws {
    let name = String(name.prefix(100))
    guard isEndless || format == .table else {
      throw ShellError(
        .failed, "record \(count) has the field '\(name)', for which there is no column",
        hint: "name the columns with 'select', or write jsonl")
    }
    guard late.count < 100, !late.contains(where: { $0.name == name }) else { return }
    late.append((name, count))
    if isEndless { report("there is no column for the field '\(name)', first in record \(count)") }
  }

  func showNow() throws {
    if renderer == nil {
      guard style.isTerminal, format == .table, !held.isEmpty else { return }
      try decide()
    }
    try renderer?.showNow()
  }

  func end(isComplete: Bool) throws {
    if renderer == nil, isComplete || !held.isEmpty { try decide() }
    try renderer?.end(isComplete: isComplete)
    guard !isEndless, !late.isEmpty else { return }
    let names = late.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
    report(
      "there is no column for \(names)\(late.count > 5 ? ", …" : ""), first in record "
        + "\(late[0].record); 'select' names the columns")
  }

  func change(_ columns: [Column]) throws -> Bool {
    // Other columns that are named begin a table of their own.
    if format == .table, let renderer, columns.allSatisfy({ $0.presence == .always }),
      !Set(columns.map(\.name)).isSubset(of: union.columns.lazy.map(\.name))
    {
      guard try renderer.change(columns) else { return false }
      union = ColumnUnion()
      union.begin(columns)
      union.seal()
      return true
    }
    try begin(columns)
    return true
  }

  /// Does nothing: it writes lists.
  func record(_ values: [CellValue]) {}
}
