protocol RecordBoundary {
  /// Returns the number of bytes up to and including the last one of the current record; nil if it
  /// does not end in these bytes, which follow those of the previous call.
  mutating func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int?
}

/// Divides chunks of bytes into records; copies only records that span several chunks.
struct RecordFrames<Boundary: RecordBoundary> {
  private var boundary: Boundary
  /// The beginning of an incomplete record.
  private var pending: [UInt8] = []

  init(_ boundary: Boundary) {
    self.boundary = boundary
  }

  /// Calls a body with each complete record.
  ///
  /// - Throws: ``RecordTooLong``; what the body throws. Do not feed more bytes after an error.
  @MainActor @inline(__always)
  mutating func feed(
    _ chunk: UnsafeRawBufferPointer, _ body: @MainActor (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    var rest = chunk.assumingMemoryBound(to: UInt8.self)
    if !pending.isEmpty {
      guard let length = boundary.length(in: rest) else { return try keep(rest) }
      try keep(UnsafeBufferPointer(rebasing: rest[..<length]))
      try pending.withUnsafeBufferPointer { try body($0) }
      // Free the memory of a very long record.
      pending.removeAll(keepingCapacity: pending.capacity <= 1 << 16)
      rest = UnsafeBufferPointer(rebasing: rest[length...])
    }
    while !rest.isEmpty, let length = boundary.length(in: rest) {
      guard length <= ReadError.limit else { throw RecordTooLong() }
      try body(UnsafeBufferPointer(rebasing: rest[..<length]))
      rest = UnsafeBufferPointer(rebasing: rest[length...])
    }
    try keep(rest)
  }

  /// Calls a body with the last record, if it has no line end.
  @MainActor
  mutating func end(_ body: @MainActor (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    if !pending.isEmpty { try pending.withUnsafeBufferPointer { try body($0) } }
    pending = []
  }

  private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard !bytes.isEmpty else { return }
    guard pending.count + bytes.count <= ReadError.limit else { throw RecordTooLong() }
    pending.append(contentsOf: bytes)
  }
}

struct RecordTooLong: Error {}
