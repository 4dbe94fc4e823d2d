public import CoreJSON

/// How the pages of a list are read: as the API is configured, or as a page itself and a description suggest.
public struct ListPages: Sendable {
  /// The paging of the API in the configuration.
  private let configured: Paging?
  private let parameters: ListParameters?

  /// Creates the settings.
  package init(configured: Paging?, parameters: ListParameters?) {
    (self.configured, self.parameters) = (configured, parameters)
  }

  /// Reads a first page, and returns how the others are read; nil if it is not a list.
  ///
  /// - Throws: as ``APIResponse/pagedResource(_:paging:)`` does.
  public func first(
    _ response: APIResponse
  ) throws(APIError) -> (page: APIPage<JSONValue>, paging: Paging)? {
    if let configured,
      let page: APIPage<JSONValue> = try? response.pagedResource(paging: configured)
    {
      return (page, configured)
    }
    guard var paging = Paging(of: response, parameters: parameters) else { return nil }
    paging.guessesFirst = true
    return (try response.pagedResource(paging: paging), paging)
  }

  /// Requests a further page.
  ///
  /// - Parameters:
  ///   - request: the previous page's ``APIPage/next``.
  ///   - paging: what ``first(_:)`` returned.
  ///   - send: sends the request, and throws an error for a response that is no success.
  /// - Throws: what `send` throws, unless it says that a list has ended that is only counted.
  public static func page(
    _ request: APIRequest, _ paging: Paging,
    _ send: (APIRequest) async throws -> APIResponse
  ) async throws -> APIPage<JSONValue> {
    do {
      return try await send(request).pagedResource(paging: paging)
    } catch let error as APIError where request.isEnd(error) {
      return APIPage(elements: [])
    } catch var error as APIError where error.status == 410 {
      error.remedy = "the list has changed meanwhile; start again"
      throw error
    }
  }
}
