import FoundationEssentials
public import WebMessages

extension HTTPResponse {
  /// Creates a response of a stub: the page of a list that a request asks for.
  ///
  /// The page is chosen by `page` and `per_page` in the query, 20 elements by default. The header field
  /// `X-Total-Count` has the number of all elements.
  ///
  /// - Parameters:
  ///   - elements: the whole list.
  ///   - request: the request for a page of it.
  /// - Throws: what an element throws when it is encoded.
  public init(json elements: [some Encodable], pageFor request: HTTPRequest) throws {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    func number(_ name: String) -> Int? {
      let value = items.last { $0.name == name }?.value.flatMap { Int($0) }
      return value.flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
    }
    let size = number("per_page") ?? 20
    let page = elements.dropFirst(((number("page") ?? 1) - 1) * size).prefix(size)
    try self.init(json: Array(page), headers: ["X-Total-Count": String(elements.count)])
  }
}
