/// Finds the ends of records.
protocol RecordBoundary {
  /// Returns the number of bytes up to and including the last one of the current record.
  ///
  /// - Parameter bytes: the bytes after those of the call before.
  /// - Returns: nil if the record does not end in these bytes.
  mutating func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int?
}

/// Divides bytes that arrive in chunks into records; only a record that is in several chunks is copied.
struct RecordFrames<Boundary: RecordBoundary> {
  private var boundary: Boundary
  /// The beginning of a record whose end has not arrived.
  private var pending: [UInt8] = []

  init(_ boundary: Boundary) {
    self.boundary = boundary
  }

  /// Whether a record has begun whose end has not arrived.
  var hasBegun: Bool { !pending.isEmpty }

  /// Calls a body with each record that is whole.
  ///
  /// - Throws: ``RecordTooLong``; what the body throws. Feed nothing more then.
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

  /// Calls a body with the last record, if its end is missing.
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

/// A record has more bytes than ``ReadError/limit``.
struct RecordTooLong: Error {}
