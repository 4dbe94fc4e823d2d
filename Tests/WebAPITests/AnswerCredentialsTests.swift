import FoundationEssentials
import Testing
import WebMessages

@testable import WebAPI

/// The credentials in a response, which are hidden elsewhere.
@Suite struct AnswerCredentialsTests {
  @Test(
    arguments: [
      (
        #"{"access_token":"a\/b","refresh_token":"r","n":1,"token_type":"bearer"}"#, nil,
        ["a/b", "r"]
      ),
      (#"{"data":[{"user":{"api_keys":["k1",{"id":7}]}}]}"#, nil, ["k1", "7"]),
      (#"{"token":null,"has_password":true,"password":false}"#, nil, []),
      (#"[1,"token"]"#, nil, []), ("{\"token\":\"a\"}\n{\"token\":\"b\"}\n", nil, ["a", "b"]),
      ("access_token=a%2Fb&scope=x", "application/x-www-form-urlencoded", ["a/b"]),
      ("access_token=abc&scope=x", "text/plain", ["abc"]),
      ("<r><session_token>abc</session_token></r>", "application/xml", ["abc"]), ("", nil, []),
      ("\u{FEFF}{\"id_token\":\"j.w.t\"}", "application/json", ["j.w.t"]),
    ] as [(String, String?, [String])])
  func `fields with credentials' names are found at any depth`(
    body: String, type: String?, texts: [String]
  ) {
    #expect(AnswerCredentials.texts(in: Data(body.utf8), type) == texts)
  }

  @Test func `a list of many credentials is bounded`() {
    let body = "[" + (0..<999).map { #"{"token":"t\#($0)"}"# }.joined(separator: ",") + "]"
    #expect(AnswerCredentials.texts(in: Data(body.utf8), nil).count == 200)
  }

  @Test func `header fields and cookies are found`() {
    let headers: HTTPHeaders = [
      "Set-Cookie": "sid=0123456789; Path=/; HttpOnly", "Set-cookie": "theme=dark; Path=/",
      "X-Auth-Token": "abc", "ETag": "\"x\"", "Location": "/a",
    ]
    #expect(
      AnswerCredentials.texts(in: headers) == ["sid=0123456789", "0123456789", "abc"])
  }
}
