public import WebAPI
public import WebFetching

/// Reads the lists and the records of a resource.
///
/// ``RemoteService`` requests them from the API, ``OfflineFirstService`` also answers without a
/// network, and tests use a mock. A module's own service is a ``WrappingService`` around one of them.
public protocol ResourceService<Item>: Sendable {
  /// The resource.
  associatedtype Item: Resource

  /// The environment that requests go to now, so that lists of several environments are kept apart; nil if
  /// there is only one.
  var environment: EnvironmentID? { get }

  /// Returns the page of a list that a selection names, or its first page.
  func page(_ pages: PageSelection, of list: Item) async throws -> APIPage<Item.Model>

  /// Returns the next page, from the request in the page before it.
  func page(following next: APIRequest, of list: Item) async throws -> APIPage<Item.Model>

  /// Returns one record.
  ///
  /// - Parameters:
  ///   - id: its id, as in paths.
  ///   - list: the list that it belongs to, for its path.
  func record(_ id: String, of list: Item) async throws -> Item.Model
}

extension ResourceService {
  /// Returns nil: there is only one environment.
  public var environment: EnvironmentID? { nil }

  /// Calls a closure with each page of a list.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - size: the page size; nil leaves it to the service.
  ///   - name: what is listed, for errors; by default the plural of the list's noun.
  ///   - body: called with a page's models before the next page is requested.
  /// - Throws: what `body` throws; `APIPageError` if a page after the first fails.
  public func forEachPage(
    of list: Item, size: Int? = nil, named name: String? = nil,
    _ body: ([Item.Model]) async throws -> Void
  ) async throws {
    try await page(PageSelection(perPage: size), of: list).forEachPage(
      of: name ?? list.noun.many, following: { try await page(following: $0, of: list) }
    ) { try await body($0.elements) }
  }
}

/// A module's own service around another one: it reads as that one does, and adds what only the module needs.
///
/// ```swift
/// protocol OrdersServiceProtocol: ResourceService where Item == OrderListing {
///   func cancel(_ id: Order.ID) async throws -> Order
/// }
///
/// actor OrdersService: OrdersServiceProtocol, WrappingService {
///   nonisolated let base: any ResourceService<OrderListing>
///   …
/// }
/// ```
public protocol WrappingService: ResourceService {
  /// The service that reads.
  var base: any ResourceService<Item> { get }
}

extension WrappingService {
  /// The environment of the other service.
  public var environment: EnvironmentID? { base.environment }

  /// Returns a page of the other service.
  public func page(_ pages: PageSelection, of list: Item) async throws -> APIPage<Item.Model> {
    try await base.page(pages, of: list)
  }

  /// Returns the next page of the other service.
  public func page(
    following next: APIRequest, of list: Item
  ) async throws -> APIPage<Item.Model> {
    try await base.page(following: next, of: list)
  }

  /// Returns a record of the other service.
  public func record(_ id: String, of list: Item) async throws -> Item.Model {
    try await base.record(id, of: list)
  }
}

/// Requests lists and records from the API.
public struct RemoteService<Item: Resource>: ResourceService {
  private let client: any APIClient
  /// Sends the requests for lists.
  private let sendForList: @Sendable (APIRequest) async throws -> APIResponse

  /// Creates a service that requests from an API.
  public init(_ client: any APIClient) {
    self.init(client) { try await $0.response(on: client) }
  }

  /// Creates a service whose requests for lists are sent in another way, such as through a store of whole responses.
  package init(
    _ client: any APIClient,
    sending send: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) {
    (self.client, sendForList) = (client, send)
  }

  /// The client's environment.
  public var environment: EnvironmentID? { client.environmentID }

  /// Requests a page.
  public func page(_ pages: PageSelection, of list: Item) async throws -> APIPage<Item.Model> {
    try await receive(pages, of: list).value
  }

  /// Requests the page that follows another one.
  public func page(
    following next: APIRequest, of list: Item
  ) async throws -> APIPage<Item.Model> {
    try await receive(following: next, of: list).value
  }

  /// Requests a record.
  public func record(_ id: String, of list: Item) async throws -> Item.Model {
    try await receive(id, of: list).value
  }
}

/// What a response contains, with the response.
struct Received<Value: Sendable>: Sendable {
  let value: Value
  /// nil if the value is not in one.
  let response: APIResponse?
}

extension RemoteService {
  func receive(
    _ pages: PageSelection, of list: Item
  ) async throws -> Received<APIPage<Item.Model>> {
    do {
      let response = try await sendForList(list.request(for: pages))
      return Received(value: try list.page(in: response), response: response)
    } catch let error as APIError {
      throw list.error(error, id: nil)
    }
  }

  func receive(
    following next: APIRequest, of list: Item
  ) async throws -> Received<APIPage<Item.Model>> {
    do {
      var response: APIResponse?
      let page = try await next.followingPage {
        let received = try await sendForList(next)
        response = received
        return try list.page(in: received)
      }
      return Received(value: page, response: response)
    } catch let error as APIError {
      throw list.error(error, id: nil)
    }
  }

  func receive(_ id: String, of list: Item) async throws -> Received<Item.Model> {
    let path = APIPath(segments: list.path.segments + [id])
    return try await receive(APIRequest(path: path), of: list) { list.error($0, id: id) }
  }

  /// Sends a request that is answered with a record.
  ///
  /// - Parameter id: the id of the record, which is then requested if the answer is empty; nil if it is not known.
  func receive(
    _ request: APIRequest, _ id: String? = nil, of list: Item, failing: (APIError) -> any Error
  ) async throws -> Received<Item.Model> {
    do {
      let response = try await request.response(on: client)
      if let id, response.data.isEmpty, response.refusal == nil {
        return try await receive(id, of: list)
      }
      return Received(value: try list.model(in: response), response: response)
    } catch let error as APIError {
      throw failing(error)
    }
  }

  /// Sends a request that is answered with nothing that is read.
  func send(_ request: APIRequest, failing: (APIError) -> any Error) async throws {
    do {
      let response = try await request.response(on: client)
      if response.format == .container {
        try response.verifyInContainer()
      } else {
        try response.verify()
      }
    } catch let error as APIError {
      throw failing(error)
    }
  }

  /// Returns a response in which a list's records are read that were stored.
  func empty(for list: Item) -> APIResponse {
    .empty(to: APIRequest(path: list.path), on: client, paging: list.paging)
  }
}
