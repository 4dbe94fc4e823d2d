import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import APIPlugin

/// `expect-schema` with a file, in a shell whose service answers what the path says.
@MainActor
@Suite struct ExpectSchemaTests {
  private let folder: TemporaryFolder
  private let harness: ShellHarness

  init() throws {
    folder = try TemporaryFolder()
    let files = [
      ("item.json", #"{"type":"object","required":["id"],"properties":{"n":{"type":"integer"}}}"#),
      (
        "strict.json",
        #"{"required":["id","n"],"properties":{"id":{"type":"string"},"n":{"type":"number","minimum":0}}}"#
      ),
      ("partly.json", #"{"properties":{"id":{"format":"duration"},"n":{"format":"duration"}}}"#),
      ("broken.json", "{"), ("wrong.json", #"{"type":"text"}"#), ("none.json", "false"),
      ("text.json", #"{"type":"string"}"#), ("endless.json", ##"{"$ref":"#"}"##),
      ("many.json", #"{"items":{"type":"null"}}"#),
      (
        "nullable.json",
        #"{"required":["m"],"properties":{"m":{"type":["null","string"]},"o":{"type":"string"}}}"#
      ),
      (
        "api.json",
        ##"""
        {"openapi":"3.0.3","components":{"schemas":{"A B":{"properties":{"n":{"type":"integer","nullable":true}}},
        "Other":{"$ref":"#/components/schemas/A%20B"}}}}
        """##
      ),
    ]
    for (name, text) in files { try folder.write(name, text) }
    let transport = StubTransport { request in
      let name = request.url.lastPathComponent
      let body =
        switch name {
        case "items": #"[{"id":"a","n":1},{"id":"b","n":-2},{"id":"c"}]"#
        case "nulls": #"[{"m":null,"o":"x"},{"m":"y"}]"#
        case "words": #"["a","b"]"#
        case "none": "[]"
        case "empty", "204": ""
        case "many": "[" + (1...30).map(String.init).joined(separator: ",") + "]"
        case "damaged": "{"
        default: #"{"id":"\#(name)","n":3.5}"#
        }
      let type = name == "plain" ? "text/plain" : "application/json"
      return HTTPResponse(
        status: Int(name) ?? 200, headers: ["Content-Type": type], body: HTTPBody(Data(body.utf8)))
    }
    harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
  }

  private func run(_ script: String) async -> (status: Int32, output: String, errors: String) {
    await harness.run(script.replacing("; ", with: "\n").replacing("DIR", with: folder.path))
  }

  @Test(arguments: [
    "api get items > /dev/null; expect-schema DIR/many.json || print no",
    "api get none > /dev/null; expect-schema DIR/many.json",
    "api get plain > /dev/null; expect-schema DIR/text.json",
    "api get a > /dev/null; expect-schema 'DIR/api.json#/components/schemas/Other' || print no",
    "expect 404 { api get 404 > /dev/null }; expect-schema DIR/strict.json",
    "api get items | expect-schema DIR/item.json | to json > /dev/null",
    "api get items | expect-schema 'DIR/api.json#/components/schemas/A%20B' | to json > /dev/null",
    "api get nulls | expect-schema DIR/nullable.json | to json > /dev/null",
    "api get words | expect-schema DIR/text.json | to json > /dev/null",
    "let x = api get items; $x | expect-schema DIR/item.json | to json > /dev/null",
    "test 'a' { api get a > /dev/null; expect-schema DIR/strict.json }",
  ])
  func `what matches passes`(script: String) async throws {
    let result = await run(script)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: [
    ("expect-schema DIR/item.json", 1, "no command has sent a request yet"),
    (
      "api get a > /dev/null; expect-schema DIR/item.json", 1,
      "the body of the last response does not match the schema\n"
    ),
    ("api get a > /dev/null; expect-schema DIR/item.json", 1, "  n is 3.5, not an integer\n"),
    ("api get a > /dev/null; expect-schema DIR/item.json", 1, #"  {"id":"a","n":3.5}"#),
    ("api get a > /dev/null; expect-schema DIR/none.json", 1, "  the value is not allowed\n"),
    (
      "api get many > /dev/null; expect-schema DIR/many.json", 1,
      "does not match the schema: 30 differences"
    ),
    (
      "api get many > /dev/null; expect-schema DIR/many.json", 1,
      "  [19] is 20, not null\n  … 10 more\n"
    ),
    ("api get 204; expect-schema DIR/item.json", 1, "the last response has no body"),
    ("api get damaged > /dev/null; expect-schema DIR/item.json", 1, "is not JSON"),
    ("api get a > /dev/null; expect-schema DIR/no.json", 2, "No such file or directory"),
    ("api get a > /dev/null; expect-schema DIR", 2, "Is a directory"),
    ("api get a > /dev/null; expect-schema DIR/broken.json", 2, "broken.json' cannot be used"),
    ("api get a > /dev/null; expect-schema DIR/wrong.json", 2, "#/type is 'text'; choose null"),
    (
      "api get a > /dev/null; expect-schema 'DIR/api.json#/components/schemas/No'", 2,
      "#/components/schemas/No does not exist"
    ),
    ("api get a > /dev/null; expect-schema 'DIR/item.json#/%'", 2, "'#/%' is not a JSON pointer"),
    ("api get a > /dev/null; expect-schema DIR/endless.json", 1, "refers to itself without an end"),
    ("api get a > /dev/null; expect-schema", 2, "has no description"),
    ("api get items | expect-schema", 2, "has no description"),
    ("api get items | expect-schema DIR/no.json", 2, "No such file or directory"),
    ("api get items | expect-schema DIR/broken.json", 2, "broken.json' cannot be used"),
    (
      "api get items | expect-schema DIR/strict.json > /dev/null", 1,
      "2 of 3 records do not match the schema"
    ),
    (
      "api get items | expect-schema DIR/strict.json > /dev/null", 1,
      "  record 2, b: n is -2, less than the minimum 0\n  record 3, c: "
    ),
    (
      "api get a | expect-schema DIR/item.json > /dev/null", 1,
      "the record does not match the schema"
    ),
    (
      "api get many | expect-schema DIR/none.json > /dev/null", 1,
      "  record 5: the value is not allowed\n  …\n"
    ),
    ("api get none | expect-schema DIR/item.json", 1, "there are no records"),
    (
      "let x = 'a'; print $x | from lines | expect-schema", 2,
      "the records are not those of a response"
    ),
    ("api get a | expect-schema DIR/item.json DIR/item.json", 2, "expect-schema"),
  ])
  func `what does not match says so`(script: String, status: Int32, message: String) async throws {
    let result = await run(script)
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: [
    "api get a > /dev/null; expect-schema DIR/partly.json",
    "api get items | expect-schema DIR/partly.json | count > /dev/null",
  ])
  func `what is not checked is noted once, unless notices are left out`(script: String) async throws
  {
    let result = await run(script)
    #expect(result.status == 0)
    #expect(result.errors == "note: not checked: format 'duration' at #/properties/id\n")
    #expect(await run("set quiet on; \(script)").errors.isEmpty)
  }
}
