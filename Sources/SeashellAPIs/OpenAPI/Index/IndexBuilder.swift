struct IndexBuilder {
  private let limit: Int
  private var records: [UInt8] = []
  private var places: [IndexPlace] = []
  private var parts: [UInt64: IndexPlace] = [:]
  private var entries: [DescribedEntry] = []
  private var facts: [NamingFacts] = []
  /// The approximate size of the list of entries, in bytes.
  private var listSize = 0

  /// - Parameter limit: the size limit of the index, in bytes.
  init(limit: Int) { self.limit = limit }

  mutating func add(_ operation: DescribedOperation) throws(DescriptionError) {
    var record = RecordWriter()
    operation.write(to: &record)
    let size = record.parts.reduce(4 + record.bytes.count) {
      $0 + $1.count + IndexLayout.placeSize
    }
    guard size <= IndexLayout.largestRecord, record.parts.count <= IndexLayout.mostParts else {
      throw DescriptionError(
        .limit, "the operation '\(operation.id.cut(100))' is too large for an index: \(size) bytes")
    }
    var bytes: [UInt8] = []
    bytes.add(record.parts.count, 4)
    for part in record.parts { place(of: part).write(to: &bytes) }
    bytes += record.bytes
    places.append(append(bytes, hash: IndexChecksum.hash(operation.id)))
    let entry = DescribedEntry(operation)
    entries.append(entry)
    facts.append(NamingFacts(operation))
    listSize += entry.id.utf8.count + entry.path.utf8.count + entry.summary.utf8.count
    guard records.count + listSize <= limit else {
      throw DescriptionError(
        .limit, "the index of the description would be larger than \(limit >> 20) MiB")
    }
  }

  /// Returns the place of a part; adds the part unless an equal one exists.
  private mutating func place(of part: [UInt8]) -> IndexPlace {
    let hash = IndexChecksum.hash(part)
    if let known = parts[hash], known.size == part.count,
      records[known.offset..<(known.offset + known.size)].elementsEqual(part)
    {
      return known
    }
    let place = append(part)
    parts[hash] = place
    return place
  }

  /// Appends bytes; the offset counts from the beginning of all records.
  private mutating func append(_ bytes: [UInt8], hash: UInt64 = 0) -> IndexPlace {
    defer { records += bytes }
    return IndexPlace(
      hash: hash, offset: records.count, size: bytes.count, checksum: IndexChecksum.hash(bytes))
  }

  /// `former` are the names that the operations had before.
  consuming func finish(_ description: APIDescription, keeping former: FormerNames) -> [UInt8] {
    let names = CommandNames(facts, keeping: former, date: description.date)
    for index in entries.indices { entries[index].name = names.names[index] }
    let gone = FormerNames(names.former.names.filter { $0.goneSince != nil })
    let list = DescribedList.bytes(of: entries, gone)
    var head = RecordWriter()
    description.write(to: &head)
    var layout = IndexLayout()
    layout.count = places.count
    layout.head = part(head.bytes, at: IndexLayout.headerSize)
    layout.list = part(list, at: layout.head.offset + head.bytes.count)
    let start = layout.list.offset + list.count
    let recordsStart = start + places.count * IndexLayout.placeSize
    var table: [UInt8] = []
    table.reserveCapacity(places.count * IndexLayout.placeSize)
    for place in places.sorted(by: { $0.hash < $1.hash }) { place.write(to: &table) }
    layout.table = part(table, at: start)
    layout.recordsStart = recordsStart
    layout.size = recordsStart + records.count
    var bytes = layout.bytes
    bytes.reserveCapacity(layout.size)
    for part in [head.bytes, list, table, records] { bytes += part }
    return bytes
  }

  private func part(_ bytes: [UInt8], at offset: Int) -> IndexLayout.Part {
    IndexLayout.Part(offset: offset, size: bytes.count, checksum: IndexChecksum.hash(bytes))
  }
}
