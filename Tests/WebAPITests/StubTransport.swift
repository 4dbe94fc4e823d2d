import FoundationEssentials
import SeashellTesting
import WebAPI
import WebMessages

extension StubTransport {
  /// Makes a transport that gives every request the same response.
  convenience init(status: Int, headers: HTTPHeaders = [:], _ body: String = "") {
    self.init { _ in
      HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
    }
  }
}

struct NotAnAddress: Error {}

func url(_ text: String) throws -> URL {
  guard let url = URL(string: text) else { throw NotAnAddress() }
  return url
}

/// A response that has already arrived, for tests of how responses are read.
func answer(
  _ status: Int = 200, _ body: String = "", headers: HTTPHeaders = [:],
  to request: APIRequest = APIRequest(path: "products")
) -> APIResponse {
  APIResponse(
    statusCode: status, headers: headers, data: Data(body.utf8), request: request)
}

/// The error that the closure throws, if it throws an ``APIError``.
func failure(_ body: () async throws -> Void) async -> APIError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? APIError
  }
}

struct Item: Codable, Equatable {
  var id: String
  var price: Double?
}
