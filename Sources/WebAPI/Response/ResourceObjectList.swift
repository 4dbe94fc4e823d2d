/// A list of resource objects.
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
