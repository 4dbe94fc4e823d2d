import FoundationEssentials

extension APIResponse {
  /// Checks the status and decodes the body.
  ///
  /// - Throws: what ``verify()`` throws; ``APIError`` `unavailable` where the body is not a
  ///   `Resource`, saying which field, which type, and where.
  public func resource<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource {
    try verify()
    return try decode(decoder)
  }

  /// Checks the status and decodes the body; nil for 204, 404, an empty body and `null`.
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func nullableResource<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource? {
    if isNothing { return nil }
    try verify()
    let resource: Resource? = try decode(decoder)
    return resource
  }

  /// Checks the status and decodes the body; no elements for 204, 404, an empty body and `null`.
  ///
  /// - Throws: as ``resource(_:)`` does.
  public func emptyableResource<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> [Element] {
    try nullableResource(decoder) ?? []
  }

  /// Whether the status says that there is nothing.
  var isNothing: Bool { status == 204 || status == 404 }

  /// Decodes the body, an empty one as `null`.
  func decode<Value: Decodable>(_ decoder: ResourceDecoder) throws(APIError) -> Value {
    do {
      return try decoder.json.decode(Value.self, from: data.isEmpty ? Data("null".utf8) : data)
    } catch {
      throw APIError(decoding: Value.self, from: self, failedWith: error)
    }
  }
}
