public import WebAPI
public import WebFetching

/// Reads the lists and the records of a resource.
///
/// ``RemoteListService`` requests them from the API, ``OfflineFirstService`` also answers without a
/// network, and tests use a mock.
public protocol ListService<List>: Sendable {
  /// The resource.
  associatedtype List: Listing

  /// The environment that requests go to now, so that lists of several environments are kept apart; nil if
  /// there is only one.
  var environment: EnvironmentID? { get }

  /// Returns the page of a list that a selection names, or its first page.
  func page(_ pages: PageSelection, of list: List) async throws -> APIPage<List.Model>

  /// Returns the next page, from the request in the page before it.
  func page(following next: APIRequest, of list: List) async throws -> APIPage<List.Model>

  /// Returns one record.
  ///
  /// - Parameters:
  ///   - id: its id, as in paths.
  ///   - list: the list that it belongs to, for its path.
  func record(_ id: String, of list: List) async throws -> List.Model
}

extension ListService {
  /// Returns nil: there is only one environment.
  public var environment: EnvironmentID? { nil }

  /// Calls a closure with each page of a list.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - size: the page size; nil leaves it to the service.
  ///   - name: what is listed, for errors.
  ///   - body: called with a page's models before the next page is requested.
  /// - Throws: what `body` throws; `APIPageError` if a page after the first fails.
  public func forEachPage(
    of list: List, size: Int? = nil, named name: String = List.name,
    _ body: ([List.Model]) async throws -> Void
  ) async throws {
    try await page(PageSelection(perPage: size), of: list).forEachPage(
      of: name, following: { try await page(following: $0, of: list) }
    ) { try await body($0.elements) }
  }
}

/// Requests lists and records from the API, and maps them.
public struct RemoteListService<List: Listing>: ListService {
  private let client: any APIClient

  /// Creates a service that requests from an API.
  public init(_ client: any APIClient) {
    self.client = client
  }

  /// The client's environment.
  public var environment: EnvironmentID? { client.environmentID }

  /// Requests a page.
  public func page(_ pages: PageSelection, of list: List) async throws -> APIPage<List.Model> {
    var query = list.query
    query.append(List.paging.query(page: pages.page, size: pages.perPage))
    return try await page(following: APIRequest(path: list.path, query: query), of: list)
  }

  /// Requests the page that follows another one.
  public func page(
    following next: APIRequest, of list: List
  ) async throws -> APIPage<List.Model> {
    do {
      let page: APIPage<List.DTO> = try await next.response(on: client)
        .pagedResource(paging: List.paging)
      return APIPage(
        elements: try list.map(all: page.elements), total: page.total, next: page.next,
        url: page.url)
    } catch let error as APIError {
      throw list.error(error, id: nil)
    }
  }

  /// Requests a record.
  public func record(_ id: String, of list: List) async throws -> List.Model {
    let path = APIPath(segments: list.path.segments + [id])
    return try await send(APIRequest(path: path), id, of: list)
  }

  /// Sends a request that is answered with a record, such as a write.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - id: the id in its path, for errors; nil if it has none.
  ///   - list: the list that the record belongs to.
  public func send(
    _ request: APIRequest, _ id: String? = nil, of list: List
  ) async throws -> List.Model {
    do {
      let dto: List.DTO = try await request.response(on: client).resource()
      return try list.map(dto)
    } catch let error as APIError {
      throw list.error(error, id: id)
    }
  }
}
