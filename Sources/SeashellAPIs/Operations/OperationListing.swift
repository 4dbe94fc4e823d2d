import CoreJSON
import FoundationEssentials
import SeashellKit
import WebAPI

/// The list that an operation requests with the values of one command.
struct OperationListing: Resource {
  var noun = Noun("element")
  /// The request for its first page.
  var first = APIRequest(path: APIPath(segments: []))
  /// The path of its data, as events have it.
  var resource = ""
  var path: APIPath { APIPath(parsing: resource) }
  /// Its options are those of the operation.
  var paging: Paging { .link(page: nil, size: nil) }
  /// What is known of the fields of its records.
  var columns = ResultColumns(nil)
  /// How its pages are read.
  var pages = ListPages(configured: nil, parameters: nil)
  /// The parameter of the query for words that records contain, if there is one.
  var searchParameter: String?
  /// Whether an answer can have failed although its status says that it succeeded.
  var mayHaveFailed = false

  var isGuessed: Bool { true }

  func request(for pages: PageSelection) -> APIRequest { first }

  func searching(_ word: String) -> OperationListing? {
    guard let searchParameter, let address = first.url?.absoluteString else { return nil }
    let pair = [searchParameter, word].map {
      PercentEncoding.encode($0, keeping: PercentEncoding.query)
    }.joined(separator: "=")
    var listing = self
    listing.first.url = URL(string: address + (address.contains("?") ? "&" : "?") + pair)
    return listing
  }

  /// Reads a page as the page before it was read; the first one suggests itself how.
  ///
  /// - Throws: ``NoList`` if the response of the first request is no list.
  func page(in response: APIResponse) throws -> APIPage<JSONValue> {
    var page: APIPage<JSONValue>
    let paging: Paging
    if let known = response.request.continuation as? Paging {
      (page, paging) = (try response.pagedResource(paging: known), known)
    } else if let first = try pages.first(response) {
      (page, paging) = first
    } else {
      throw NoList(response: response, reason: pages.objection(to: response))
    }
    page.next?.continuation = paging
    if mayHaveFailed { page.failure = response.failedAnswer }
    return page
  }

  func model(in response: APIResponse) throws -> JSONValue { try response.resource() }

  func id(of record: JSONValue) -> String {
    guard case .object = record else { return record.word ?? "" }
    return columns.identity.id(of: record) ?? ""
  }

  func name(of record: JSONValue) -> String {
    let name = columns.identity.name(of: record) ?? ""
    return name == id(of: record) ? "" : name
  }
}

/// The answer is no list, although the description says so.
struct NoList: Error {
  let response: APIResponse
  /// Why it is none.
  let reason: String
}

extension NoList: ShellErrorConvertible {
  var shellError: ShellError { ShellError(.unavailable, reason) }
}
