import SeashellKit

/// Gathers the records, and draws them at their end.
final class ChartStage: FieldStage {
  private var records: ChartRecords
  private let isSVG: Bool
  private let limit: GatherLimit
  private let output: Output
  private var hasBegun = false

  init(
    _ kind: ChartKind, _ fields: [RecordField], bins: Int?, isSVG: Bool, _ limit: GatherLimit,
    to output: Output
  ) {
    records = ChartRecords(kind, fields, bins: bins)
    (self.isSVG, self.limit, self.output) = (isSVG, limit, output)
  }

  var requiredFields: [RecordField] { records.requiredFields }

  func begin(_ columns: [Column], isList: Bool) {
    hasBegun = true
    records.begin(columns)
  }

  func row(_ values: [CellValue]) throws {
    try limit.check(records.count + 1)
    try records.add(values)
  }

  func end() throws {
    guard isSVG || !output.takesFigures else { return try writeFigures() }
    let style = output.style
    guard let data = records.data(in: style) else {
      guard isSVG else { return try output.lines(style.lines(of: records.emptyRemark)) }
      return try output.lines([SVGDrawing.empty(records.emptyRemark)])
    }
    switch data {
    case .bars(let bars):
      if isSVG { return try output.lines([SVGDrawing.bars(bars)]) }
      try output.lines(BarDrawing(bars, style).lines)
    case .plot(let plot):
      if isSVG { return try output.lines([SVGDrawing.plot(plot)]) }
      try output.lines(PlotDrawing(plot, style).lines)
    }
  }

  private func writeFigures() throws {
    guard hasBegun else { return }
    let (columns, rows) = records.figures
    try output.columns(columns)
    for row in rows { try output.row(row) }
  }
}
