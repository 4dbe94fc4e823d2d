import FoundationEssentials
import SeashellKit
import Testing

@testable import SeashellModules

@Suite struct GatewayCredentialTests {
  private static let token = "abcd/efgh+12345678"

  private func filtered(_ body: String) -> String? {
    CredentialFilter.body(Data(body.utf8), without: [Self.token]).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    (#"{"access_token":"x1","id":7}"#, #"{"access_token":null,"id":7}"#),
    (#"{"a":{"Refresh-Token" : "x\"}y" }}"#, #"{"a":{"Refresh-Token" : null }}"#),
    (#"[{"idToken":123},{"jwt":true}]"#, #"[{"idToken":null},{"jwt":null}]"#),
    (#"{"token":{"value":["x","}"]},"b":1}"#, #"{"token":null,"b":1}"#),
    (#"{"access\u005ftoken":"x"}"#, #"{"access\u005ftoken":null}"#),
    (
      #"{"token_type":"Bearer","next_page_token":"p","expires_in":5}"#,
      #"{"token_type":"Bearer","next_page_token":"p","expires_in":5}"#
    ),
    (#"{"name":"token","text":"\"token\":\"x\""}"#, #"{"name":"token","text":"\"token\":\"x\""}"#),
    (#"{"token":"x"#, #"{"token":null"#), (#"{"token":"#, #"{"token":null"#),
    (#"{"token":[[["#, #"{"token":null"#), (#"{"token""#, #"{"token""#), ("\"", "\""),
    ("", ""), ("plain text", "plain text"),
    ("you sent: Bearer abcd/efgh+12345678!", "you sent: Bearer …!"),
    (#"{"a":"abcd\/efgh+12345678","b":"abcd%2Fefgh%2B12345678"}"#, #"{"a":"…","b":"…"}"#),
    ("abcd/efgh+1234567", "abcd/efgh+1234567"),
  ])
  func `a response body is returned without tokens and credentials`(
    _ body: String, _ safe: String
  ) {
    #expect(filtered(body) == safe)
  }

  @Test(arguments: [
    "access_token=x&token_type=bearer", "<refresh_token>x</refresh_token>", "  id_token: x",
  ])
  func `A body that is not JSON and mentions a token is not returned`(_ body: String) {
    #expect(filtered(body) == nil)
  }

  @Test func `Only safe header fields are returned, without credentials`() {
    var headers: HTTPHeaders = [
      "Content-Type": "application/json", "ETag": "\"1\"", "Set-Cookie": "session=x",
      "Authorization": "Bearer x", "X-Auth-Token": "x", "WWW-Authenticate": "Bearer",
      "Location": "https://user:pass@shop.test/a?access_token=x&page=2",
      "Event-Id": Self.token,
    ]
    headers.add("Link", "<https://shop.test/a?page=2>; rel=\"next\"")
    headers.add("Link", "<https://shop.test/a?token=x>; rel=\"last\"")
    let safe = CredentialFilter.headers(headers, without: [Self.token])
    #expect(
      safe == [
        "Content-Type": "application/json", "ETag": "\"1\"", "Event-Id": "…",
        "Link": "<https://shop.test/a?page=2>; rel=\"next\"",
        "Link": "<https://shop.test/a?token=…>; rel=\"last\"",
        "Location": "https://…@shop.test/a?access_token=…&page=2",
      ])
  }
}
