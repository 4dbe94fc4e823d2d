import CoreSystem
import ShellOutput
import ShellRuntime

/// Collects a statement's records and text, in order.
@MainActor
final class WatchedResults: ResultReceiver, ByteSink {
  /// The size limit of a run's text, in bytes: 4 MiB.
  private static let longestText = 4 << 20

  private var blocks: [LivePage.Content] = []
  private var text: [UInt8] = []
  private var textCount = 0
  private var recordCount = 0
  private let limit: Int
  let takesTablesOnly: Bool
  /// The output of external programs; nil if the process cannot open more files.
  private let programs = try? MemoryFile(capacity: WatchedResults.longestText)

  /// `takesTablesOnly` is whether records become text if the user chose another format than a
  /// table.
  init(limit: Int, takesTablesOnly: Bool) {
    self.limit = limit
    self.takesTablesOnly = takesTablesOnly
  }

  /// The descriptor for external programs' output; nil for standard output.
  var descriptor: Int32? { programs?.descriptor }

  func begin(_ columns: [Column], isList: Bool) throws {
    try endText()
    blocks.append(.records(Records(columns: columns, rows: [], isList: isList)))
  }

  func row(_ values: [CellValue]) throws {
    guard recordCount < limit else {
      throw ShellError(
        .limit, "there are more than \(limit) records to show",
        hint: "choose fewer with 'where' or 'first', or raise it with 'set gather-limit N'")
    }
    recordCount += 1
    guard case .records(var records) = blocks.popLast() else { return }
    records.append(values)
    blocks.append(.records(records))
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try takeProgramText()
    try add(bytes)
  }

  /// Throws if there is too much text.
  func finish() throws -> [LivePage.Content] {
    try endText()
    return blocks
  }

  private func endText() throws {
    try takeProgramText()
    guard !text.isEmpty else { return }
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    blocks.append(
      .text(
        lines.map {
          String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
        }))
    text = []
  }

  private func takeProgramText() throws {
    guard var bytes = programs?.take(), !bytes.isEmpty else { return }
    // A screen keeps the colours of what the shell draws; those of others are text to it.
    if takesTablesOnly { bytes = bytes.flatMap { $0 == 0x1B ? Array(#"\u{1B}"#.utf8) : [$0] } }
    try bytes.withUnsafeBytes { try add($0) }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) throws {
    textCount += bytes.count
    guard textCount < Self.longestText else {
      throw ShellError(.limit, "there are more than 4 MiB of text to show")
    }
    text += bytes
  }
}
