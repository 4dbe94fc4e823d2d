import CoreJSON
import FoundationEssentials

/// Records in another form than an array of them: by their keys in an object, or each within an object of its own.
enum RecordMap {
  private struct Member {
    let name: String
    let value: Range<Int>
  }

  /// Whether an object has at least two members, all of them objects that share half of their names with the first.
  static func isMap(_ object: Data) -> Bool {
    guard let members = try? members(of: object), members.count > 1 else { return false }
    var first: Set<String>?
    return members.allSatisfy { member in
      let value = JSONSequence.slice(object, member.value)
      guard value.first == UInt8(ascii: "{"), let own = try? self.members(of: value) else {
        return false
      }
      let names = Set(own.map(\.name))
      guard let known = first else {
        first = names
        return !names.isEmpty
      }
      return known.intersection(names).count * 2 >= max(known.count, names.count)
    }
  }

  /// Returns the values of an object as an array, each with its name as its first member.
  ///
  /// The member is `key`, or `_key` if the value has a `key` of its own. A value that is no object becomes one with its name and `value`.
  static func list(_ object: Data) -> Data? {
    guard let members = try? members(of: object) else { return nil }
    var list = Data("[".utf8)
    for (index, member) in members.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      let value = JSONSequence.slice(object, member.value)
      let own = value.first == UInt8(ascii: "{") ? try? self.members(of: value) : nil
      let hasKey = own?.contains { $0.name == "key" } ?? false
      list += Data("{\"\(hasKey ? "_key" : "key")\":\(JSONValue.string(member.name).jsonText)".utf8)
      if let own {
        list += own.isEmpty ? Data("}".utf8) : Data(",".utf8) + value.dropFirst()
      } else {
        list += Data(",\"value\":".utf8) + value + Data("}".utf8)
      }
    }
    list.append(UInt8(ascii: "]"))
    return list
  }

  /// Returns the records at a path in the elements of an array; an element without one stays as it is.
  static func unwrapped(_ list: Data, _ path: String) -> Data {
    let parts = path.split(separator: ".").map(String.init)
    let found = try? JSONSequence.slices(list) { cursor throws(JSONError) in
      var found: [Range<Int>] = []
      guard try cursor.beginArray() else { return found }
      repeat {
        let whole = try JSONSequence.range(&cursor)
        var range = whole
        for part in parts {
          let object = JSONSequence.slice(list, range)
          guard object.first == UInt8(ascii: "{"),
            let member = try members(of: object).first(where: { $0.name == part })
          else {
            range = whole
            break
          }
          range =
            range.lowerBound + member.value.lowerBound..<range.lowerBound
            + member.value.upperBound
        }
        found.append(range)
      } while try cursor.nextElement()
      return found
    }
    return found ?? list
  }

  /// The only member of every element of an array, if it is an object everywhere and does not identify it; nil otherwise.
  static func wrapper(of list: Data) -> String? {
    let name = try? JSONSequence.read(list) { cursor throws(JSONError) -> String? in
      var name: String?
      guard try cursor.beginArray() else { return nil }
      repeat {
        guard try cursor.kind() == .object, try cursor.beginObject() else { return nil }
        let own = try cursor.name()
        guard name ?? own == own, !["id", "_id", "key"].contains(own),
          try cursor.kind() == .object
        else { return nil }
        name = own
        try cursor.skip()
        guard try !cursor.nextMember() else { return nil }
      } while try cursor.nextElement()
      return name
    }
    return name ?? nil
  }

  private static func members(of object: Data) throws(JSONError) -> [Member] {
    try JSONSequence.read(object) { cursor throws(JSONError) in
      var members: [Member] = []
      guard try cursor.kind() == .object, try cursor.beginObject() else { return members }
      repeat {
        let name = try cursor.name()
        members.append(Member(name: name, value: try JSONSequence.range(&cursor)))
      } while try cursor.nextMember()
      return members
    }
  }
}
