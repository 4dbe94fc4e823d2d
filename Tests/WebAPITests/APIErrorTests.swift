import FoundationEssentials
import Testing
import WebAPI
import WebMessages

@Suite struct APIErrorTests {
  @Test(arguments: APIError.Code.allCases)
  func `every kind of API error has a reason and a suggestion, without a full stop`(
    code: APIError.Code
  ) throws {
    let error = APIError(code)
    for text in [error.failureReason, error.recoverySuggestion, error.errorDescription] {
      let text = try #require(text)
      #expect(text.first?.isLowercase == true)
      #expect(text.last != ".")
    }
  }

  @Test(
    arguments: [
      (APIError(.unavailable, status: 503, detail: "Move it away."), nil),
      (APIError(.unavailable, status: 503, title: "Service unavailable"), "try again later"),
      (
        APIError(.unavailable, status: 200, detail: "not JSON"),
        "check the address and the service's format"
      ),
      (APIError(.unavailable, status: 404, detail: "No p-9."), "check the name or the id"),
      (APIError(.unavailable, status: 302, detail: "no address"), "check the address"),
      (APIError(.limit, status: 302, detail: "a circle"), "check the address"),
      (APIError(.limit, status: 200, detail: "too much"), "request less at a time"),
      (
        APIError(.unavailable, status: 500, detail: "It failed.", mayHaveBeenApplied: true),
        "check whether the change was made before trying again"
      ),
    ] as [(APIError, String?)])
  func `a suggestion does not contradict a failing server's own words`(
    error: APIError, suggestion: String?
  ) {
    #expect(error.recoverySuggestion == suggestion)
  }

  @Test(arguments: [
    (APIError(.unconnected, detail: "refused"), "not connected: refused"),
    (
      APIError(.unavailable, status: 404, detail: "No product p-99.", request: "GET products/p-99"),
      "404 Not found: GET products/p-99 (No product p-99.)"
    ),
    (
      APIError(.unavailable, status: 404, request: "GET v1/nope"),
      "404 Not found: GET v1/nope"
    ),
    (APIError(.unavailable, status: 404, detail: "No page."), "404 Not found (No page.)"),
    (
      APIError(.unavailable, status: 302, detail: "no target", request: "GET x"),
      "redirect not followed: no target (GET x, 302)"
    ),
    (
      APIError(.unavailable, status: 500, title: "Oops"), "the service is unavailable: Oops (500)"
    ),
    (
      APIError(.unconnected, detail: "cut", request: "POST x", mayHaveBeenApplied: true),
      "not connected: cut (POST x); the change may have been applied"
    ),
    (
      APIError(invalid: [FieldError("rating", .max(5)), FieldError("comment", .required)]),
      "invalid request: rating must be at most 5; comment is required"
    ),
  ])
  func `an API error is described in one line: what, why and where`(error: APIError, text: String) {
    #expect(error.description == text)
  }

  @Test func `an API error's texts are limited to one line and a length`() {
    let long = String(repeating: "a", count: 5_000)
    let error = APIError(.unavailable, title: long, detail: "a\nb\r\n" + long, request: long)
    #expect(error.title?.count == 500)
    #expect(error.title?.last == "…")
    #expect(error.detail?.count == 500)
    #expect(error.detail?.hasPrefix("a b aaa") == true)
    #expect(error.request?.count == 500)
    let marks = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect((APIError(.limit, detail: marks).detail?.utf8.count ?? .max) < 5_000)
    let exact = String(repeating: "é", count: 500)
    #expect(APIError(.limit, detail: exact).detail == exact)
  }

  @Test func `a server's long texts are cut in every part of an error`() throws {
    let long = String(repeating: "x", count: 2_000)
    let source = #"{"pointer":"/\#(long)"}"#
    let one = #"{"title":"\#(long)","detail":"\#(long)","source":\#(source)}"#
    let many = Array(repeating: one, count: 10).joined(separator: ",")
    let error = try #require(
      throws: APIError.self, performing: { try answer(422, "{\"errors\":[\(many)]}").verify() })
    #expect(error.title?.count == 500)
    #expect(error.detail?.count == 500)
    #expect(error.fields.allSatisfy { $0.field.count == 100 && $0.description.count < 700 })
    #expect(error.description.count < 700)
    let page = "{\"message\":\"\(String(repeating: "x", count: 1 << 17))\"}"
    let other = #expect(throws: APIError.self) { try answer(500, page).verify() }
    #expect(other?.detail?.count == 500)
  }

  @Test(arguments: [
    ("pass-word", "Cannot write pass-word to /home/demo.", "Cannot write … to /home/demo."),
    ("pass-word", "pass-word\u{301} pass-wordpass-word", "…\u{301} ……"),
    ("a\"b/c\\d e", #"{"p":"a\"b\/c\\d e"} {"p":"a\"b/c\\d e"}"#, #"{"p":"…"} {"p":"…"}"#),
    ("pässwörd", #"pässwörd p\u00e4ssw\u00f6rd p%C3%A4ssw%C3%B6rd"#, "… … …"),
    ("demo", "Cannot write to /home/demo.", "…"), ("demo", "It is full.", "It is full."),
  ])
  func `a body's secrets are removed from errors, with words that would reveal a short one`(
    secret: String, said: String, told: String
  ) throws {
    var request = APIRequest(path: "x", method: .post)
    request.secrets = [secret]
    let long = said + String(repeating: "x", count: 490) + said
    for (text, isWhole) in [(said, true), (long, false)] {
      let json = try JSONEncoder().encode(["message": text])
      let error = try #require(
        throws: APIError.self,
        performing: { try answer(500, String(decoding: json, as: UTF8.self), to: request).verify() }
      )
      let detail = try #require(error.detail)
      #expect(!isWhole || detail == told)
      // A cut text must not show the beginning of a secret.
      #expect(isWhole || detail == "…" || !detail.contains(secret.prefix(4)) || said == told)
    }
  }

  @Test func `credentials repeated by a server are removed from errors`() throws {
    let request = APIRequest(path: "x", headers: ["Authorization": "Bearer abc.def.ghi"])
    let bodies = [
      #"{"message":"abc.def.ghi is too old"}"#,
      #"{"errors":[{"title":"abc.def.ghi","detail":"not abc.def.ghi!"}]}"#,
      #"{"errors":[{"detail":"no abc.def.ghi","source":{"parameter":"abc.def.ghi"}}]}"#,
    ]
    for body in bodies {
      let error = try #require(
        throws: APIError.self, performing: { try answer(401, body, to: request).verify() })
      #expect(!String(reflecting: error).contains("abc.def"))
      #expect(error.detail?.contains("…") == true)
    }
  }
}
