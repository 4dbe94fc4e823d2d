extension APIResponse {
  /// Checks the status and decodes what `data` holds in `{data, meta, errors}`.
  ///
  /// - Throws: as ``resource(_:)`` does; where `errors` has any, what they say.
  public func resourceInContainer<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource {
    let container: ResourceContainer<Resource> = try container(decoder)
    guard let resource = container.data else {
      throw APIError(missing: "data", in: self)
    }
    return resource
  }

  /// Does as ``resourceInContainer(_:)``; nil for 204, 404, an empty body and no `data`.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func nullableResourceInContainer<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource? {
    if isNothing { return nil }
    try verify()
    if data.isEmpty { return nil }
    let container: ResourceContainer<Resource> = try container(decoder)
    return container.data
  }

  /// Does as ``resourceInContainer(_:)``; no elements for 204, 404, an empty body and no `data`.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func emptyableResourceInContainer<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> [Element] {
    try nullableResourceInContainer(decoder) ?? []
  }

  func container<Resource: Decodable>(
    _ decoder: ResourceDecoder
  ) throws(APIError) -> ResourceContainer<Resource> {
    try verify()
    let container: ResourceContainer<Resource> = try decode(decoder)
    if let errors = container.errors, let problem = ServerProblem(errors: errors) {
      throw APIError(problem: problem, in: self)
    }
    return container
  }
}
