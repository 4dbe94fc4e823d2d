import Testing

@testable import SeashellAPIs

@Suite struct DescriptionFormatTests {
  @Test(arguments: [
    #"{"openapi":"3.1.0"}"#, "\u{FEFF}{\"openapi\":\"3.0.0\"}", " \r\n\t{ \"swagger\" : \"2.0\" ",
    #"{"components":{"openapi":[1,{"a":"}"}]},"info":{},"openapi":"3.0.3","paths":{"#,
    #"{"swagger":2.0}"#, #"{"opena\u0070i":"3.0.0"}"#,
  ])
  func `a JSON object with a version is a description, wherever the member is`(text: String) {
    #expect(DescriptionFormat(of: Array(text.utf8)) == .json)
    #expect(DescriptionFormat.isPossible(Array(text.utf8)))
  }

  @Test(arguments: [
    "openapi: 3.1.0\n", "\u{FEFF}openapi: 3.0.0", "# the API\n\n  # of ours\nopenapi: '3.0.0'\n",
    "%YAML 1.2\n---\nswagger: \"2.0\"\n", "---\r\ninfo:\r\n  title: x\r\nopenapi: 3.0.0\r\n",
    "\"openapi\": 3.0.0", "'swagger' : 2.0", "openapi   :   3.0.0",
    "info:\n  description: |\n    swagger: no\nservers:\n- url: /\nopenapi: 3.0.3",
    "tags: [\n  a\n]\nopenapi: 3.0.3",
  ])
  func `a YAML mapping with a version is a description, wherever the member is`(text: String) {
    #expect(DescriptionFormat(of: Array(text.utf8)) == .yaml)
    #expect(DescriptionFormat.isPossible(Array(text.utf8)))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{", "\u{FEFF}", "# only a comment", "---\n",
    #"{"info":{"openapi":"3.0.0"}}"#, #"{"a":1,}"#, #"{"a":1 "openapi":"3.0.0"}"#,
    // An API's root may point to its description.
    #"{"openapi":"/openapi.json","products":"/products"}"#, #"{"openapi":{"url":"/x"}}"#,
    #"{"openapi":true}"#, #"{"openapi":""}"#, #"[{"openapi":"3.0.0"}]"#,
    "openapi: /openapi.json", "openapi:3.0.0", "openapi:", "  openapi: 3.0.0",
    "info:\n  openapi: 3.0.0\n", "- openapi: 3.0.0", "Welcome to our API\nopenapi: 3.0.0",
    "a: 1\n---\nopenapi: 3.0.0", "<!doctype html>\nopenapi: 3.0.0", "<openapi>3.0.0</openapi>",
    "openapi", "swaggers: 2.0", "a: 1\nb: 2\n",
  ])
  func `any other text is not a description`(text: String) {
    #expect(DescriptionFormat(of: Array(text.utf8)) == nil)
  }

  @Test func `a text nested too deeply is not a description`() {
    let text = "{\"a\":" + String(repeating: "[", count: 100_000)
    #expect(DescriptionFormat(of: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["<!doctype html>", " \n<html>", "[1,2]", "\u{0}\u{1}", "\u{1F}\u{8B}", "∆"])
  func `a text that cannot be a description is recognized by its beginning`(text: String) {
    #expect(!DescriptionFormat.isPossible(Array(text.utf8)))
  }
}
