import CoreJSON
import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// Which parts of a request count as credentials.
@Suite struct CredentialNameTests {
  private static func post(
    _ body: APIBody? = nil, query: APIQuery = [:], headers: HTTPHeaders = [:],
    to path: APIPath = "orders"
  ) -> APIRequest {
    APIRequest(path: path, method: .post, query: query, body: body, headers: headers)
  }

  private static func at(_ address: String) -> APIRequest {
    APIRequest(url: URL(string: address) ?? URL(filePath: "/"), method: .post)
  }

  private static func data(_ text: String, _ type: String) -> APIBody {
    .data(Data(text.utf8), contentType: type)
  }

  /// Requests with the credential `hunter2-secret`, and the credential's name in each.
  static let requests: [(APIRequest, String)] = [
    (post(headers: ["Authorization": "Bearer hunter2-secret"]), "Authorization"),
    (post(headers: ["Cookie": "id=hunter2-secret"]), "Cookie"),
    (post(headers: ["X-Api-Key": "hunter2-secret"]), "X-Api-Key"),
    (post(headers: ["x-auth-token": "hunter2-secret"]), "x-auth-token"),
    (post(query: ["access_token": "hunter2-secret"]), "access_token"),
    (post(query: ["a": 1, "token": "hunter2-secret"]), "token"),
    (post(query: ["api_key": "hunter2-secret"]), "api_key"),
    (post(query: ["key": "hunter2-secret"]), "key"),
    (at("https://shop.test/v1/orders?a=1&sig=hunter2-secret"), "sig"),
    (at("https://shop.test/v1/orders?%74oken=hunter2-secret"), "token"),
    (at("https://shop.test/v1/orders;jsessionid=hunter2-secret/x"), "jsessionid"),
    (at("https://ann:hunter2-secret@shop.test/v1/orders"), "password"),
    (post(.json(["password": "hunter2-secret"])), "password"),
    (post(.json(["accessToken": "hunter2-secret"])), "accessToken"),
    (post(.json(["a": [["client_secret": "hunter2-secret"]]])), "client_secret"),
    (post(.encoded(["refresh_token": "hunter2-secret"])), "refresh_token"),
    (post(data(#"{"\u0070assword":"hunter2-secret"}"#, "application/json")), "password"),
    (post(data(#" {"apiKey":"hunter2-secret"}"#, "application/octet-stream")), "apiKey"),
    (post(data(#"{"token":"hunter2-secret"}"#, "application/vnd.api+json")), "token"),
    (post(data("{\"a\":1}\n{\"jwt\":\"hunter2-secret\"}", "application/x-ndjson")), "jwt"),
    (post(.urlEncoded(["user": "ann", "passwd": "hunter2-secret"])), "passwd"),
    (
      post(data("a=1&pass%77ord=hunter2-secret", "application/x-www-form-urlencoded")), "password"
    ),
    (post(.formData(["name": "ann", "password": "hunter2-secret"])), "password"),
    (
      post(
        .formData([
          "file": FormDataPart(
            Data(#"{"secret":"hunter2-secret"}"#.utf8), fileName: "a.json",
            contentType: "application/json")
        ])), "secret"
    ),
    (
      post(
        data(
          "--x\r\ncontent-disposition: form-data; name=otp\r\n\r\nhunter2-secret\r\n--x--",
          "multipart/form-data; boundary=\"x\"")), "otp"
    ),
    (post(data("<a><token>hunter2-secret</token></a>", "application/xml")), "token"),
    (post(data("user: ann\npassword: hunter2-secret\n", "application/yaml")), "password"),
  ]

  @Test(arguments: requests)
  func `a request's credential is found by its name`(request: APIRequest, name: String) {
    #expect(request.credentialName == name)
  }

  @Test(arguments: [
    post(.formData(["rating": "5", "comment": "my password: hunter2, api_key=x, a token"])),
    post(.json(["rating": 5, "comment": "{\"password\":\"x\"}", "key": "a", "code": "DE"])),
    post(.json(["password": nil, "token": false])),
    post(.urlEncoded(["comment": "password=x", "keyword": "a", "page_token": "b"])),
    post(
      query: ["keyword": "a", "page_token": "b", "next_page_token": "c", "tokens_used": 5],
      headers: [
        "Accept": "a/b", "If-Match": "\"1\"", "Idempotency-Key": "k", "X-Request-Id": "1",
      ]),
    post(data("password: x", "image/png")),
    post(data("a plain note about passwords", "text/plain")),
    post(.json(.array(["password", "token"]))), post(.json("password")),
    post(to: "password/tokens"),
    post(data("", "multipart/form-data")), post(data("--", "multipart/form-data; boundary=")),
    post(data("--x\r\n\r\n", "multipart/form-data; boundary=x")),
    post(.stream(contentType: "text/plain") { () throws(APIError) in .empty }),
    at("https://shop.test/v1/orders?page=2&currency_code=EUR#token=x"),
  ])
  func `an ordinary request has no credential`(request: APIRequest) {
    #expect(request.credentialName == nil)
  }

  @Test(arguments: [
    post(headers: ["X-Api-Key": "hunter2-secret"]), post(query: ["api_key": "hunter2-secret"]),
    at("https://shop.test/v1/orders?a=1&access_token=hunter2-secret#f"),
    post(.json(["a": [["client_secret": "hunter2-secret"]]])),
    post(data(#"{"\u0070assword":"hunter2-secret"}"#, "application/octet-stream")),
    post(.urlEncoded(["passwd": "hunter2-secret"])), post(.formData(["token": "hunter2-secret"])),
  ])
  func `no error repeats a credential`(request: APIRequest) {
    let response = APIResponse(
      statusCode: 422, headers: ["Content-Type": "application/json"],
      data: Data(#"{"message":"'hunter2-secret' is not accepted"}"#.utf8), request: request)
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.detail?.contains("hunter2") == false, "\(error?.detail ?? "")")
  }

  @Test func `a queued write is shown without credentials`() {
    let secret: JSONValue = ["user": "ann", "password": "s3cret", "more": [["apiKey": "s3cret"]]]
    var write = QueuedWrite(
      number: 1, owner: DataOwner(environment: "dev", address: "x", account: nil), method: .post,
      path: "session;token=s3cret", fields: secret, createdAt: Date(timeIntervalSince1970: 0))
    write.base = secret
    write.theirs = ["token": nil]
    let masked: JSONValue = ["user": "ann", "password": "…", "more": [["apiKey": "…"]]]
    #expect(write.masked.fields == masked && write.masked.base == masked)
    #expect(write.masked.theirs == ["token": nil])
    #expect(write.summary == "POST session;token=…")
    #expect(secret.removingCredentials() == ["user": "ann", "more": [[:]]])
    #expect(secret.credentials.sorted() == ["s3cret", "s3cret"])
  }
}
