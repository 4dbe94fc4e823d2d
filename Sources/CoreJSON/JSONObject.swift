/// The members of a JSON object, in their order.
///
/// Each name occurs once: of members with the same name, the last value counts, at the first one's place.
/// Two objects are equal if they have the same members in any order, as JSON sees it.
public struct JSONObject: Sendable {
  /// The number of members from which on names are looked up in a table.
  private static let indexed = 16

  private var members: [Element] = []

  /// The index of each member by its name; empty for few members.
  private var indexes: [String: Int] = [:]

  /// Creates an empty object.
  public init() {}

  /// Creates an object from names and values.
  public init(_ members: some Sequence<Element>) {
    for (key, value) in members { self[key] = value }
  }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The values, in order.
  public var values: [JSONValue] { members.map(\.value) }

  /// The value of a member; nil if there is none.
  ///
  /// Setting nil removes the member.
  ///
  /// - Complexity: O(1); removing a member is O(*n*).
  public subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (nil, let value?):
        members.append((key, value))
        if !indexes.isEmpty {
          indexes[key] = members.count - 1
        } else if members.count > Self.indexed {
          index()
        }
      case (let index?, nil):
        members.remove(at: index)
        self.index()
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    indexes.isEmpty ? members.firstIndex { $0.key == key } : indexes[key]
  }

  private mutating func index() {
    indexes = [:]
    guard members.count > Self.indexed else { return }
    for (index, member) in members.enumerated() { indexes[member.key] = index }
  }
}

extension JSONObject: RandomAccessCollection {
  /// A member.
  public typealias Element = (key: String, value: JSONValue)

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at an index.
  public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable {
  /// Whether two objects have the same members, in any order.
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    one.count == other.count && one.allSatisfy { other[$0.key] == $0.value }
  }

  /// Hashes the members, in any order.
  public func hash(into hasher: inout Hasher) {
    var hash = 0
    for (key, value) in members {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      hash ^= member.finalize()
    }
    hasher.combine(hash)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from names and values.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
