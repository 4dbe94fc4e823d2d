/// The positions of a JSON text's members and of the members of nested objects, but not of array elements.
///
/// It shows how an answer is structured, without reading its records.
package struct JSONOutline {
  /// The depth to which it follows objects, and the most members it keeps.
  private static let (depth, capacity) = (4, 1000)

  package struct Member {
    /// The names that lead to it, with dots between them: `meta.next_cursor`; empty for the text as a whole.
    package let path: String

    package let kind: JSONCursor.Kind

    /// The range of its value in the text, in bytes.
    package let range: Range<Int>
  }

  /// The members; each object comes before its own members.
  package private(set) var members: [Member] = []

  /// Reads an outline.
  ///
  /// - Parameter bytes: JSON in UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: some Collection<UInt8>) throws(JSONError) {
    members = try JSONCursor.read(bytes) { cursor throws(JSONError) in
      var members: [Member] = []
      try Self.read(&cursor, at: "", Self.depth, &members)
      return members
    }
  }

  package subscript(path: String) -> Member? { members.first { $0.path == path } }

  private static func read(
    _ cursor: inout JSONCursor, at path: String, _ depth: Int, _ members: inout [Member]
  ) throws(JSONError) {
    let kind = try cursor.kind()
    let start = cursor.position
    let index = members.count
    members.append(Member(path: path, kind: kind, range: start..<start))
    if kind == .object, depth > 0 {
      var isNext = try cursor.beginObject()
      while isNext {
        let name = try cursor.name()
        if members.count < capacity {
          try read(&cursor, at: path.isEmpty ? name : "\(path).\(name)", depth - 1, &members)
        } else {
          try cursor.skip()
        }
        isNext = try cursor.nextMember()
      }
    } else {
      try cursor.skip()
    }
    members[index] = Member(path: path, kind: kind, range: start..<cursor.position)
  }
}
