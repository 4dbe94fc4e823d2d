/// The layout of an index file.
///
/// The file consists of a header of fixed size, the head, the list (see ``DescribedList``), the table of ids,
/// and the records in the document's order, with shared parts in between. A record begins with the number of
/// its parts and their places. All numbers are unsigned, of 32 or 64 bits, in little-endian order.
struct IndexLayout: Equatable {
  /// The first bytes of each index, before the version of the format.
  private static let magic = Array("SEADESC".utf8)

  /// The version of the format; new rules for the names of commands make a new version, too.
  static let version: UInt8 = 4

  /// The former version whose list is the same, so that commands can keep the names in it.
  static let formerVersion: UInt8 = 3

  /// The size of the header, in bytes.
  static let headerSize = 76

  /// The size of a row in the table of ids, in bytes.
  static let placeSize = 24

  static let mostParts = 2_000

  /// The size limit of a record with its parts, in bytes.
  static let largestRecord = 8 << 20

  struct Part: Equatable {
    var offset = 0
    var size = 0
    var checksum: UInt64 = 0
  }

  var count = 0
  var head = Part()
  var list = Part()
  var table = Part()
  /// The offset from which the offsets of records and their parts are counted.
  var recordsStart = 0
  var size = 0

  var bytes: [UInt8] {
    var bytes = Self.magic + [Self.version]
    bytes.add(count, 4)
    bytes.add(size, 4)
    bytes.add(recordsStart, 4)
    for part in [head, list, table] {
      bytes.add(part.offset, 4)
      bytes.add(part.size, 4)
      bytes.add(Int(bitPattern: UInt(part.checksum)), 8)
    }
    bytes.add(Int(bitPattern: UInt(IndexChecksum.hash(bytes))), 8)
    return bytes
  }

  init() {}

  /// Reads a header; nil if it is invalid or of another version, or names sections outside a file of this size.
  init?(_ bytes: [UInt8], fileSize: Int, version: UInt8 = Self.version) {
    guard bytes.count == Self.headerSize, bytes.starts(with: Self.magic + [version]),
      IndexChecksum.hash(Array(bytes.dropLast(8))) == bytes.word(at: 68)
    else { return nil }
    count = bytes.number(at: 8)
    size = bytes.number(at: 12)
    recordsStart = bytes.number(at: 16)
    for (index, part) in [\IndexLayout.head, \.list, \.table].enumerated() {
      let start = 20 + 16 * index
      self[keyPath: part] = Part(
        offset: bytes.number(at: start), size: bytes.number(at: start + 4),
        checksum: bytes.word(at: start + 8))
    }
    guard size == fileSize, table.size == count * Self.placeSize,
      [head, list, table].allSatisfy({ $0.offset <= size && $0.size <= size - $0.offset })
    else { return nil }
  }
}

struct IndexPlace {
  /// The hash of the operation's id, for a record.
  var hash: UInt64 = 0
  var offset: Int
  var size: Int
  var checksum: UInt64

  func write(to bytes: inout [UInt8]) {
    bytes.add(Int(bitPattern: UInt(hash)), 8)
    bytes.add(offset, 4)
    bytes.add(size, 4)
    bytes.add(Int(bitPattern: UInt(checksum)), 8)
  }

  init(hash: UInt64 = 0, offset: Int, size: Int, checksum: UInt64) {
    (self.hash, self.offset, self.size, self.checksum) = (hash, offset, size, checksum)
  }

  /// Reads a place from bytes, which must be long enough.
  init(_ table: [UInt8], at offset: Int) {
    hash = table.word(at: offset)
    self.offset = table.number(at: offset + 8)
    size = table.number(at: offset + 12)
    checksum = table.word(at: offset + 16)
  }
}

extension [UInt8] {
  /// Appends a number of a size in bytes.
  mutating func add(_ number: Int, _ size: Int) {
    for shift in 0..<size { append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
  }

  func number(at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }

  func word(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << (8 * UInt64($1)) }
  }
}
