/// The operations of a description, each of which can be read by its id; in a file, or in memory.
///
/// The file is private and replaced as a whole; a program that has it open continues with the old one. Its
/// content is not trusted: a damaged file gives an error. Its texts come from the document, so escape them
/// before you write them to a terminal.
final class DescriptionIndex: Sendable {
  /// The description of the API as a whole.
  let description: APIDescription

  let file: IndexFile
  private let layout: IndexLayout

  /// Opens an index, and reads the description of the API as a whole.
  ///
  /// - Throws: ``DescriptionError`` with code `index` if the file is damaged or of another version, and
  ///   `system` if it cannot be read.
  convenience init(path: String) throws(DescriptionError) {
    try self.init(in: IndexFile(path: path))
  }

  init(in file: IndexFile) throws(DescriptionError) {
    self.file = file
    layout = try Self.layout(of: file)
    var reader = RecordReader(try Self.read(layout.head, of: file))
    description = try APIDescription(from: &reader)
    guard reader.isAtEnd, description.operationCount == layout.count else {
      throw RecordReader.damaged
    }
  }

  private static func layout(
    of file: IndexFile, version: UInt8 = IndexLayout.version
  ) throws(DescriptionError) -> IndexLayout {
    let header = try file.read(min(IndexLayout.headerSize, file.size), at: 0)
    guard let layout = IndexLayout(header, fileSize: file.size, version: version) else {
      throw RecordReader.damaged
    }
    return layout
  }

  /// The number of operations.
  var count: Int { layout.count }

  /// Reads the operation with an id, if it exists.
  ///
  /// - Complexity: O(log *n*) in the number of operations.
  func operation(id: String) throws(DescriptionError) -> DescribedOperation? {
    let hash = IndexChecksum.hash(id)
    // The rows between which the hash must be; at the end few enough to read at once.
    var (low, high) = (0, layout.count)
    while high - low > 128 {
      let middle = (low + high) / 2
      if try places(middle..<(middle + 1))[0].hash < hash { low = middle } else { high = middle }
    }
    // Several ids may have the same hash, so the search goes on while it is equal.
    while low < layout.count {
      let end = min(low + 129, layout.count)
      for place in try places(low..<end) where place.hash >= hash {
        guard place.hash == hash else { return try missing() }
        let operation = try operation(at: place)
        if operation.id == id { return operation }
      }
      low = end
    }
    return try missing()
  }

  /// Returns nil if the operation does not exist; throws if the table is damaged.
  private func missing() throws(DescriptionError) -> DescribedOperation? {
    _ = try Self.read(layout.table, of: file)
    return nil
  }

  /// Reads the entries of all operations, in the document's order.
  ///
  /// - Complexity: O(*n*), without reading the operations themselves.
  func entries() throws(DescriptionError) -> [DescribedEntry] { try list().entries() }

  /// Reads the list of all operations, whose entries are decoded only when they are needed.
  ///
  /// - Complexity: O(*g*) in the number of groups, besides reading the bytes.
  func list() throws(DescriptionError) -> DescribedList {
    try DescribedList(try Self.read(layout.list, of: file), count: layout.count)
  }

  /// Reads the current and former names of the operations' commands.
  func formerNames() throws(DescriptionError) -> FormerNames { try list().formerNames() }

  /// Reads the names from an index of the former version, which has nothing else that can be used.
  ///
  /// - Throws: ``DescriptionError`` if the file is none.
  static func namesOfFormerVersion(path: String) throws(DescriptionError) -> FormerNames {
    let file = try IndexFile(path: path)
    let layout = try layout(of: file, version: IndexLayout.formerVersion)
    let list = try DescribedList(try read(layout.list, of: file), count: layout.count)
    var former = try list.formerNames()
    former.followFormerRules = true
    return former
  }

  /// Reads all operations one by one, in the document's order.
  ///
  /// - Throws: ``DescriptionError``, or what the body throws.
  func forEachOperation(
    _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) {
    _ = try Self.read(layout.table, of: file)
    for place in try places(0..<layout.count).sorted(by: { $0.offset < $1.offset }) {
      try body(try operation(at: place))
    }
  }

  private func operation(at place: IndexPlace) throws(DescriptionError) -> DescribedOperation {
    var left = IndexLayout.largestRecord
    let record = try part(at: place, &left)
    guard record.count >= 4 else { throw RecordReader.damaged }
    let count = record.number(at: 0)
    let start = 4 + count * IndexLayout.placeSize
    guard count <= IndexLayout.mostParts, start <= record.count else { throw RecordReader.damaged }
    var parts: [[UInt8]] = []
    for number in 0..<count {
      let place = IndexPlace(record, at: 4 + number * IndexLayout.placeSize)
      parts.append(try part(at: place, &left))
    }
    var reader = RecordReader(Array(record[start...]), parts: parts)
    let operation = try DescribedOperation(from: &reader)
    guard reader.isAtEnd else { throw RecordReader.damaged }
    return operation
  }

  /// `left` is how many more bytes the record may have.
  private func part(
    at place: IndexPlace, _ left: inout Int
  ) throws(DescriptionError) -> [UInt8] {
    guard place.size <= left else { throw RecordReader.damaged }
    left -= place.size
    let offset = layout.recordsStart + place.offset
    return try Self.read(
      IndexLayout.Part(offset: offset, size: place.size, checksum: place.checksum), of: file)
  }

  private func places(_ range: Range<Int>) throws(DescriptionError) -> [IndexPlace] {
    let size = IndexLayout.placeSize
    let bytes = try file.read(range.count * size, at: layout.table.offset + range.lowerBound * size)
    return (0..<range.count).map { IndexPlace(bytes, at: $0 * size) }
  }

  private static func read(
    _ part: IndexLayout.Part, of file: IndexFile
  ) throws(DescriptionError) -> [UInt8] {
    let bytes = try file.read(part.size, at: part.offset)
    guard IndexChecksum.hash(bytes) == part.checksum else { throw RecordReader.damaged }
    return bytes
  }
}
