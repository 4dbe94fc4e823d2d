import CoreJSON
public import FoundationEssentials
import WebMessages

/// One page of a list.
public struct APIPage<Element> {
  /// The page's elements.
  public let elements: [Element]

  /// The number of elements on all pages, if the server reports it.
  public let total: Int?

  /// The request for the next page; nil if there is none.
  public package(set) var next: APIRequest?

  /// The address of the page, if it is known.
  public let url: URL?

  /// Why it is not known whether this page is the last one, if that is so: a few words.
  public package(set) var doubt: String?

  /// What the page says has failed although the status of its answer is that of a success; thrown after the page is used.
  public var failure: APIError?

  /// Creates a page.
  public init(
    elements: [Element], total: Int? = nil, next: APIRequest? = nil, url: URL? = nil
  ) {
    self.elements = elements
    self.total = total
    self.next = next
    self.url = url
  }

  /// Returns the page with its elements transformed, such as from DTOs to models.
  ///
  /// - Throws: what `transform` throws.
  public func map<Mapped, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Mapped
  ) throws(Failure) -> APIPage<Mapped> {
    var page = APIPage<Mapped>(
      elements: try elements.map(transform), total: total, next: next, url: url)
    (page.doubt, page.failure) = (doubt, failure)
    return page
  }
}

extension APIPage: Sendable where Element: Sendable {}

extension APIPage {
  /// A hundred million elements in pages of 1,000.
  static var maximumPages: Int { 100_000 }

  /// How many pages in a row may be empty.
  private static var maximumEmptyPages: Int { 10 }

  /// The page as the last one.
  fileprivate var last: APIPage { APIPage(elements: elements, total: total, url: url) }

  /// The page as the answer to a request for more of a list.
  ///
  /// It is the last one if it has no elements and names itself, as the last page of a growing log does.
  package func following(_ request: APIRequest?) -> APIPage {
    guard elements.isEmpty, let request, next?.addressHash == request.addressHash else {
      return self
    }
    return last
  }

  /// Calls a closure with this page and each page after it.
  ///
  /// ```swift
  /// try await service.products(listing).forEachPage(
  ///   of: "products", following: { try await service.products(following: $0) }
  /// ) { page in
  ///   for product in page.elements { print(product.name) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: what error messages call the elements, such as `products`.
  ///   - isFirst: whether this is the first page of the list. The number of elements must then match the
  ///     server's count.
  ///   - following: returns the page for a page's ``next`` request.
  ///   - numbered: returns the page with a number, from the second on, for a list whose first page has no
  ///     ``next`` request although the server counts more elements; nil if it cannot.
  ///   - ahead: called before `take`, for each page but the first, with the request that follows if `take`
  ///     returns. It may start that request early, and `following` then waits for it.
  ///   - take: receives each page. `following` and `numbered` are called after it has returned.
  /// - Throws: what `take` throws; a page's ``failure``; `CancellationError` if `following` does; otherwise ``APIPageError``:
  ///   `failed` if `following` throws, `endless` if the pages repeat, `incomplete` if the pages have fewer
  ///   elements than the server counts.
  public consuming func forEachPage(
    of elements: String, isFirst: Bool = true,
    following: (APIRequest) async throws -> APIPage,
    numbered: (Int) async throws -> APIPage? = { _ in nil },
    ahead: (APIRequest) async -> Void = { _ in },
    _ take: (APIPage) async throws -> Void
  ) async throws {
    var page = self
    let isNumbered = page.next == nil
    var (pages, count) = (0, 0)
    var total: Int?
    var (visited, empty): (Set<Int>, Int) = ([], 0)
    if let url = page.url { visited.insert(APIRequest(url: url).addressHash) }
    while true {
      pages += 1
      count += page.elements.count
      total = page.total ?? total
      var next = page.next
      var problem: String?
      empty = page.elements.isEmpty ? empty + 1 : 0
      // A request that is refused says itself why.
      if let request = next, request.refusal == nil {
        let isNew = visited.insert(request.addressHash).inserted
        let isLed = request.position.map { $0.isLed || $0.followsRepeated } ?? false
        if page.elements.isEmpty, !isLed || empty > Self.maximumEmptyPages {
          problem = "an empty page links to another"
        } else if !isNew {
          problem = "a page is repeated"
        }
        // A list that may grow, such as a log, ends with an empty page that names itself.
        if page.elements.isEmpty, isLed, !isNew { (problem, page, next) = (nil, page.last, nil) }
      }
      let isLast = next == nil && (!isNumbered || page.elements.isEmpty || count >= total ?? 0)
      if !isLast, pages == Self.maximumPages { problem = problem ?? "\(pages) pages were received" }
      if let next, problem == nil, pages > 1 { await ahead(next) }
      try await take(page)
      if let failure = page.failure { throw failure }
      if let problem { throw APIPageError.endless(elements, after: count, problem) }
      if isLast { break }
      do {
        if let next {
          page = try await following(next)
        } else if let following = try await numbered(pages + 1) {
          page = following
        } else {
          break
        }
      } catch let error as CancellationError {
        throw error
      } catch {
        throw APIPageError.failed(elements, after: count, error)
      }
    }
    if isFirst, let total, count < total {
      throw APIPageError.incomplete(elements, count, of: total)
    }
  }
}

extension APIRequest {
  /// A hash of the request's address, and of what else names a page, to detect repeated pages.
  fileprivate var addressHash: Int {
    var hasher = Hasher()
    hasher.combine(url)
    if url == nil { hasher.combine(path) }
    hasher.combine(query)
    hasher.combine(position?.cursor?.jsonText)
    if method.isWrite { hasher.combine(body?.kept?.data) }
    return hasher.finalize()
  }
}
