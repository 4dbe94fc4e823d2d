import FaultServer
import Foundation
import TestSupport
import Testing

/// The pages and the refusals of other people's APIs.
@Suite(.mayBlock) struct ForeignAnswersTests {
  private static func list(_ path: String, _ parameters: String = "") -> String {
    #"""
    "/\#(path)":{"get":{"operationId":"\#(path)","parameters":[\#(parameters)],"responses":{"200":
    {"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"data":
    {"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}}}}}}}}}}},
    "post":{"operationId":"add_\#(path)","requestBody":{"content":{"application/json":{"schema":
    {"type":"object"}}}},"responses":{"201":{"description":"ok"}}}}
    """#
  }

  private static let description = """
    {"openapi":"3.0.0","info":{"title":"F","version":"1"},"paths":{
    \(list("marked")),\(list("whole")),\(list("hundred")),\(list("refused")),\(list("failed"))}}
    """

  private static func elements(_ count: Int) -> String {
    (1...count).map { #"{"id":"i\#($0)"}"# }.joined(separator: ",")
  }

  private static let refusal = #"{"lines":[{},{"count":["A number is due."]}]}"#

  private static func home() throws -> (FaultServer, Sandbox) {
    let server = try FaultServer { request in
      switch (request.method, request.target) {
      case (_, "/openapi.json"): .json(description)
      case ("GET", "/marked"): .json(#"{"data":[\#(elements(3))],"has_more":true}"#)
      case ("GET", "/whole"): .json(#"{"data":[\#(elements(3))],"has_more":false}"#)
      case ("GET", "/hundred"): .json(#"{"data":[\#(elements(100))]}"#)
      case ("GET", "/failed"): .json(#"{"data":null,"errors":[{"message":"No field x"}]}"#)
      default: .json(refusal, status: 400)
      }
    }
    let home = try Sandbox()
    try home.succeed("api", "add", "f", server.url, "--environment", "live", "--yes")
    return (server, home)
  }

  private static func run(_ words: [String], in home: Sandbox) throws -> Program.Result {
    try Program.run(
      Program.seashell.path, words, environment: home.environment, directory: home.home)
  }

  private static let sign =
    #"the server has more ("has_more": true), and the shell does not know how to ask"#

  @Test func `a list shows its page, and says what is known of the rest`() throws {
    let (server, home) = try Self.home()
    defer { _ = server }
    for (name, notice) in [
      ("marked", "the first 3; \(Self.sign); see 'help paging'\n"), ("whole", ""),
      ("hundred", "the first 100; nothing in the answer says whether there are more\n"),
    ] {
      let result = try home.seashell("f", name, "-o", "jsonl")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix(#"{"id":"i1"}"#))
      #expect(result.errors == notice)
    }
  }

  @Test(arguments: [["f", "marked", "--all"], ["api", "get", "f:/marked", "--all"]])
  func `every page that cannot be had leaves those that came, and the sign`(words: [String]) throws
  {
    let (server, home) = try Self.home()
    defer { _ = server }
    let result = try Self.run(words, in: home)
    #expect(result.status == 8)
    #expect(result.output.contains("i3"))
    #expect(
      result.errors
        == "seashell: only the first 3 \(words[0] == "f" ? "marked" : "elements") came: \(Self.sign); "
        + "'paging' of the API says how; see 'help paging'\n")
    let hundred = try Self.run(words.map { $0.replacing("marked", with: "hundred") }, in: home)
    #expect(hundred.status == 0 && hundred.errors.hasPrefix("the first 100; nothing"))
  }

  @Test func `a refusal says why, everywhere`() throws {
    let (server, home) = try Self.home()
    defer { _ = server }
    let reason = "lines.1.count: A number is due."
    for words in [
      ["f", "refused"], ["api", "get", "f:/refused"], ["f", "add_refused", "--body", "{}"],
    ] {
      let result = try Self.run(words, in: home)
      #expect(result.status == 6 && result.errors.contains(reason), "\(result.errors)")
    }
    let raw = try home.seashell("f", "refused", "--raw")
    #expect(raw.status == 6 && raw.output == Self.refusal)
    #expect(try home.seashell("-v", "f", "refused").errors.contains("< \(Self.refusal)\n"))
    let script =
      "try { f refused } else { print $error.message; print $error.body.lines[1].count[0] }"
    let handled = try home.succeed("-c", script)
    #expect(handled.contains(reason) && handled.hasSuffix("A number is due.\n"), "\(handled)")
    try home.file("tests/a.sea", "test 'it works' { f refused }\n")
    #expect(try home.seashell("test", "tests/a.sea").output.contains(reason))
  }

  @Test func `an answer with status 200 may be a failure`() throws {
    let (server, home) = try Self.home()
    defer { _ = server }
    for words in [["f", "failed"], ["api", "get", "f:/failed"]] {
      let result = try Self.run(words, in: home)
      #expect(result.status == 6 && result.output.contains("No field x"))
      #expect(
        result.errors.contains("the server refused the request: No field x (GET /failed, 200)"))
    }
  }
}
