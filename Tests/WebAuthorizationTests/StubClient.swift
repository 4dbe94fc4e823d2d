import FoundationEssentials
import SeashellTesting
import WebAPI
import WebMessages

/// A client whose requests a stub answers.
struct StubClient: APIClient {
  let baseURL: URL
  let version: String? = nil
  let transport: any Transport
  let authorizer: (any Authorizer)?

  init(_ address: String, _ transport: any Transport, authorizer: (any Authorizer)? = nil) throws {
    guard let url = URL(string: address) else { throw CancellationError() }
    (baseURL, self.transport, self.authorizer) = (url, transport, authorizer)
  }
}

extension StubTransport {
  /// Answers in JSON.
  static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: HTTPBody(FoundationEssentials.Data(text.utf8)))
  }
}
