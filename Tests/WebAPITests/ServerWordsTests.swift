import FoundationEssentials
import Testing
import WebAPI
import WebMessages

/// The error messages of servers of all kinds.
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
      ("text/html", "<p>x</p>", nil, "x"),
      ("text/html", "<div>x</div>", nil, "the server sent an HTML page"),
      ("image/png", "It broke.", nil, "It broke."),
    ] as [(String, String, String?, String?)])
  func `a server's error text is found in any form`(
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
  func `a server's field errors are found in any form`(body: String) {
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(error?.fields == [FieldError("rating", .other("Too low."))])
  }

  @Test(
    arguments: [
      (
        #"""
        {"errors":[{"code":"out_of_stock","title":"Sold out","detail":"No mug is left."},\#
        {"code":"V7","detail":"Must be 1 to 5.","source":{"pointer":"/rating"}}]}
        """#,
        [
          APIProblem(code: "out_of_stock", title: "Sold out", detail: "No mug is left."),
          APIProblem(code: "V7", detail: "Must be 1 to 5.", field: "rating"),
        ],
        "No mug is left. [out_of_stock]; rating: Must be 1 to 5. [V7]"
      ),
      (
        ##"{"code":"E-1","detail":"It broke.","errors":[{"detail":"A.","pointer":"#/a"},{"code":9}]}"##,
        [
          APIProblem(code: "E-1", detail: "It broke."), APIProblem(detail: "A.", field: "a"),
          APIProblem(code: "9"),
        ],
        "It broke. [E-1]; A.; [9]"
      ),
      (
        #"{"error":"invalid_grant","error_description":"It is used up."}"#,
        [APIProblem(code: "invalid_grant", title: "invalid_grant", detail: "It is used up.")],
        "It is used up."
      ),
      (
        #"{"error":{"code":5,"message":"It broke."}}"#,
        [APIProblem(code: "5", detail: "It broke.")],
        "It broke. [5]"
      ),
      // Forms that belong to no standard or framework.
      (
        #"{"detail":{"reason":"Not unique","statement":"hidden"}}"#,
        [APIProblem(detail: "Not unique")], "Not unique"
      ),
      (
        ##"{"exception_message":"Bad.","details":[{"loc":["body","name"],"msg":"Missing"}],"body":{}}"##,
        [APIProblem(detail: "Bad."), APIProblem(detail: "Missing", field: "name")],
        "Bad.; name: Missing"
      ),
      (
        #"{"errorMessages":["A.","B."],"errors":{}}"#,
        [APIProblem(detail: "A."), APIProblem(detail: "B.")], "A.; B."
      ),
      // A code that only repeats the words is not printed.
      (
        #"{"errors":[{"code":"sold_out","title":"Sold out","detail":"No mug is left."}]}"#,
        [APIProblem(code: "sold_out", title: "Sold out", detail: "No mug is left.")],
        "No mug is left."
      ),
    ] as [(String, [APIProblem], String)])
  func `every problem named by the server is kept and shown, with its code`(
    body: String, problems: [APIProblem], text: String
  ) {
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(error?.problems == problems)
    #expect(
      error?.description
        == "the server rejected the request as invalid: \(text) (GET products, 422)")
  }

  @Test func `of many problems only the first are shown, but all are kept`() throws {
    let many = (1...30).map { #"{"code":"E\#($0)","detail":"Wrong, \#($0) times."}"# }
    let body = #"{"errors":[\#(many.joined(separator: ","))]}"#
    let error = try #require(
      throws: APIError.self, performing: { try answer(422, body).verify() })
    #expect(error.problems.map(\.code) == (1...30).map { "E\($0)" })
    #expect(
      error.description.hasSuffix(
        "Wrong, 5 times. [E5]; and 25 more (GET products, 422)"))
  }

  @Test func `a long text from a server is cut`() {
    let long = String(repeating: "x", count: 2_000)
    for (type, body) in [
      ("text/plain", long), ("text/html", "<title>\(long)</title>"),
      ("application/json", #"{"message":"\#(long)"}"#),
    ] {
      let response = answer(500, body, headers: ["Content-Type": type])
      #expect(#expect(throws: APIError.self) { try response.verify() }?.detail?.count == 500)
    }
  }

  @Test func `credentials in a server's text or page are removed`() {
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

  @Test func `an HTML page instead of JSON is reported as one`() {
    let response = answer(
      200, "<html><title>Sign in to\tthe Wi-Fi</title>", headers: ["Content-Type": "text/html"])
    let error = #expect(throws: APIError.self) { let _: Item = try response.resource() }
    #expect(error?.code == .unavailable)
    #expect(
      error?.detail
        == "the response is not JSON but an HTML page, titled 'Sign in to the Wi-Fi'")
  }

  @Test func `a 429 has its own message`() {
    let error = #expect(throws: APIError.self) {
      try answer(429, headers: ["Retry-After": "1"]).verify()
    }
    #expect(
      error?.description
        == "too many requests: the server asks to wait 1 second (GET products, 429)")
    #expect(APIError(.unprocessable, status: 429).recoverySuggestion == "try again later")
  }
}
