public import WebAPI

/// A list with a type of its own, and another one for what the service sends; it declares a resource once.
///
/// ```swift
/// struct OrderListing: Listing {
///   let noun = Noun("order")
///   let path: APIPath = "orders"
///   let paging = Paging.cursor("cursor", from: .field("next_cursor"))
///   var status: OrderStatus?
///   var query: APIQuery { ["status": status?.rawValue] }
///   func includes(_ order: Order) -> Bool { order.status == status ?? order.status }
///   func map(_ dto: OrderDTO) throws -> Order { try OrderMapper.map(from: dto) }
/// }
/// ```
public protocol Listing<Model>: Resource {
  /// The type of the records.
  override associatedtype Model

  /// The type of a record in the API's JSON.
  associatedtype DTO: Decodable

  /// Returns a model.
  ///
  /// A store keeps what the service has sent, and the mapper is called again when it is read. So what a model has of the
  /// list and not of the DTO is in the list's path, never in its query alone.
  ///
  /// - Throws: an error for the user if the DTO is not valid, such as ``RecordError`` `unreadable`.
  func map(_ dto: DTO) throws -> Model

  /// Returns the models of a page; by default ``map(_:)`` of each.
  func map(all dtos: [DTO]) throws -> [Model]
}

// Inlined, so that a module's own mapper is called directly for each of many records.
extension Listing {
  /// Calls ``map(_:)`` for each element.
  @inlinable
  public func map(all dtos: [DTO]) throws -> [Model] { try dtos.map { try map($0) } }

  /// Decodes a page, and maps its elements.
  @inlinable
  public func page(in response: APIResponse) throws -> APIPage<Model> {
    let page: APIPage<DTO> = try response.pagedResource(paging: paging)
    return APIPage(
      elements: try map(all: page.elements), total: page.total, next: page.next, url: page.url)
  }

  /// Decodes a record, and maps it.
  @inlinable
  public func model(in response: APIResponse) throws -> Model { try model(ofElement: response) }

  /// Decodes a record, and maps it.
  @inlinable
  public func model(ofElement response: APIResponse) throws -> Model {
    let dto: DTO = try response.resource()
    return try map(dto)
  }
}
