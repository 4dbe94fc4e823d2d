import CoreJSON

/// A JSON5 text whose members can be changed while everything else stays as it is written.
struct JSON5Draft {
  enum Problem: Error {
    case syntax(JSON5Error)
    /// A value on the path, or the text itself, is not an object, or a name occurs twice.
    case path([String], line: Int, column: Int, String)
  }

  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// Throws if the text is not an object.
  func root() throws(Problem) -> JSON5Value {
    let root: JSON5Value
    do {
      root = try JSON5Parser.parse(text)
    } catch {
      throw .syntax(error)
    }
    guard root.members != nil else {
      throw .path([], line: root.line, column: root.column, "must be an object, not \(root.kind)")
    }
    return root
  }

  /// Sets a member, and creates the objects that lead to it.
  ///
  /// If the old and the new value are objects, only the members that differ are changed.
  mutating func set(_ path: [String], to value: JSONValue) throws(Problem) {
    let root = try root()
    var object = root
    for (depth, name) in path.enumerated() {
      guard let member = try Self.member(path[...depth], of: object) else {
        let rest = path[(depth + 1)...].reversed().reduce(value) { .object([$1: $0]) }
        return insert(name, rest, into: object, of: root)
      }
      if depth == path.count - 1 {
        return try replace(member, at: path, with: value, in: object, root)
      }
      object = member.value
    }
  }

  /// Removes a member, with the comments that belong to it; returns whether there was one.
  mutating func remove(_ path: [String]) throws(Problem) -> Bool {
    var object = try root()
    for depth in path.indices {
      guard let member = try Self.member(path[...depth], of: object) else { return false }
      if depth == path.count - 1 {
        remove(member, from: object)
        return true
      }
      object = member.value
    }
    return false
  }

  private static func member(
    _ path: ArraySlice<String>, of object: JSON5Value
  ) throws(Problem) -> JSON5Value.Member? {
    guard let members = object.members else {
      throw .path(
        Array(path.dropLast()), line: object.line, column: object.column,
        "must be an object, not \(object.kind)")
    }
    let found = members.filter { $0.name == path.last }
    if found.count > 1 {
      throw .path(
        Array(path), line: found[1].line, column: found[1].column,
        "appears twice, first on line \(found[0].line)")
    }
    return found.first
  }

  private mutating func replace(
    _ member: JSON5Value.Member, at path: [String], with value: JSONValue, in object: JSON5Value,
    _ root: JSON5Value
  ) throws(Problem) {
    if let old = member.value.members, case .object(let new) = value {
      for name in old.map(\.name) where new[name] == nil { _ = try remove(path + [name]) }
      for (name, value) in new { try set(path + [name], to: value) }
      return
    }
    guard !member.value.hasContent(of: JSON5Value(value)) else { return }
    let bytes = Array(text.utf8)
    let style = JSON5Style(bytes, root, members: object.members ?? [])
    let written = style.value(
      value, indentation: JSON5Style.indentation(of: member.start, in: bytes))
    splice([(member.value.range, written)])
  }

  /// Replaces parts of the text, given in order.
  mutating func splice(_ changes: [(range: Range<Int>, text: String)]) {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for change in changes {
      result += bytes[copied..<change.range.lowerBound]
      result += Array(change.text.utf8)
      copied = change.range.upperBound
    }
    text = String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}
