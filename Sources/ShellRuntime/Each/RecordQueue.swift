import ShellOutput

struct RecordQueue {
  struct Record {
    let columns: [Column]
    let values: [CellValue]
    let kept: [CellValue]
    let isInList: Bool
    /// Whether it is the first value of a text of JSON, and others may follow.
    let isFirstValue: Bool
    let origin: RecordOrigin?

    var value: CellValue {
      CellValue(values, of: columns)
    }
  }

  private var records: [Record?] = []
  private var first = 0

  var count: Int { records.count - first }
  var isEmpty: Bool { first == records.count }

  mutating func append(_ record: Record) { records.append(record) }

  mutating func popFirst() -> Record? {
    guard first < records.count else { return nil }
    let record = records[first]
    records[first] = nil
    first += 1
    // Each record is moved at most once for each record removed.
    if first == records.count || first > 64 && first * 2 > records.count {
      records.removeFirst(first)
      first = 0
    }
    return record
  }

  mutating func removeAll() {
    records = []
    first = 0
  }
}
