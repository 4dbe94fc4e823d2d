/// Puts an index together.
struct IndexBuilder {
  private let limit: Int
  private var records: [UInt8] = []
  private var places: [IndexPlace] = []
  private var list = RecordWriter()

  /// - Parameter limit: the largest index, in bytes.
  init(limit: Int) { self.limit = limit }

  /// Adds an operation.
  mutating func add(_ operation: DescribedOperation) throws(DescriptionError) {
    var record = RecordWriter()
    operation.write(to: &record)
    guard record.bytes.count <= IndexLayout.largestRecord else {
      throw DescriptionError(
        .limit,
        "the operation '\(operation.id.cut(100))' takes more than "
          + "\(IndexLayout.largestRecord >> 20) MiB in the index")
    }
    places.append(
      IndexPlace(
        hash: IndexChecksum.hash(operation.id), offset: records.count, size: record.bytes.count,
        checksum: IndexChecksum.hash(record.bytes)))
    records += record.bytes
    DescribedEntry(operation).write(to: &list)
    guard records.count + list.bytes.count <= limit else {
      throw DescriptionError(
        .limit, "the index of the description would be larger than \(limit >> 20) MiB")
    }
  }

  /// Returns the bytes of the index.
  consuming func finish(_ description: APIDescription) -> [UInt8] {
    var head = RecordWriter()
    description.write(to: &head)
    var layout = IndexLayout()
    layout.count = places.count
    layout.head = part(head.bytes, at: IndexLayout.headerSize)
    layout.list = part(list.bytes, at: layout.head.offset + head.bytes.count)
    let start = layout.list.offset + list.bytes.count
    let recordsStart = start + places.count * IndexLayout.placeSize
    var table: [UInt8] = []
    table.reserveCapacity(places.count * IndexLayout.placeSize)
    for var place in places.sorted(by: { $0.hash < $1.hash }) {
      place.offset += recordsStart
      place.write(to: &table)
    }
    layout.table = part(table, at: start)
    layout.size = recordsStart + records.count
    var bytes = layout.bytes
    bytes.reserveCapacity(layout.size)
    for part in [head.bytes, list.bytes, table, records] { bytes += part }
    return bytes
  }

  private func part(_ bytes: [UInt8], at offset: Int) -> IndexLayout.Part {
    IndexLayout.Part(offset: offset, size: bytes.count, checksum: IndexChecksum.hash(bytes))
  }
}
