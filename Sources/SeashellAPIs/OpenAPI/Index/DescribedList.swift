/// The operations of an index, grouped by command; an entry is decoded only when it is needed.
///
/// Its bytes are a table of ids, the groups, the entries in the document's order, and the former names. A row
/// of the table is an id's hash, of 64 bits, and its entry's offset, of 32 bits; rows are sorted by hash.
/// Offsets count from the first entry.
struct DescribedList: Sendable {
  /// A group of commands.
  struct Group: Sendable, Equatable {
    /// The first word of its commands; empty for the operations that can be called only by their ids.
    let name: String
    /// The offsets of its commands' entries, in the document's order.
    fileprivate var offsets: [Int] = []
  }

  /// The groups, sorted by name, without operations that are not commands.
  let groups: [Group]

  private let bytes: [UInt8]
  private let count: Int
  private let start: Int

  private static let placeSize = 12

  init(_ bytes: [UInt8], count: Int) throws(DescriptionError) {
    guard bytes.count / Self.placeSize >= count else { throw RecordReader.damaged }
    var reader = RecordReader(bytes, at: count * Self.placeSize)
    groups = try reader.list { reader throws(DescriptionError) in
      Group(
        name: try reader.text(),
        offsets: try reader.list { reader throws(DescriptionError) in try reader.number() })
    }
    start = reader.position
    (self.bytes, self.count) = (bytes, count)
  }

  /// Returns the entries of a group, in the document's order.
  func entries(of group: Group) throws(DescriptionError) -> [DescribedEntry] {
    var entries: [DescribedEntry] = []
    for offset in group.offsets { entries.append(try entry(at: offset)) }
    return entries
  }

  /// Returns the entry of the operation with an id, if it exists.
  ///
  /// - Complexity: O(log *n*) in the number of operations.
  func entry(id: String) throws(DescriptionError) -> DescribedEntry? {
    let hash = IndexChecksum.hash(id)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.hash(middle) < hash { low = middle + 1 } else { high = middle }
    }
    // Several ids may have the same hash.
    while low < count, self.hash(low) == hash {
      let entry = try entry(at: bytes.number(at: low * Self.placeSize + 8))
      if entry.id == id { return entry }
      low += 1
    }
    return nil
  }

  private func hash(_ place: Int) -> UInt64 { bytes.word(at: place * Self.placeSize) }

  private func entry(at offset: Int) throws(DescriptionError) -> DescribedEntry {
    guard offset >= 0, offset <= bytes.count - start else { throw RecordReader.damaged }
    var reader = RecordReader(bytes, at: start + offset)
    return try DescribedEntry(from: &reader)
  }

  /// Returns all entries, in the document's order.
  func entries() throws(DescriptionError) -> [DescribedEntry] {
    var reader = RecordReader(bytes, at: start)
    return try entries(&reader)
  }

  private func entries(
    _ reader: inout RecordReader
  ) throws(DescriptionError) -> [DescribedEntry] {
    var entries: [DescribedEntry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count { entries.append(try DescribedEntry(from: &reader)) }
    return entries
  }

  /// Returns the names of the entries, and those that fell out of use.
  func formerNames() throws(DescriptionError) -> FormerNames {
    var reader = RecordReader(bytes, at: start)
    let names = try entries(&reader).compactMap { entry in
      entry.name.map {
        FormerName(id: entry.id, method: entry.method, path: entry.path, name: $0)
      }
    }
    let gone = try FormerNames(from: &reader)
    guard reader.isAtEnd else { throw RecordReader.damaged }
    return FormerNames(names + gone.names)
  }

  static func bytes(of entries: [DescribedEntry], _ gone: FormerNames) -> [UInt8] {
    var list = RecordWriter()
    var places: [(hash: UInt64, offset: Int)] = []
    var groups: [String: Group] = [:]
    for entry in entries {
      let offset = list.bytes.count
      places.append((IndexChecksum.hash(entry.id), offset))
      if !entry.isIgnored {
        let name = entry.name?.group ?? ""
        groups[name, default: Group(name: name)].offsets.append(offset)
      }
      entry.write(to: &list)
    }
    gone.write(to: &list)
    var bytes: [UInt8] = []
    for place in places.sorted(by: { $0.hash < $1.hash }) {
      bytes.add(Int(bitPattern: UInt(place.hash)), 8)
      bytes.add(place.offset, 4)
    }
    var table = RecordWriter()
    table.list(groups.values.sorted { $0.name < $1.name }) { writer, group in
      writer.text(group.name)
      writer.list(group.offsets) { $0.number($1) }
    }
    return bytes + table.bytes + list.bytes
  }
}
