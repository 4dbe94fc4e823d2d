/// The member names that the reader looks for.
///
/// A document's outline stores the number of each, so that members are found without comparing text.
enum DocumentKey: String, CaseIterable {
  case openapi, swagger, info, title, version, description, summary
  case servers, url, variables, name, `enum`, `default`
  case host, basePath, schemes, consumes, produces
  case tags, security, securitySchemes, securityDefinitions
  case type, `in`, scheme, flow, flows, scopes, openIdConnectUrl
  case authorizationUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl
  case authorizationCode, clientCredentials, password, deviceAuthorization
  case components, paths, webhooks, callbacks, definitions
  case get, put, post, delete, options, head, patch, trace
  case operationId, parameters, requestBody, responses, deprecated, hidden
  case required, schema, style, explode, allowReserved, allowEmptyValue, content, collectionFormat
  case example, examples, value, encoding, contentType, headers
  case format, `const`, nullable, readOnly, writeOnly
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case minLength, maxLength, pattern, minItems, maxItems, uniqueItems
  case items, properties, additionalProperties, allOf, oneOf, anyOf, discriminator, propertyName
  case contentMediaType, contentEncoding
  case reference = "$ref"
  case commandName = "x-cli-name"
  case commandAliases = "x-cli-aliases"
  case ignored = "x-cli-ignore"
  case cliHidden = "x-cli-hidden"
  case xHidden = "x-hidden"
  case xInternal = "x-internal"
  case xReadOnly = "x-read-only"
  case xReadonly = "x-readonly"
  case xSafe = "x-safe"
  case xNullable = "x-nullable"
}

struct DocumentKeys {
  static let all = DocumentKeys()

  private static let slots = 1024
  private static let longest = 24

  /// A hash table: a key is in the slot for its name's hash, or in one of the following slots.
  private let table: [(name: [UInt8], key: DocumentKey)?]

  private init() {
    var table = [(name: [UInt8], key: DocumentKey)?](repeating: nil, count: Self.slots)
    for key in DocumentKey.allCases {
      let name = Array(key.rawValue.utf8)
      var slot = name.withUnsafeBufferPointer(Self.slot)
      while table[slot] != nil { slot = (slot + 1) % Self.slots }
      table[slot] = (name, key)
    }
    self.table = table
  }

  private static func slot(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 0
    for byte in name { hash = hash &* 31 &+ UInt32(byte) }
    return Int((hash ^ hash >> 15) % UInt32(slots))
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> DocumentKey? {
    guard name.count <= Self.longest else { return nil }
    var slot = Self.slot(name)
    while let entry = table[slot] {
      if entry.name.count == name.count, entry.name.elementsEqual(name) { return entry.key }
      slot = (slot + 1) % Self.slots
    }
    return nil
  }
}
