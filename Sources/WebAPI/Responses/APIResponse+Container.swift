import CoreJSON

// These read a container, whatever the client's `format` is.
extension APIResponse {
  /// Checks the status and decodes `data` of `{data, meta, errors}`.
  ///
  /// - Throws: as ``resource(_:)`` does, and an error if `errors` is not empty.
  public func resourceInContainer<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource {
    let container: ResourceContainer<Resource, JSONValue> = try decodedContainer(decoder)
    return try required(container.data, "data")
  }

  /// Like ``resourceInContainer(_:)``, but returns nil for 204, 404, an empty body and no `data`.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func nullableResourceInContainer<Resource: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> Resource? {
    let container: ResourceContainer<Resource, JSONValue>? = try optionalContainer(decoder)
    return container?.data
  }

  /// Like ``resourceInContainer(_:)``, but returns no elements for 204, 404, an empty body and no
  /// `data`.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func emptyableResourceInContainer<Element: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> [Element] {
    try nullableResourceInContainer(decoder) ?? []
  }

  /// Checks the status and decodes both `data` and `meta` of `{data, meta, errors}`.
  ///
  /// ```swift
  /// let (products, facets): ([Product], Facets) = try response.container(.snakeCase)
  /// ```
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does; also if `meta` is missing.
  public func container<Resource: Decodable, Meta: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> (data: Resource, meta: Meta) {
    let container: ResourceContainer<Resource, Meta> = try decodedContainer(decoder)
    return (try required(container.data, "data"), try required(container.meta, "meta"))
  }

  /// Like ``container(_:)``, but returns nil for a missing part, and nil for both after 204, 404 and an empty
  /// body.
  ///
  /// - Throws: as ``resourceInContainer(_:)`` does.
  public func nullableContainer<Resource: Decodable, Meta: Decodable>(
    _ decoder: ResourceDecoder = .plain
  ) throws(APIError) -> (data: Resource?, meta: Meta?) {
    let container: ResourceContainer<Resource, Meta>? = try optionalContainer(decoder)
    return (container?.data, container?.meta)
  }

  /// Checks the status, and then that the body has no `errors`.
  ///
  /// A body that is not a container has none.
  ///
  /// - Throws: what ``verify()`` throws; an error if `errors` is not empty.
  public func verifyInContainer(_ decoder: ResourceDecoder = .plain) throws(APIError) {
    try verify()
    if let error = containedError(decoder) { throw error }
  }

  /// Returns the problems in `errors`, whatever the status; none if the body is not a container.
  public func errorInContainer(_ decoder: ResourceDecoder = .plain) -> [APIProblem] {
    containedError(decoder)?.problems ?? []
  }

  private func containedError(_ decoder: ResourceDecoder) -> APIError? {
    let container: ResourceContainer<JSONValue, JSONValue>? = try? decode(decoder, as: nil)
    return container?.errors.flatMap(Reason.init(errors:)).map {
      APIError(problem: $0, in: self)
    }
  }

  func required<Value>(_ value: Value?, _ member: String) throws(APIError) -> Value {
    guard let value else { throw APIError(missing: member, in: self, as: expectedContainer) }
    return value
  }

  /// The expected format, unless the caller reads a container from a service with another format.
  private var expectedContainer: ServiceFormat? { format == .container ? .container : nil }

  func optionalContainer<Resource, Meta>(
    _ decoder: ResourceDecoder
  ) throws(APIError) -> ResourceContainer<Resource, Meta>? {
    if isNothing { return nil }
    try verifyStatus()
    return data.isEmpty ? nil : try decodedContainer(decoder)
  }

  func decodedContainer<Resource, Meta>(
    _ decoder: ResourceDecoder
  ) throws(APIError) -> ResourceContainer<Resource, Meta> {
    try verifyStatus()
    let container: ResourceContainer<Resource, Meta> = try decode(decoder, as: expectedContainer)
    if let errors = container.errors, let problem = Reason(errors: errors) {
      throw APIError(problem: problem, in: self)
    }
    return container
  }
}
