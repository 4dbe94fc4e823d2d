public import CoreJSON

/// How the pages of a list are read: as the API is configured, or as a page itself and a description suggest.
public struct ListPages: Sendable {
  /// The paging of the API in the configuration.
  private let configured: Paging?
  /// What the description declares of the request; nil if there is no description.
  private let parameters: ListParameters?
  /// Whether the request is known to be for a list; otherwise a page shows it by its shape.
  private let isList: Bool

  /// Creates the settings.
  package init(configured: Paging?, parameters: ListParameters?, isList: Bool = true) {
    (self.configured, self.parameters, self.isList) = (configured, parameters, isList)
  }

  /// Reads a first page, and returns how the others are read; nil if it is not a list.
  ///
  /// - Throws: as ``APIResponse/pagedResource(_:paging:)`` does.
  public func first(
    _ response: APIResponse
  ) throws(APIError) -> (page: APIPage<JSONValue>, paging: Paging)? {
    if var configured {
      configured.mayRepeat = parameters?.isRead ?? false
      if let page: APIPage<JSONValue> = try? response.pagedResource(paging: configured) {
        return (page, configured)
      }
      // 'elements' of the configuration is never guessed.
      if configured.elements != nil {
        return isList ? (try response.pagedResource(paging: configured), configured) : nil
      }
    }
    guard let body = try? PageBody(of: response),
      var paging = Paging(of: response, body, parameters: parameters),
      isList || body.isPage(body.place(response.nouns)) || PageSigns(response, 0, body).arePaging
    else { return nil }
    if parameters == nil { paging.guessesFirst = paging.page != nil }
    paging.mayRepeat = parameters?.isRead ?? false
    return (try response.pagedResource(paging: paging), paging)
  }

  /// Returns why a response is not a list.
  public func objection(to response: APIResponse) -> String {
    guard let body = try? PageBody(of: response) else { return "the answer is not JSON" }
    return response.noList(configured ?? .link(), body)
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
    try await request.followingPage { try await send(request).pagedResource(paging: paging) }
  }
}

extension APIRequest {
  /// Requests the page of a list that follows another one.
  ///
  /// A list that is only counted ends with a status that says that there is no such page.
  ///
  /// - Parameter page: sends this request, and reads the page.
  /// - Throws: what `page` throws, otherwise.
  public func followingPage<Element>(
    _ page: () async throws -> APIPage<Element>
  ) async throws -> APIPage<Element> {
    do {
      return try await page()
    } catch let error as APIError where isEnd(error) {
      return APIPage(elements: [])
    } catch var error as APIError where error.status == 410 {
      error.remedy = "the list has changed meanwhile; start again"
      throw error
    }
  }
}
