import CoreJSON

extension JSON5Value {
  init(_ value: JSONValue) {
    let content: Content =
      switch value {
      case .null: .null
      case .bool(let value): .boolean(value)
      case .integer(let number): .number(Double(number))
      case .number(let number): .number(number.double)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { JSON5Value($0) })
      case .object(let members): .object(members.map { Self.member($0, JSON5Value($1)) })
      }
    self.init(content: content, line: 0, column: 0, range: 0..<0)
  }

  private static func member(_ name: String, _ value: JSON5Value) -> Member {
    Member(name: name, line: 0, column: 0, start: 0, value: value)
  }

  var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// Whether two values have the same content: objects have the same members, in any order.
  func hasContent(of other: JSON5Value) -> Bool {
    switch (content, other.content) {
    case (.null, .null): return true
    case (.boolean(let one), .boolean(let other)): return one == other
    case (.number(let one), .number(let other)): return one == other || one.isNaN && other.isNaN
    case (.string(let one), .string(let other)): return one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { $0.hasContent(of: $1) }
    case (.object(let one), .object(let other)):
      let others = Dictionary(grouping: other, by: \.name)
      let groups = Dictionary(grouping: one, by: \.name)
      guard groups.count == others.count else { return false }
      return groups.allSatisfy { name, members in
        guard let found = others[name], found.count == members.count else { return false }
        return zip(members, found).allSatisfy { $0.value.hasContent(of: $1.value) }
      }
    default: return false
    }
  }

  /// Returns the value with a member set, creating the objects that lead to it.
  func setting(_ path: ArraySlice<String>, to value: JSON5Value) -> JSON5Value {
    guard let name = path.first else { return value }
    var members = members ?? []
    let index = members.firstIndex { $0.name == name }
    let old = index.map { members[$0].value } ?? with(.object([]))
    let member = Self.member(name, old.setting(path.dropFirst(), to: value))
    if let index { members[index] = member } else { members.append(member) }
    return with(.object(members))
  }

  func removing(_ path: ArraySlice<String>) -> JSON5Value {
    guard let name = path.first, let members else { return self }
    let rest = path.dropFirst()
    return with(
      .object(
        members.compactMap { member in
          guard member.name == name else { return member }
          return rest.isEmpty ? nil : Self.member(name, member.value.removing(rest))
        }))
  }
}
