/// Any JSON value, with its exact numbers and the order of its members.
///
/// Two values are equal if they mean the same in JSON: numbers are compared by value, objects in any order.
public enum JSONValue: Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer that fits an `Int`.
  case integer(Int)
  /// Any other number.
  case number(JSONNumber)
  /// Text.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Values by name, in order.
  case object(JSONObject)

  /// How deep arrays and objects may be nested in a text: 128.
  public static let maximumDepth = JSONCursor.maximumDepth

  /// The member with a name, or nil if this is not an object or has no such member.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The element at an index, or nil if this is not an array or is too short.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue {
  /// Reads a value from JSON (RFC 8259) in UTF-8.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(json bytes: some Collection<UInt8>) throws(JSONError) {
    self = try JSONCursor.read(bytes) { cursor throws(JSONError) in try cursor.value() }
  }

  /// Reads a value from JSON (RFC 8259).
  public init(json text: String) throws(JSONError) {
    try self.init(json: text.utf8)
  }

  /// Checks that a text is JSON, without building the value.
  ///
  /// The text must be UTF-8. Escapes in its strings may be halves of surrogate pairs.
  public static func check(_ bytes: some Collection<UInt8>) throws(JSONError) {
    try JSONCursor.read(bytes) { cursor throws(JSONError) in try cursor.skip() }
  }

  /// The value as JSON in one line, in UTF-8.
  public var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// The value as JSON in one line.
  public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension JSONWriter {
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): raw(value ? "true" : "false")
    case .integer(let number): integer(number)
    case .number(let number): raw(number.text)
    case .string(let text): string(text)
    case .array(let elements):
      openArray()
      for element in elements { self.value(element) }
      closeArray()
    case .object(let members):
      openObject()
      for (name, value) in members {
        field(name)
        self.value(value)
      }
      closeObject()
    }
  }
}

extension JSONCursor {
  package mutating func value() throws(JSONError) -> JSONValue {
    switch try kind() {
    case .object:
      var members = JSONObject()
      guard try beginObject() else { return .object(members) }
      repeat { members[try name()] = try value() } while try nextMember()
      return .object(members)
    case .array:
      var elements: [JSONValue] = []
      guard try beginArray() else { return .array(elements) }
      repeat { elements.append(try value()) } while try nextElement()
      return .array(elements)
    case .string: return .string(try string())
    case .number:
      let number = try number()
      return number.integer.map { .integer($0) } ?? .number(number.json)
    case .boolean: return .bool(try boolean())
    case .null:
      try null()
      return .null
    }
  }
}

extension JSONValue: Hashable {
  /// Whether two values are the same JSON.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
      JSONNumber(one) == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one == other
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let number): hasher.combine(JSONNumber(number))
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

/// The members of a JSON object, in their order.
///
/// Each name occurs once: if a name is repeated, the first position and the last value count. Two objects are
/// equal if they have the same members, in any order.
public struct JSONObject: Sendable {
  /// From this number of members on, a table finds members by name.
  private static let indexed = 16

  private var members: [Element] = []

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

  /// The index of the first member: 0.
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
