import FoundationEssentials
import SeashellTesting
import WebMessages

extension StubTransport {
  /// Answers in JSON.
  static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: HTTPBody(FoundationEssentials.Data(text.utf8)))
  }
}
