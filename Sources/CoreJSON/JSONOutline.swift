/// Where the members of a JSON text are, and those of the objects in it, but not the elements of arrays.
///
/// It tells what an answer is made of without reading the records in it.
package struct JSONOutline {
  /// How deep it looks into objects, and the most members it keeps.
  private static let (depth, capacity) = (3, 1000)

  /// A member.
  package struct Member {
    /// The names that lead to it, with dots between them: `meta.next_cursor`; empty for the text as a whole.
    package let path: String

    /// The kind of its value.
    package let kind: JSONCursor.Kind

    /// The offsets of its value in the text.
    package let range: Range<Int>
  }

  /// The members, each object before those in it.
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

  /// The member at a path; nil if there is none.
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
