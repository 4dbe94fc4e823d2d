import CoreJSON
import FoundationEssentials
import Testing
import WebAPI
import WebMessages

/// The reasons of servers for refusing a request, in the shapes of many frameworks and services.
@Suite struct ReasonTests {
  /// Returns what an error says between its first words and the request.
  private func said(
    _ status: Int, _ body: Data, _ headers: HTTPHeaders = ["Content-Type": "application/json"],
    to request: APIRequest = APIRequest(path: "x")
  ) -> String {
    let response = APIResponse(statusCode: status, headers: headers, data: body, request: request)
    let error = #expect(throws: APIError.self) { try response.verify() }
    let text = error?.description ?? ""
    let start = text.firstRange(of: ": ")?.upperBound ?? text.endIndex
    return String(
      text[start...].prefix(
        upTo: text[start...].firstRange(of: " (GET")?.lowerBound ?? text.endIndex))
  }

  @Test(arguments: [
    // Fields at any depth.
    (
      #"{"color":["No such one."],"size":["Too small.","Odd."]}"#,
      "color: No such one.; size: Too small.; size: Odd."
    ),
    (
      #"{"lines":[{},{"count":["A number is due."]}],"to":{"street":["Blank."]}}"#,
      "lines.1.count: A number is due.; to.street: Blank."
    ),
    (#"{"message":{"shelf":["is full"]}}"#, "shelf: is full"),
    (
      #"{"message":"not stored","fields":{"weight":"must be given"}}"#,
      "not stored; weight: must be given"
    ),
    (
      #"{"errors":{"name":"has been taken","description":"is too long"}}"#,
      "name: has been taken; description: is too long"
    ),
    (#"{"non_field_errors":["The end is before the start."]}"#, "The end is before the start."),
    (
      #"{"Message":"Not valid.","ModelState":{"crate.Width":["It is negative."]}}"#,
      "Not valid.; crate.Width: It is negative."
    ),
    (
      #"{"code":7,"message":"Bad form","errors":{"lid":{"_errors":[{"code":"E9","message":"It is due"}]}}}"#,
      "Bad form [7]; lid: It is due [E9]"
    ),
    // Entries.
    (
      #"{"detail":[{"loc":["body","price"],"msg":"Not a number","type":"t"}]}"#,
      "price: Not a number"
    ),
    (
      #"{"message":"Failed","errors":[{"resource":"Crate","field":"lid","code":"missing_field"}]}"#,
      "Failed; lid: missing_field"
    ),
    (
      #"{"error":{"issues":[{"path":["lid","size"],"message":"Expected number"}],"name":"ZodError"}}"#,
      "lid.size: Expected number"
    ),
    (
      #"{"error":{"code":"x","message":"Bad size","details":{"fields":[{"name":"lid","messages":["is long"]}]}}}"#,
      "Bad size [x]; lid: is long"
    ),
    (#"{"invalidParams":[{"name":"lid","reason":"It is odd."}]}"#, "lid: It is odd."),
    (
      #"{"errors":[{"codes":["a.b","c"],"arguments":[{"code":"due"}],"defaultMessage":"no date","field":"due"}]}"#,
      "due: no date"
    ),
    // Texts.
    (#"["The list is locked."]"#, "The list is locked."),
    (#""No such shelf""#, "No such shelf"),
    (#""{\"Detail\":\"The id is odd\"}""#, "The id is odd"),
    (#"{"msg":"It has expired"}"#, "It has expired"),
    (#"{"error":"bad_request","reason":"no such arg"}"#, "no such arg"),
    (#"{"message":["a is due","b is due"],"error":"Bad Request"}"#, "a is due; b is due"),
    (
      #"{"error":{"code":"5","message":{"lang":"en","value":"No such property"}}}"#,
      "No such property [5]"
    ),
    (
      #"{"message":"no column ix","hint":"did you mean id?","details":"in table t"}"#,
      "no column ix; in table t; did you mean id?"
    ),
    (
      #"{"errorMessages":["The board is closed."],"errors":{"team":"it is due"}}"#,
      "The board is closed.; team: it is due"
    ),
    (#"{"conflict":{"message":"It is locked"}}"#, "It is locked"),
    (#"{"message":"%1 is below %2","parameters":["size",3]}"#, "size is below 3"),
    (#"{"errors":"The crate is gone"}"#, "The crate is gone"),
    // What belongs to the record that is repeated, or to the server's developers, is left out.
    (
      #"{"Message":"Not valid","Elements":[{"Id":"7","Total":5,"Lines":[{"Description":"shirt","Count":1}],"ValidationErrors":[{"Message":"The address is odd."}]}]}"#,
      "Not valid; The address is odd."
    ),
    (
      #"{"message":"bad name","request":{"name":"x y"},"trace":["at line 7"],"documentation_url":"https://d.test"}"#,
      "bad name"
    ),
    // Nothing is known.
    (#"{"c":1042,"s":[3,4]}"#, #"the server says: {"c":1042,"s":[3,4]}"#),
    (#"{"password":"hunter2!","n":1}"#, #"the server says: {"password":"…","n":1}"#),
    ("{\"a\":\n [1", #"the server says: {"a": [1"#),
  ])
  func `the reason is found in JSON of any shape`(body: String, text: String) {
    #expect(said(400, Data(body.utf8)) == text)
    // Whatever type it is said to have.
    #expect(said(422, Data(body.utf8), ["Content-Type": "text/html"]) == text)
  }

  @Test(
    arguments: [
      ("text/plain", "  no such\n shelf \n", "no such shelf"),
      (nil, "the disk is full", "the disk is full"),
      ("text/html", "<html><title>502 Bad Gateway</title><h1>nginx</h1></html>", "502 Bad Gateway"),
      (
        "text/html", "<html><title>Error</title><pre>Cannot GET &lt;x&gt;</pre></html>",
        "Cannot GET <x>"
      ),
      (
        "application/xml",
        "<?xml version='1.0'?><Error><Code>NoShelf</Code><Message>It is not here</Message></Error>",
        "It is not here [NoShelf]"
      ),
      (
        "text/xml",
        "<s:Envelope><s:Body><s:Fault><faultstring>No account</faultstring></s:Fault></s:Body></s:Envelope>",
        "No account"
      ),
      ("x/y", "\u{1}[31mred \u{7}", "[31mred"),
    ] as [(String?, String, String)])
  func `the reason is found in texts and pages`(type: String?, body: String, text: String) {
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    #expect(said(400, Data(body.utf8), headers) == text)
  }

  @Test func `the charset is that of the text`() {
    let latin1: [UInt8] = Array("zu gro".utf8) + [0xDF]
    #expect(
      said(400, Data(latin1), ["Content-Type": "text/plain; charset=iso-8859-1"]) == "zu groß")
    #expect(said(400, Data(latin1), [:]) == "zu groß")
    let wide = #"{"message":"zu groß"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(said(400, Data(wide)) == "zu groß")
    #expect(said(400, Data([0xFF, 0xFE] + wide)) == "zu groß")
    #expect(
      said(400, Data([0x89, 0x50, 0, 0]), ["Content-Type": "image/png"])
        == "the server sent 4 bytes of image/png")
  }

  @Test func `a header field with the reason goes first`() {
    let page = Data("<html><h1>HTTP ERROR 400</h1></html>".utf8)
    #expect(said(400, page, ["X-Error": "No crumb"]) == "No crumb; HTTP ERROR 400")
    #expect(said(400, Data(), ["X-Error": "No crumb"]) == "No crumb")
    #expect(said(400, Data()) == "no reason was given")
  }

  @Test func `a secret of the request is not repeated`() {
    var request = APIRequest(path: "x")
    request.secrets = ["swordfish"]
    #expect(
      said(400, Data(#"{"x":[1],"y":"swordfish"}"#.utf8), to: request).contains("sword") == false)
    #expect(said(400, Data("swordfish is wrong".utf8), [:], to: request) == "… is wrong")
  }

  @Test(
    arguments: [
      (#"{"ok":false,"error":"no_channel"}"#, "no_channel"),
      (#"{"success":false,"message":"It is full"}"#, "It is full"),
      (#"{"data":null,"errors":[{"message":"No field x","path":["a","b"]}]}"#, "a.b: No field x"),
      (
        #"{"data":{"a":1},"errors":[{"message":"b failed"}]}"#,
        "a part of the answer failed: b failed"
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params."}}"#,
        "Invalid params. [-32602]"
      ),
      (#"{"status":"fail","data":{"title":"A title is due"}}"#, "A title is due"),
      (#"{"id":"p-1","success":false}"#, nil), (#"{"ok":true,"error":"x"}"#, nil),
      (#"{"data":{"a":1},"errors":[]}"#, nil), (#"{"errors":[{"message":"x"}],"items":[]}"#, nil),
      (#"{"status":"error"}"#, nil), ("[]", nil),
    ] as [(String, String?)])
  func `an answer with a status of success may say that the request failed`(
    body: String, text: String?
  ) {
    let error = answer(200, body).failedAnswer
    #expect(
      error?.description == text.map { "the server refused the request: \($0) (GET products, 200)" }
    )
    #expect(error == nil || error?.code == .unprocessable)
  }

  @Test(
    arguments: [
      (405, ["Allow": "GET, PUT"], "it takes GET, PUT"),
      (406, [:], "ask for another type: --header 'Accept: TYPE'"),
      (
        406, ["Accept": "text/csv;q=0.5, application/xml"],
        "it offers text/csv, application/xml: ask for another type: --header 'Accept: text/csv'"
      ),
      (409, [:], "it exists already, or was changed meanwhile: read it again"),
      (410, [:], "it is gone for good"), (412, [:], "it was changed meanwhile: read it again"),
      (413, [:], "send less at a time"),
      (423, [:], "it is locked, or waits for another: try again later"),
      (428, ["ETag": "\"7\""], "give its version: --header 'If-Match: \"7\"'"),
      (402, [:], nil), (451, [:], nil), (501, [:], "this server cannot do it"),
      (404, ["Content-Type": "text/html"], "check the address"),
      (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40"], "try again in 40 seconds"),
      (429, ["X-RateLimit-Reset": "40"], "try again in 40 seconds"),
      (403, [:], "sign in as a user who may do this"),
    ] as [(Int, HTTPHeaders, String?)])
  func `what helps is said by status`(status: Int, headers: HTTPHeaders, hint: String?) {
    let response = answer(status, #"{"message":"No."}"#, headers: headers)
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.recoverySuggestion == hint)
  }

  @Test(
    arguments: [
      (
        406, "application/json", #"{"available":["application\/xml","text/csv"]}"#,
        "it offers application/xml, text/csv: ask for another type: --header 'Accept: application/xml'"
      ),
      (
        406, "text/plain", "application/json is unknown; use application/xml.",
        "ask for another type: --header 'Accept: application/xml'"
      ),
      (
        406, "text/html", "<meta content='text/html'><p>Not acceptable, application/xml",
        "ask for another type: --header 'Accept: TYPE'"
      ),
      (
        406, "application/json", #"{"message":"and/or, image/*, a text/"}"#,
        "ask for another type: --header 'Accept: TYPE'"
      ),
      (
        415, "text/plain", "application/json is not supported, only application/xml",
        "it takes application/xml: send another type with --content-type, or with 'api' by --header Content-Type:TYPE"
      ),
    ])
  func `a refusal of a media type names those of the answer`(
    status: Int, type: String, body: String, hint: String
  ) throws {
    var request = APIRequest(path: "products", method: .post, body: .json([:]))
    request.headers["Accept"] = "application/json"
    let response = answer(status, body, headers: ["Content-Type": type], to: request)
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.code == .unprocessable)
    #expect(error?.recoverySuggestion == hint)
  }

  @Test func `a redirect of a write names its target`() throws {
    let request = APIRequest(url: try url("https://a.test/x"), method: .post)
    let error = #expect(throws: APIError.self) {
      try answer(307, "", headers: ["Location": "/y?token=abc"], to: request).verify()
    }
    #expect(error?.recoverySuggestion == "send it to https://a.test/y?token=…")
  }

  @Test func `a used-up rate limit is a limit, whatever its status`() {
    for (status, body) in [(429, ""), (403, #"{"message":"API rate limit exceeded"}"#)] {
      let error = #expect(throws: APIError.self) { try answer(status, body).verify() }
      #expect(error?.code == .unprocessable)
      #expect(error?.description.hasPrefix("too many requests") == true)
    }
    let body = answer(429, #"{"message":"slow down","retry_after":2.5}"#)
    #expect(
      #expect(throws: APIError.self) { try body.verify() }?.retryAfter == .milliseconds(2_500))
  }
}
