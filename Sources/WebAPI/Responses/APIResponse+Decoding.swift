import CoreJSON
import FoundationEssentials

extension APIResponse {
  /// Checks the status and decodes the body, in the service's format.
  ///
  /// - Throws: what ``verify()`` throws; ``APIError`` `unavailable` if the body is not a `Resource`; it names
  ///   the field, and what was expected and received.
  public func resource<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource {
    switch format {
    case .plain:
      try verifyStatus()
      return try decode(decoder, as: .plain)
    case .container: return try resourceInContainer(decoder)
    case .jsonapi:
      guard let resource: Resource = try document(decoder).data else {
        throw APIError(missing: "data", in: self)
      }
      return resource
    }
  }

  /// Checks the status and decodes the body; nil for 204, 404, an empty body and `null`.
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func nullableResource<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource? {
    if format == .container { return try nullableResourceInContainer(decoder) }
    if isNothing { return nil }
    if format == .plain {
      try verifyStatus()
      let resource: Resource? = try decode(decoder, as: .plain)
      return resource
    }
    try verifyStatus()
    if data.isEmpty { return nil }
    let document: JSONAPIDocument<Resource> = try document(decoder)
    return document.data
  }

  /// Checks the status and decodes the body; no elements for 204, 404, an empty body and `null`.
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func emptyableResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> [Element] {
    try nullableResource(decoder) ?? []
  }

  /// Whether the status means that there is no resource.
  var isNothing: Bool { statusCode == 204 || statusCode == 404 }

  func document<Resource: Decodable>(
    _ decoder: ResourceDecoder
  ) throws(APIError) -> JSONAPIDocument<Resource> {
    try verifyStatus()
    let document: JSONAPIDocument<Resource> = try decode(decoder, as: .jsonapi)
    if let errors = document.errors, let problem = Reason(errors: errors) {
      throw APIError(problem: problem, in: self)
    }
    return document
  }

  /// Decodes the body; an empty one counts as `null`.
  func decode<Value: Decodable>(
    _ decoder: ResourceDecoder, as expected: ServiceFormat?
  ) throws(APIError) -> Value {
    do {
      let json = data.isEmpty ? Data("null".utf8) : data
      if let type = Self.readable(Value.self), let value = try read(type, json) as? Value {
        return value
      }
      return try decoder.json(for: keys).decode(Value.self, from: json)
    } catch {
      throw APIError(decodingFrom: self, as: expected, failedWith: error)
    }
  }

  // Separate from `decode`: Swift 6.3 crashes when it specializes the cast.
  @inline(never)
  private static func readable(_ type: Any.Type) -> (any JSONReadable.Type)? {
    type as? any JSONReadable.Type
  }

  private func read<Value: JSONReadable>(
    _ type: Value.Type, _ json: Data
  ) throws(DecodingError) -> Value {
    let isMarked = json.starts(with: [0xEF, 0xBB, 0xBF])
    let spelling: (@Sendable (String) -> String)? = keys == .camel ? CamelKeys.snake : nil
    return try JSONReader.read(isMarked ? json.dropFirst(3) : json, spelling: spelling)
  }
}
