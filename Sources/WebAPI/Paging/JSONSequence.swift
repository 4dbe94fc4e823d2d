import CoreJSON
import FoundationEssentials

/// Several JSON values one after the other: as lines (NDJSON), behind record separators (RFC 7464), or without anything
/// between them.
enum JSONSequence {
  /// Returns the values as one array.
  static func list(_ data: Data) throws(JSONError) -> Data {
    let text = data.contains(0x1E) ? Data(data.map { $0 == 0x1E ? 0x0A : $0 }) : data
    return try slices(text) { cursor throws(JSONError) in
      var found: [Range<Int>] = []
      while (try? cursor.end()) == nil { found.append(try range(&cursor)) }
      return found
    }
  }

  /// Returns the element of an array at a place; nil if it has fewer.
  static func element(_ index: Int, of array: Data) throws(JSONError) -> Data? {
    var rest = index
    let found = try read(array) { cursor throws(JSONError) -> Range<Int>? in
      guard try cursor.beginArray() else { return nil }
      while rest > 0 {
        try cursor.skip()
        rest -= 1
        guard try cursor.nextElement() else { return nil }
      }
      return try range(&cursor)
    }
    return found.map { slice(array, $0) }
  }

  /// Returns the last element of an array; nil if it is empty.
  static func last(of array: Data) throws(JSONError) -> Data? {
    let found = try read(array) { cursor throws(JSONError) -> Range<Int>? in
      guard try cursor.beginArray() else { return nil }
      var last: Range<Int>
      repeat { last = try range(&cursor) } while try cursor.nextElement()
      return last
    }
    return found.map { slice(array, $0) }
  }

  /// Reads a value, and returns its range.
  static func range(_ cursor: inout JSONCursor) throws(JSONError) -> Range<Int> {
    _ = try cursor.kind()
    let start = cursor.offset
    try cursor.skip()
    return start..<cursor.offset
  }

  /// Reads from the beginning of a text, and not to its end.
  static func read<Value>(
    _ text: Data, _ body: (inout JSONCursor) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        var cursor = JSONCursor(bytes.bindMemory(to: UInt8.self))
        return try body(&cursor)
      }
    }
    return try result.get()
  }

  /// Joins the parts of a text to an array.
  static func slices(
    _ text: Data, _ find: (inout JSONCursor) throws(JSONError) -> [Range<Int>]
  ) throws(JSONError) -> Data {
    var list = Data("[".utf8)
    for (index, range) in try read(text, find).enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      list.append(slice(text, range))
    }
    list.append(UInt8(ascii: "]"))
    return list
  }

  static func slice(_ text: Data, _ range: Range<Int>) -> Data {
    text[(text.startIndex + range.lowerBound)..<(text.startIndex + range.upperBound)]
  }
}
