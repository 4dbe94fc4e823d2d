@MainActor
final class ReceivingRenderer: RecordRenderer {
  private let columns: [Column]
  private let receiver: any ResultReceiver
  private var hasBegun = false

  init(_ columns: [Column], to receiver: any ResultReceiver) {
    self.columns = columns
    self.receiver = receiver
  }

  func row(_ values: [CellValue]) throws {
    try begin(isList: true)
    try receiver.row(values)
  }

  func end(isComplete: Bool) throws {
    if isComplete { try begin(isList: true) }
    if hasBegun { try receiver.end() }
  }

  func record(_ values: [CellValue]) throws {
    try begin(isList: false)
    try receiver.row(values)
    try receiver.end()
  }

  private func begin(isList: Bool) throws {
    guard !hasBegun else { return }
    hasBegun = true
    try receiver.begin(columns, isList: isList)
  }
}
