import FoundationEssentials
import Testing
import WebAPI

/// What servers of all kinds say about a failure.
@Suite struct ServerWordsTests {
  @Test(
    arguments: [
      (
        "application/problem+json",
        #"{"type":"https://x.test/p","title":"No credit","status":403,"detail":"Balance is 30."}"#,
        "No credit", "Balance is 30."
      ),
      ("application/problem+json", #"{"title":"No credit"}"#, "No credit", nil),
      (
        "application/json", #"{"error":"invalid_grant","error_description":"It is used up."}"#,
        "invalid_grant", "It is used up."
      ),
      ("application/json", #"{"error":{"code":5,"message":"It broke."}}"#, nil, "It broke."),
      ("application/json", #"{"error":"Conflict","message":"Again."}"#, "Conflict", "Again."),
      ("application/json", #"{"errors":[{"message":"It broke."}]}"#, nil, "It broke."),
      ("text/plain; charset=utf-8", " It\n broke. \n", nil, "It broke."),
      ("text/plain", "", nil, nil),
      (
        "text/html", "<!doctype html><TITLE class=a>502 Bad &amp; worse\n</TITLE><p>x", nil,
        "502 Bad & worse"
      ),
      ("text/html", "<p>x</p>", nil, "the server sent a page of HTML"),
      ("image/png", "It broke.", nil, nil),
    ] as [(String, String, String?, String?)])
  func `the server's own words are found in any form`(
    type: String, body: String, title: String?, detail: String?
  ) {
    let response = answer(500, body, headers: ["Content-Type": type])
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.title == title)
    #expect(error?.detail == detail)
  }

  @Test(arguments: [
    ##"{"title":"Invalid","errors":[{"detail":"Too low.","pointer":"#/rating"}]}"##,
    #"{"title":"Invalid","invalid-params":[{"name":"rating","reason":"Too low."}]}"#,
    #"{"errors":[{"detail":"Too low.","source":{"parameter":"rating"}}]}"#,
    #"{"errors":[{"message":"Too low.","field":"rating"}]}"#,
  ])
  func `fields are found in any form`(body: String) {
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(error?.fields == [FieldError("rating", .other("Too low."))])
  }

  @Test func `a long text is a page, and not for us`() {
    let long = String(repeating: "x", count: 2_000)
    let response = answer(500, long, headers: ["Content-Type": "text/plain"])
    #expect(#expect(throws: APIError.self) { try response.verify() }?.detail == nil)
    let page = "<title>\(long)</title>"
    let html = answer(500, page, headers: ["Content-Type": "text/html"])
    #expect(#expect(throws: APIError.self) { try html.verify() }?.detail?.count == 500)
  }

  @Test func `credentials in a text or a page are taken out`() {
    let request = APIRequest(path: "x", headers: ["Authorization": "Bearer abc.def.ghi"])
    for (type, body) in [
      ("text/plain", "abc.def.ghi is old"), ("text/html", "<title>abc.def.ghi is old</title>"),
    ] {
      for status in [401, 200] {
        let response = answer(status, body, headers: ["Content-Type": type], to: request)
        let error = #expect(throws: APIError.self) { let _: Item = try response.resource() }
        #expect(error?.description.contains("abc.def") == false)
      }
    }
  }

  @Test func `a page of HTML where JSON should be is told as one`() {
    let response = answer(
      200, "<html><title>Sign in to\tthe Wi-Fi</title>", headers: ["Content-Type": "text/html"])
    let error = #expect(throws: APIError.self) { let _: Item = try response.resource() }
    #expect(error?.code == .unavailable)
    #expect(
      error?.detail
        == "the answer is not JSON but a page of HTML, titled 'Sign in to the Wi-Fi', reading Item")
  }

  @Test func `being asked too often has its own words`() {
    let error = #expect(throws: APIError.self) {
      try answer(429, headers: ["Retry-After": "1"]).verify()
    }
    #expect(
      error?.description
        == "the server is asked too often: the server asks to wait 1 second (GET products, 429)")
    #expect(APIError(.unprocessable, status: 429).recoverySuggestion == "try again later")
  }
}
