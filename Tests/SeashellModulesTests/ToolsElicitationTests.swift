@testable import SeashellModules
import SeashellKit
import SeashellTesting
import ShellOutput
import Testing

@MainActor
@Suite struct ToolsElicitationTests {
  private func answer(
    _ request: String, _ answers: [String]
  ) async throws -> (result: String, console: RecordingConsole) {
    let console = RecordingConsole(answers: answers)
    let form = ElicitationForm(module: "clock", console: console)
    return (try await form.answer(CellValue(json: request)).jsonText, console)
  }

  private func form(_ properties: String, required: String = "") -> String {
    #"""
    {"mode":"form","message":"Tell me","requestedSchema":{"type":"object",
    "properties":{\#(properties)},"required":[\#(required)]}}
    """#
  }

  @Test(
    arguments: [
      (#"{"type":"string"}"#, "x y", #""x y""#, "a"),
      (
        #"{"type":"string","title":"Your name","minLength":1}"#, "Ann", #""Ann""#,
        "Your name (at least 1 character)"
      ),
      (#"{"type":"string","default":"Ann"}"#, "", #""Ann""#, "a [Ann]"),
      (
        #"{"type":"string","format":"email"}"#, "a@b.c", #""a@b.c""#,
        "a (an email address such as ann@example.com)"
      ),
      (
        #"{"type":"integer","minimum":0,"maximum":9,"default":3}"#, " 7 ", "7",
        "a (a whole number from 0 to 9) [3]"
      ),
      (#"{"type":"number"}"#, "1.50", "1.5", "a (a number)"),
      (#"{"type":"boolean"}"#, "YES", "true", "a (yes or no)"),
      (#"{"type":"boolean","default":true}"#, "", "true", "a (yes or no) [yes]"),
      (#"{"type":"boolean","default":true}"#, "n", "false", "a (yes or no) [yes]"),
      (
        #"{"type":"string","enum":["r","g"],"enumNames":["Red","Green"]}"#, "green", #""g""#,
        "a (r or g)"
      ),
      (
        #"{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}"#,
        "r", #""r""#, "a (r or g)"
      ),
      (
        #"{"type":"array","items":{"type":"string","enum":["r","g","b"]},"default":["b"]}"#,
        "r, b,r", #"["r","b"]"#, "a (r, g or b; several with commas) [b]"
      ),
      (
        #"{"type":"array","items":{"anyOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}}"#,
        "Green", #"["g"]"#, "a (r or g; several with commas)"
      ),
    ])
  func `the question for a field says what it takes`(
    schema: String, given: String, value: String, label: String
  ) async throws {
    let (result, console) = try await answer(form(#""a":\#(schema)"#, required: #""a""#), [given])
    #expect(result == #"{"action":"accept","content":{"a":\#(value)}}"#)
    #expect(console.questions == [label])
    #expect(console.notices.first == "clock asks: Tell me")
  }

  @Test(
    arguments: [
      (#"{"type":"string"}"#, "", "x", "a needs an answer; press Ctrl-C to cancel"),
      (#"{"type":"integer"}"#, "x", "1", "a takes a whole number"),
      (#"{"type":"number","exclusiveMinimum":0}"#, "0", "1", "a must be more than 0"),
      (#"{"type":"boolean"}"#, "maybe", "y", "a takes yes or no"),
      (#"{"enum":["r","g"]}"#, "x", "r", "a takes r or g"),
      (
        #"{"type":"string","format":"uri"}"#, "x", "a:b",
        "a takes a URI such as https://example.com/"
      ),
      (
        #"{"type":"array","minItems":2,"items":{"enum":["r","g"]}}"#, "r", "r,g",
        "a takes at least 2 of the choices"
      ),
      (#"{"type":"array","items":{"enum":["r","g"]}}"#, "r x", "r,g", "a takes r or g"),
    ])
  func `a wrong answer to a form is asked for again`(
    schema: String, wrong: String, right: String, notice: String
  ) async throws {
    let (result, console) = try await answer(
      form(#""a":\#(schema)"#, required: #""a""#), [wrong, right])
    #expect(result.hasPrefix(#"{"action":"accept""#))
    #expect(console.notices == ["clock asks: Tell me", notice])
    #expect(console.questions.count == 2)
  }

  @Test func `A description that only repeats the title is not shown`() async throws {
    let (_, console) = try await answer(
      form(
        #""a":{"type":"string","title":"A","description":"A"},"b":{"type":"string","description":"B"}"#
      ), ["x", "y"])
    #expect(console.notices == ["clock asks: Tell me", "b: B"])
  }

  @Test func `a form's fields are asked in order, optional ones may be skipped`() async throws {
    let (result, console) = try await answer(
      form(
        #"""
        "n":{"type":"string","description":"Who\nyou are"},"age":{"type":"integer"},
        "color":{"oneOf":[{"const":"r","title":"Red"}]}
        """#, required: #""n""#), ["Ann", "", "r"])
    #expect(result == #"{"action":"accept","content":{"n":"Ann","color":"r"}}"#)
    #expect(console.questions == ["n", "age (a whole number; optional)", "color (r; optional)"])
    #expect(console.notices == ["clock asks: Tell me", "n: Who you are", "  r: Red"])
  }

  @Test(arguments: [
    ("yes", #"{"action":"accept","content":{}}"#), ("no", #"{"action":"decline"}"#),
  ])
  func `a form without fields is a question`(given: String, expected: String) async throws {
    let (result, console) = try await answer(form(""), [given])
    #expect(result == expected)
    #expect(console.questions == ["clock: Tell me"])
  }

  @Test(arguments: [("yes", #"{"action":"accept"}"#), ("no", #"{"action":"decline"}"#)])
  func `a form's address is shown and not opened`(given: String, expected: String) async throws {
    let (result, console) = try await answer(
      #"{"mode":"url","message":"Sign in","url":"https://example.com/x","elicitationId":"1"}"#,
      [given])
    #expect(result == expected)
    #expect(
      console.questions == ["clock: Sign in. Will you open https://example.com/x yourself?"])
  }

  @Test func `without a terminal, a form's error names the question`() async throws {
    let error = await #expect(throws: ShellError.self) {
      try await answer(form(#""a":{"type":"string"}"#), [])
    }
    #expect(error?.code == .usage)
    #expect(
      error?.message
        == "the module 'clock' asks 'Tell me', but this is not a terminal, so I can't ask you")
  }

  /// The answer of a form without a terminal, or the message and the hint of its error.
  private func scripted(_ request: String, _ answers: [String]?) async throws -> String {
    var answers = try answers?.map { try CellValue(json: $0) }
    let take = { answers?.isEmpty == false ? answers?.removeFirst() : nil }
    let form = ElicitationForm(
      module: "clock", console: RecordingConsole(answers: []),
      nextAnswer: answers == nil ? nil : take)
    do {
      return try await form.answer(CellValue(json: request)).jsonText
    } catch let error as ShellError {
      return "\(error.message); \(error.hint ?? "")"
    }
  }

  private static let fields =
    #""a":{"type":"integer","minimum":1},"b":{"type":"string","default":"x"},"c":{"type":"string"}"#
    + #","d":{"type":"array","items":{"enum":["r","g"]}},"e":{"type":"boolean"}"#

  @Test(arguments: [
    (#"{"a":3}"#, #"{"action":"accept","content":{"a":3,"b":"x"}}"#),
    (
      #"{"e":true,"d":["g","r","g"],"c":"y, z","b":null,"a":"4"}"#,
      #"{"action":"accept","content":{"a":4,"b":"x","c":"y, z","d":["g","r"],"e":true}}"#
    ),
    ("{}", "and --answers is wrong: 'a' is missing"),
    (#"{"a":0}"#, "and --answers is wrong: 'a' takes a whole number of at least 1"),
    (#"{"a":[1]}"#, "and --answers is wrong: 'a' takes one value"),
    (#"{"a":1,"d":["b"]}"#, "and --answers is wrong: 'd' takes r or g"),
    (#"{"a":1,"e":"perhaps"}"#, "and --answers is wrong: 'e' takes yes or no"),
    (#"{"a":1,"z":2}"#, "and --answers has 'z', which is not asked for"),
  ])
  func `a script answers a form with --answers`(given: String, expected: String) async throws {
    let request = form(Self.fields, required: #""a""#)
    let result = try await scripted(request, [given])
    let isError = expected.hasPrefix("and")
    #expect(
      result
        == (isError
          ? "the module 'clock' asks 'Tell me', \(expected); "
            + #"pass --answers '{"a":…,"b":…,"c":…,"d":…,"e":…}'"# : expected))
  }

  @Test func `A form without an answer in a script fails, and says how to give one`() async throws {
    let asked =
      "the module 'clock' asks 'Tell me', but this is not a terminal, so I can't ask you; "
    let request = form(#""a":{"type":"string"}"#)
    #expect(
      try await scripted(request, [])
        == asked + #"pass --answers '{"a":…}', or run the command at a terminal"#)
    #expect(try await scripted(request, nil) == asked + "run the command at a terminal")
    let address = #"{"mode":"url","message":"Tell me","url":"https://example.com/x"}"#
    #expect(try await scripted(address, ["{}"]) == asked + "run the command at a terminal")
    #expect(try await scripted(form(""), ["{}"]) == #"{"action":"accept","content":{}}"#)
  }

  @Test func `a form that asks for a credential accepts no answer`() async throws {
    #expect(
      try await scripted(form(#""password":{"type":"string"}"#), [#"{"password":"x"}"#])
        == #"{"action":"decline"}"#)
  }

  @Test(arguments: [
    #""password":{"type":"string"}"#,
    #""accessToken":{"type":"string","title":"Favourite colour"}"#,
    #""x":{"type":"string","title":"Your API key for the shop"}"#,
    #""api_key":{"type":"integer"}"#, #""x":{"type":"string","format":"password"}"#,
    #""name":{"type":"string"},"\u0070assword":{"type":"string"}"#,
  ])
  func `A form that asks for a credential is declined without a question`(
    properties: String
  ) async throws {
    for answers in [["s3cret", "s3cret"], []] {
      let (result, console) = try await answer(form(properties), answers)
      #expect(result == #"{"action":"decline"}"#)
      #expect(console.questions.isEmpty)
      let notice = try #require(console.notices.first)
      #expect(console.notices.count == 1 && notice.hasPrefix("the module 'clock' asked for '"))
    }
  }

  @Test(arguments: [
    (#""keyword":{"type":"string"}"#, "x"), (#""max_tokens":{"type":"integer"}"#, "1"),
    (#""has_password":{"type":"boolean"}"#, "y"), (#""password":{"type":"boolean"}"#, "n"),
    (#""token":{"enum":["bearer","basic"]}"#, "basic"),
    (#""x":{"type":"string","title":"Page token"}"#, "x"),
  ])
  func `a form with harmless names is asked`(properties: String, given: String) async throws {
    let (result, _) = try await answer(form(properties), [given])
    #expect(result.hasPrefix(#"{"action":"accept""#))
  }

  @Test func `Ctrl-C cancels a form`() async throws {
    let form = ElicitationForm(module: "clock", console: CancellingConsole())
    let result = try await form.answer(
      CellValue(json: self.form(#""a":{"type":"string"}"#)))
    #expect(result.jsonText == #"{"action":"cancel"}"#)
  }

  @Test(arguments: [
    #"{"requestedSchema":{}}"#, #"{"message":"x"}"#, #"{"message":"x","requestedSchema":5}"#,
    #"{"message":"x","requestedSchema":{"properties":{"a":{"type":"object"}}}}"#,
    #"{"message":"x","requestedSchema":{"properties":{"a":{"type":"array","items":{}}}}}"#,
    "5",
  ])
  func `an invalid request for a form violates the protocol`(request: String) async {
    await #expect(throws: ModuleError.self) { try await answer(request, ["x"]) }
  }
}

/// A console whose user presses Ctrl-C at every question.
@MainActor
private final class CancellingConsole: Console {
  var isInteractive: Bool { true }
  var columns: Int? { nil }
  func notify(_ notice: String) {}
  func ask(_ question: Question) async throws -> String { throw CancellationError() }
  func confirm(_ question: String) async throws -> Bool { throw CancellationError() }
  func progress(_ progress: ProgressUpdate?) {}
  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String { "" }
}
