public import CoreJSON
import FoundationEssentials

extension Event {
  /// Returns the event's content as JSON: what it encodes, or the payload of a ``DynamicEvent``.
  ///
  /// Dates are text in ISO 8601, and data is text in Base64. It builds no JSON text on the way, so that rules
  /// can look into very many events.
  ///
  /// - Throws: what the event's `encode(to:)` throws.
  public func content() throws -> JSONValue {
    if let event = self as? DynamicEvent { return event.payload }
    let node = ContentNode()
    try encode(to: ContentEncoder(node: node, codingPath: []))
    return node.json
  }
}

/// One container of the encoded event: empty at first, then a value, members or elements.
private final class ContentNode {
  enum Content {
    case value(JSONValue)
    case members([(name: String, node: ContentNode)])
    case elements([ContentNode])
  }

  var content = Content.value(.null)

  var json: JSONValue {
    switch content {
    case .value(let value): value
    case .members(let members):
      .object(JSONObject(members.map { (key: $0.name, value: $0.node.json) }))
    case .elements(let nodes): .array(nodes.map(\.json))
    }
  }

  var count: Int { if case .elements(let nodes) = content { nodes.count } else { 0 } }

  func beginMembers() {
    if case .members = content { return }
    content = .members([])
  }

  func beginElements() {
    if case .elements = content { return }
    content = .elements([])
  }

  func member(_ name: String) -> ContentNode {
    let node = ContentNode()
    guard case .members(var members) = content else { return node }
    content = .value(.null)
    members.append((name, node))
    content = .members(members)
    return node
  }

  func element() -> ContentNode {
    let node = ContentNode()
    guard case .elements(var nodes) = content else { return node }
    content = .value(.null)
    nodes.append(node)
    content = .elements(nodes)
    return node
  }

  func set<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
    switch value {
    case let value as String: content = .value(.string(value))
    case let value as Bool: content = .value(.bool(value))
    case let value as Int: content = .value(.integer(value))
    case let value as Double: content = .value(JSONNumber(value).map { .number($0) } ?? .null)
    case let value as JSONValue: content = .value(value)
    case let value as Date: content = .value(.string(value.ISO8601Format()))
    case let value as URL: content = .value(.string(value.absoluteString))
    case let value as Data: content = .value(.string(value.base64EncodedString()))
    case let value as Decimal: content = .value(Self.number("\(value)"))
    case let value as any BinaryInteger: content = .value(Self.number("\(value)"))
    case let value as any BinaryFloatingPoint: try set(Double(value), at: path)
    default: try value.encode(to: ContentEncoder(node: self, codingPath: path))
    }
  }

  private static func number(_ text: String) -> JSONValue {
    Int(text).map { .integer($0) } ?? JSONNumber(text).map { .number($0) } ?? .null
  }
}

private struct ContentEncoder: Encoder {
  let node: ContentNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginMembers()
    return KeyedEncodingContainer(ContentMembers(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginElements()
    return ContentElements(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContent(node: node, codingPath: codingPath)
  }
}

private struct ContentMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: ContentNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { _ = node.member(key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.member(key.stringValue).set(value, at: codingPath + [key])
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    ContentEncoder(node: node.member("super"), codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: Key) -> ContentEncoder {
    ContentEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct ContentElements: UnkeyedEncodingContainer {
  let node: ContentNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  func encodeNil() { _ = node.element() }

  func encode<Value: Encodable>(_ value: Value) throws {
    try node.element().set(value, at: codingPath)
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder }

  private var encoder: ContentEncoder {
    ContentEncoder(node: node.element(), codingPath: codingPath)
  }
}

private struct SingleContent: SingleValueEncodingContainer {
  let node: ContentNode
  let codingPath: [any CodingKey]

  func encodeNil() { node.content = .value(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try node.set(value, at: codingPath) }
}
