import CoreJSON

/// The bytes of a JSON document, and the position of each value.
///
/// A value takes 16 bytes in addition to its text, and is parsed only when it is needed.
final class SourceDocument {
  struct Node {
    /// The offset of its first byte.
    let start: UInt32
    /// The offset of the member's name, after the quote; 0 if the value is not a member.
    let name: UInt32
    /// The index of the next value outside this one.
    var next: UInt32
    let key: DocumentKey?
    let kind: JSONCursor.Kind

    /// The offset of its name, or of its first byte if it has no name.
    var position: Int { Int(name > 0 ? name : start) }
  }

  let bytes: [UInt8]

  let location: String

  /// The values; each comes before the values inside it.
  let nodes: [Node]

  /// The members of large objects by name, for objects that were searched.
  private var names: [Int: [String: Int]] = [:]

  init(
    json bytes: [UInt8], location: String, limits: DescriptionLimits
  ) throws(DescriptionError) {
    self.bytes = bytes
    self.location = location
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(DescriptionError) in
        var outline = Outline(buffer, limit: limits.values)
        try outline.read()
        return outline.nodes
      }
    }
    nodes = try result.get()
  }

  func read<Value>(
    at offset: Int, _ body: (inout JSONCursor) throws(JSONError) -> Value
  ) -> Value? {
    bytes.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer, at: offset)
      return try? body(&cursor)
    }
  }

  /// Longer names are not read, since a name is parsed again at each use; in bytes.
  private static let longestName = 8_000

  /// Returns a member's name; nil if the value is not a member, or the name is too long or not UTF-8.
  func name(of index: Int) -> String? {
    let node = nodes[index]
    guard node.name > 0, node.start - node.name < Self.longestName else { return nil }
    return read(at: Int(nodes[index].name) - 1) { cursor throws(JSONError) in
      try cursor.string()
    }
  }

  /// Returns the beginning of a string, of at least `count` bytes, if it is UTF-8.
  func prefix(at start: Int, _ count: Int) -> String? {
    var end = start + 1
    while end - start <= count, end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      // Do not cut inside an escape or a character.
      if bytes[end] == UInt8(ascii: "\\") {
        end += escapeLength(at: end)
      } else {
        repeat { end += 1 } while end < bytes.count && bytes[end] & 0xC0 == 0x80
      }
    }
    let text = bytes[start..<min(end, bytes.count)] + [UInt8(ascii: "\"")]
    return try? JSONCursor.read(text) { cursor throws(JSONError) in try cursor.string() }
  }

  /// Returns the length of an escape; a surrogate pair counts as one.
  private func escapeLength(at start: Int) -> Int {
    guard start + 3 < bytes.count, bytes[start + 1] == UInt8(ascii: "u") else { return 2 }
    let isHalf =
      bytes[start + 2] | 0x20 == UInt8(ascii: "d") && "89abAB".utf8.contains(bytes[start + 3])
    return isHalf ? 12 : 6
  }

  /// Returns an object's last member with a name, if any.
  func member(of index: Int, named name: String) -> Int? {
    if let known = names[index] { return known[name] }
    var members: [String: Int] = [:]
    var child = index + 1
    while child < nodes[index].next {
      if let name = self.name(of: child) { members[name] = child }
      child = Int(nodes[child].next)
    }
    names[index] = members
    return members[name]
  }
}

private struct Outline {
  private let text: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private let keys = DocumentKeys.all
  private var cursor: JSONCursor
  private(set) var nodes: [SourceDocument.Node] = []

  init(_ text: UnsafeBufferPointer<UInt8>, limit: Int) {
    (self.text, self.limit) = (text, limit)
    cursor = JSONCursor(text)
    nodes.reserveCapacity(min(limit, text.count / 24))
  }

  mutating func read() throws(DescriptionError) {
    let problem: JSONError?
    do throws(JSONError) {
      try value(named: 0, nil)
      if nodes.count <= limit { try cursor.end() }
      problem = nil
    } catch {
      problem = error
    }
    if nodes.count > limit {
      throw DescriptionError(.limit, "the description has more than \(limit) values")
    }
    if let problem { throw DescriptionError(.malformed, "not JSON: \(problem)") }
  }

  /// The cursor's nesting limit also limits this recursion.
  private mutating func value(named name: Int, _ key: DocumentKey?) throws(JSONError) {
    let kind = try cursor.kind()
    let index = nodes.count
    guard index <= limit else { return }
    nodes.append(
      SourceDocument.Node(
        start: UInt32(cursor.offset), name: UInt32(name), next: 0, key: key, kind: kind))
    switch kind {
    case .object:
      if try cursor.beginObject() {
        repeat {
          let (range, hasEscapes) = try cursor.skipName()
          let name = UnsafeBufferPointer(rebasing: text[range])
          try value(named: range.lowerBound, hasEscapes ? nil : keys[name])
          guard nodes.count <= limit else { return }
        } while try cursor.nextMember()
      }
    case .array:
      if try cursor.beginArray() {
        repeat {
          try value(named: 0, nil)
          guard nodes.count <= limit else { return }
        } while try cursor.nextElement()
      }
    case .string, .number, .boolean, .null: try cursor.skip()
    }
    nodes[index].next = UInt32(nodes.count)
  }
}
