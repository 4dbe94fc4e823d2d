import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

@testable import SeashellAPIs

/// Servers whose pages are stored by absolute address; every other address is 404.
struct StubSite {
  /// A page.
  enum Page: Sendable {
    case text(String, type: String = "application/json", links: [String] = [])
    case status(Int, links: [String] = [])
    case redirect(String, status: Int = 302)
    case failure(TransportError)
    /// A text that continues for this many bytes after its beginning, in pieces of 64 KiB.
    case flood(String, Int)
  }

  static let openAPI = Page.text(#"{"openapi":"3.1.0","paths":{}}"#)

  let transport: StubTransport

  init(_ pages: [String: Page]) {
    transport = StubTransport { request in
      switch pages[request.url.absoluteString] {
      case .text(let text, let type, let links):
        var headers: HTTPHeaders = ["Content-Type": type]
        for link in links { headers.add("Link", link) }
        return HTTPResponse(status: 200, headers: headers, body: HTTPBody(Data(text.utf8)))
      case .status(let status, let links):
        var headers = HTTPHeaders()
        for link in links { headers.add("Link", link) }
        return HTTPResponse(status: status, headers: headers)
      case .redirect(let address, let status):
        return HTTPResponse(status: status, headers: ["Location": address])
      case .failure(let error): throw error
      case .flood(let beginning, let count):
        return HTTPResponse(status: 200, body: flood(beginning, count))
      case nil: return HTTPResponse(status: 404)
      }
    }
  }

  /// The addresses that were requested, in order.
  var requested: [String] { transport.requests.map(\.url.absoluteString) }

  /// Looks for a description.
  func find(
    _ typed: String, agreed: [String] = [], maximumSize: Int = DescriptionFetcher.maximumSize,
    limit: Duration = DescriptionFetcher.limit
  ) async throws -> DescriptionSearch {
    let fetcher = DescriptionFetcher(
      agreedOrigins: Set(try agreed.map(origin)), maximumSize: maximumSize, limit: limit
    ) { [transport] _ in transport }
    return try await fetcher.find(at: try url(typed))
  }

  /// The description that is found.
  func found(_ typed: String, agreed: [String] = []) async throws -> FetchedDescription {
    guard case .found(let description) = try await find(typed, agreed: agreed) else {
      throw NotFound()
    }
    return description
  }

  /// Where a description was searched without success.
  func absence(_ typed: String) async throws -> DescriptionSearch.Absence {
    guard case .none(let absence) = try await find(typed) else { throw NotFound() }
    return absence
  }

  /// The error that ends a search.
  func error(
    _ typed: String, maximumSize: Int = DescriptionFetcher.maximumSize,
    limit: Duration = DescriptionFetcher.limit
  ) async -> DescriptionFetchError? {
    do {
      _ = try await find(typed, maximumSize: maximumSize, limit: limit)
      return nil
    } catch {
      return error as? DescriptionFetchError
    }
  }

  private struct NotFound: Error {}
}

func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

func origin(_ text: String) throws -> Origin { Origin(try url(text)) }

/// A body of zeros after a beginning, generated while it is read.
private func flood(_ beginning: String, _ count: Int) -> HTTPBody {
  let pieces = Pieces(beginning, count)
  return HTTPBody { await pieces.next() }
}

private actor Pieces {
  private var first: Data?
  private var left: Int

  init(_ beginning: String, _ count: Int) {
    first = Data(beginning.utf8)
    left = count
  }

  func next() -> Data? {
    if let first = first.take() { return first }
    guard left > 0 else { return nil }
    left -= 1 << 16
    return Data(repeating: 0x30, count: 1 << 16)
  }
}
