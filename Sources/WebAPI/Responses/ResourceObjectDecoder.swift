/// Decodes a resource object, or a list of them, as if its attributes were next to `type` and `id`.
///
/// The id of a related resource appears there too, under its relationship's name.
struct ResourceObjectDecoder: Decoder {
  private let base: any Decoder

  init(_ base: any Decoder) { self.base = base }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let object = try base.container(keyedBy: Key.self)
    let members = try base.container(keyedBy: ResourceMember.self)
    guard members.contains(.attributes) else { return object }
    return KeyedDecodingContainer(
      ResourceObjectContainer(
        object: object,
        attributes: try members.nestedContainer(keyedBy: Key.self, forKey: .attributes),
        members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ResourceObjectList(base: try base.unkeyedContainer())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }

}

enum ResourceMember: String, CodingKey {
  case attributes, relationships, data, id
}

/// The members of a resource object: `type` and `id`, its attributes, and the ids of its
/// relationships to one resource.
struct ResourceObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: KeyedDecodingContainer<Key>
  let attributes: KeyedDecodingContainer<Key>
  let members: KeyedDecodingContainer<ResourceMember>

  var codingPath: [any CodingKey] { object.codingPath }

  var allKeys: [Key] { object.allKeys.filter(Self.isIdentity) + attributes.allKeys }

  private static func isIdentity(_ key: Key) -> Bool {
    key.stringValue == "id" || key.stringValue == "type"
  }

  /// Attributes cannot be named `type` or `id` (JSON:API 1.1, section 7.2.2.1).
  private func source(_ key: Key) -> KeyedDecodingContainer<Key> {
    Self.isIdentity(key) ? object : attributes
  }

  /// Returns the id of a related resource, unless there is none or an attribute has the same name.
  private func relatedID(_ key: Key) -> String? {
    guard !source(key).contains(key), members.contains(.relationships) else { return nil }
    return try? members.nestedContainer(keyedBy: Key.self, forKey: .relationships)
      .nestedContainer(keyedBy: ResourceMember.self, forKey: key)
      .nestedContainer(keyedBy: ResourceMember.self, forKey: .data)
      .decode(String.self, forKey: .id)
  }

  func contains(_ key: Key) -> Bool { source(key).contains(key) || relatedID(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    try relatedID(key) == nil && source(key).decodeNil(forKey: key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try relatedID(key) ?? source(key).decode(type, forKey: key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try source(key).decode(type, forKey: key)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try source(key).decode(type, forKey: key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try source(key).decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try source(key).nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source(key).nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try object.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try source(key).superDecoder(forKey: key)
  }
}

struct ResourceObjectList: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try T(from: ResourceObjectDecoder(base.superDecoder()))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try ResourceObjectDecoder(base.superDecoder()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try ResourceObjectDecoder(base.superDecoder()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    ResourceObjectDecoder(try base.superDecoder())
  }
}
