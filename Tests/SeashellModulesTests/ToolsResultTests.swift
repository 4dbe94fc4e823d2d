@testable import SeashellModules
import SeashellKit
import SeashellTesting
import ShellOutput
import Testing

@MainActor
@Suite struct ToolsResultTests {
  /// The output of a result in a format, and the notices.
  private func written(
    _ result: String, _ format: OutputFormat = .json, schema: String? = nil, save: String? = nil
  ) throws -> (text: String, notices: [String]) {
    let tool = try SampleTool(
      schema: "{}", more: schema.map { #","outputSchema":\#($0)"# } ?? "")
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(format, to: stream)
    var notices: [String] = []
    var writer = ResultWriter(to: output, save: save) { notices.append($0) }
    try writer.write(ToolResult(CellValue(json: result)), of: tool.tool)
    try output.finish()
    try stream.flush()
    return (sink.text, notices)
  }

  private func structured(_ json: String) -> String {
    #"{"content":[{"type":"text","text":"left out"}],"structuredContent":\#(json)}"#
  }

  @Test(
    arguments: [
      (#"{"b":1,"a":"x"}"#, nil, #"{"b":1,"a":"x"}"#),
      (#"{"b":1,"a":"x","b":2}"#, nil, #"{"b":2,"a":"x"}"#),
      (
        #"{"b":1,"z":2}"#, #"{"properties":{"a":{"type":"string"},"b":{}}}"#,
        #"{"b":1,"z":2}"#
      ),
      (#"{"result":[{"a":1},{"b":2}]}"#, nil, #"[{"a":1},{"b":2}]"#),
      (#"{"result":[1,"x",null]}"#, nil, #"[1,"x",null]"#),
      (#"{"result":[]}"#, nil, "[]"),
      (#"{"result":{"a":1}}"#, nil, #"{"a":1}"#),
      (#"{"result":5}"#, nil, #"{"value":5}"#),
      (#"{"result":true}"#, nil, #"{"value":true}"#),
      (#"{"result":null}"#, nil, ""),
      (#"{"result":"two\nlines"}"#, nil, #""two\nlines""#),
      (#"{"result":"7"}"#, nil, #""7""#),
      (#"{"result":"[{\"a\":1}]"}"#, nil, #"[{"a":1}]"#),
      (#"{"products":[{"id":1}]}"#, nil, #"[{"id":1}]"#),
      (#"{"products":[{"id":1}],"total":1}"#, nil, #"[{"id":1}]"#),
      (#"{"products":[{"id":1}],"weight":1}"#, nil, #"{"products":[{"id":1}],"weight":1}"#),
      (
        #"{"number":"I","customer":{"a":1},"items":[{"id":1}],"total":9}"#, nil,
        #"{"number":"I","customer":{"a":1},"items":[{"id":1}],"total":9}"#
      ),
      (#"{"items":[{"id":1}],"name":"a"}"#, nil, #"{"items":[{"id":1}],"name":"a"}"#),
      (#"{"result":{"items":[{"id":1}],"next":"b"},"ok":true}"#, nil, #"[{"id":1}]"#),
      (#"{"names":["x"]}"#, nil, #"{"names":["x"]}"#),
      (#"{}"#, nil, "{}"),
      (#"[{"a":1}]"#, nil, #"[{"a":1}]"#),
      (#"7"#, nil, #"{"value":7}"#),
      (
        #"{"result":[{"b":2}]}"#,
        ##"{"properties":{"result":{"type":"array","items":{"$ref":"#/$defs/P"}}},"$defs":{"P":{"properties":{"a":{},"b":{}}}}}"##,
        #"[{"b":2}]"#
      ),
      (
        #"{"result":{"b":2}}"#,
        ##"{"properties":{"result":{"$ref":"#/$defs/P"}},"$defs":{"P":{"properties":{"a":{},"b":{}}}}}"##,
        #"{"b":2}"#
      ),
      (
        #"[{"b":2}]"#, #"{"type":"array","items":{"properties":{"a":{},"b":{}}}}"#,
        #"[{"b":2}]"#
      ),
    ] as [(String, String?, String)])
  func `structured results are records`(json: String, schema: String?, expected: String) throws {
    let text = try written(structured(json), schema: schema).text
    #expect(text.replacing(",\n", with: ",").dropLast() == expected)
  }

  @Test func `what is beside a list is reported`() throws {
    let (text, notices) = try written(
      structured(#"{"items":[{"id":1},{"id":2}],"count":2,"total":9,"next_cursor":"c-3"}"#))
    #expect(text == "[{\"id\":1},\n{\"id\":2}]\n")
    #expect(notices == ["besides 'items': total 9, next_cursor c-3"])
    #expect(try written(structured(#"{"items":[{"id":1}],"count":1}"#)).notices.isEmpty)
    #expect(
      try written(
        structured(#"{"state":"partial","data":{"items":[{"id":1}],"has_more":true}}"#)
      ).notices == ["besides 'data.items': state partial, data.has_more true"])
  }

  @Test(
    arguments: [
      (.table, "value\n"), (.tsv, ""), (.json, "[]\n"), (.jsonl, ""), (.csv, "value\r\n"),
    ] as [(OutputFormat, String)])
  func `an empty result is written in each format`(format: OutputFormat, expected: String) throws {
    #expect(try written(structured(#"{"result":[]}"#), format).text == expected)
  }

  @Test(arguments: [
    (#"{"a":"x"}"#, "the result of its tool 'do_it' is wrong: 'a' is text, not a whole number"),
    (#"{"b":1}"#, "the result of its tool 'do_it' is wrong: 'a' is missing"),
    (#"[]"#, "the result of its tool 'do_it' is wrong: is an array, not an object"),
    (#"{"a":1,"n":null}"#, "no error"), (#"{"a":1.0,"n":"x","more":[]}"#, "no error"),
    (#"{"a":1,"n":2}"#, "the result of its tool 'do_it' is wrong: 'n' is a number, not text"),
    (#"null"#, "the result of its tool 'do_it' is wrong: is null, not an object"),
  ])
  func `a result that does not match its schema violates the protocol`(
    json: String, reason: String
  ) {
    let schema =
      #"{"type":"object","properties":{"a":{"type":"integer"},"n":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}"#
    do {
      _ = try written(structured(json), schema: schema)
      #expect(reason == "no error")
    } catch {
      #expect((error as? ModuleError)?.reason == reason)
    }
  }

  @Test func `a missing structured result violates the protocol`() {
    #expect(throws: ModuleError("its tool 'do_it' promises a structured result and returned none"))
    {
      try written(#"{"content":[]}"#, schema: "{}")
    }
  }

  @Test(
    arguments: [
      (#"{"type":"text","text":"one\ntwo\n"}"#, #""one\ntwo""# + "\n"),
      (#"{"type":"text","text":""}"#, #""""# + "\n"),
      (#"{"type":"text","text":"true"}"#, #""true""# + "\n"),
      (#"{"type":"text","text":" {\"a\": [1]}"}"#, "{\"a\":[1]}\n"),
      (#"{"type":"text","text":"[1,2]"}"#, "[1,\n2]\n"),
      (#"{"type":"text","text":"[{'a': 1}]"}"#, #""[{'a': 1}]""# + "\n"),
      (
        #"{"type":"text","text":"{\"a\":1}"},{"type":"text","text":"{\"b\":2}"}"#,
        "[{\"a\":1},\n {\"b\":2}]\n"
      ),
      (
        #"{"type":"text","text":"x"},{"type":"text","text":"{\"b\":2}"},{"type":"text","text":"y"}"#,
        "\"x\"\n{\"b\":2}\n\"y\"\n"
      ),
      (#"{"type":"resource","resource":{"uri":"a:b","text":"content"}}"#, #""content""# + "\n"),
      (
        #"{"type":"resource_link","uri":"a:b","name":"n","size":3}"#,
        #"{"uri":"a:b","name":"n","mimeType":null}"# + "\n"
      ),
      (
        #"{"type":"resource_link","uri":"a:b","name":"n"},{"type":"resource_link","uri":"a:c","name":"m","mimeType":"text/plain"}"#,
        "[{\"uri\":\"a:b\",\"name\":\"n\",\"mimeType\":null},\n {\"uri\":\"a:c\",\"name\":\"m\",\"mimeType\":\"text/plain\"}]\n"
      ),
    ])
  func `text that is JSON is written as records`(
    blocks: String, expected: String
  ) throws {
    let text = try written(#"{"content":[\#(blocks)]}"#).text
    #expect(text.filter { !$0.isWhitespace } == expected.filter { !$0.isWhitespace })
    #expect(text.hasSuffix("\n") == expected.hasSuffix("\n"))
  }

  @Test(
    arguments: [
      (.json, #""one\ntwo\nthree""# + "\n"), (.jsonl, #""one\ntwo\nthree""# + "\n"),
      (.table, "one\ntwo\nthree\n"), (.tsv, "one\ntwo\nthree\n"), (.csv, "one\ntwo\nthree\n"),
    ] as [(OutputFormat, String)])
  func `texts of a result are one string in JSON, and otherwise lines`(
    format: OutputFormat, expected: String
  ) throws {
    let result = #"""
      {"content":[{"type":"text","text":"one\ntwo\n"},{"type":"text","text":""},
      {"type":"text","text":"three"}]}
      """#
    #expect(try written(result, format).text == expected)
    #expect(
      try written(#"{"content":[{"type":"text","text":""}]}"#, .tsv).text == "")
  }

  @Test(arguments: [
    (
      #"{"content":[{"type":"text","text":"It\n  failed"},{"type":"text","text":"badly"}],"isError":true}"#,
      "It failed badly"
    ),
    (#"{"content":[],"isError":true}"#, "'do_it' failed, and does not say why"),
    (#"{"content":[],"structuredContent":{"code":5},"isError":true}"#, #"{"code":5}"#),
  ])
  func `An error of the tool is an error with its message`(result: String, message: String) {
    #expect(throws: ShellError(.failed, message)) { try written(result, schema: "{}") }
  }

  @Test func `a long message of a failed call is cut`() throws {
    let text = String(repeating: "x", count: 5_000)
    let error = try #require(throws: ShellError.self) {
      try written(#"{"content":[{"type":"text","text":"\#(text)"}],"isError":true}"#)
    }
    #expect(error.message.count == 1_001)
  }

  @Test func `images and files of a result are saved in numbered files`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("cat.tar", "something longer than the image")
    let result = #"""
      {"content":[{"type":"image","data":"aGVsbG8=","mimeType":"image/png"},
      {"type":"text","text":"two"},
      {"type":"audio","data":"","mimeType":"audio/wav"},
      {"type":"resource","resource":{"uri":"a:b","blob":"/v8="}}]}
      """#
    let saved = try written(result, save: path)
    #expect(saved.text == "\"two\"\n")
    #expect(
      saved.notices == [
        "saved '\(path)': image/png, 5 bytes",
        "saved '\(folder.file("cat-2.tar"))': audio/wav, 0 bytes",
        "saved '\(folder.file("cat-3.tar"))': application/octet-stream, 2 bytes",
      ])
    #expect(try folder.read("cat.tar") == "hello")
    #expect(try folder.read("cat-2.tar") == "")
    let named = try written(result)
    #expect(named.text == "\"two\"\n")
    #expect(named.notices.first == "image/png, 5 bytes; --save FILE keeps it")
    #expect(throws: ShellError.self) { try written(result, save: folder.path) }
  }

  @Test func `--save without anything to save writes no file`() throws {
    let folder = try TemporaryFolder()
    let notices = try written(#"{"content":[]}"#, save: folder.file("x")).notices
    #expect(
      notices == ["'\(folder.file("x"))' is not written: the result has no image, sound or file"])
    #expect(throws: (any Error).self) { try folder.read("x") }
  }

  @Test(arguments: [
    #"{"type":"image","data":"a!b","mimeType":"image/png"}"#,
    #"{"type":"image","data":"aGVsbG8","mimeType":"image/png"}"#, #"{"type":"image"}"#,
    #"{"type":"text"}"#, #"{"type":"resource"}"#, #"{"type":"resource","resource":{}}"#,
    #"{"type":"odd"}"#, "5", "{}",
  ])
  func `invalid content of a result violates the protocol`(block: String) {
    #expect(throws: ModuleError.self) { try written(#"{"content":[\#(block)]}"#) }
    #expect(throws: ModuleError.self) {
      try written(#"{"content":[\#(block)],"structuredContent":{}}"#)
    }
  }

  @Test(arguments: [
    (OutputFormat.jsonl, "{\"a\":1}@{\"b\":2,\"a\":3}@{\"c\":4}@5@"),
    (.tsv, "1\t\t\t@3\t2\t\t@\t\t4\t@\t\t\t5@"),
  ])
  func `each value of a result has its own members`(format: OutputFormat, text: String) throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(format, to: stream)
    var writer = RowWriter(to: output)
    try writer.append(.record([.init("a", .integer(1))]))
    try writer.append(.record([.init("b", .integer(2)), .init("a", .integer(3))]))
    try writer.append(.record([.init("c", .integer(4))]))
    try writer.append(.integer(5))
    try writer.finish()
    try output.finish()
    try stream.flush()
    #expect(sink.text == text.replacing("@", with: "\n"))
  }

  @Test(arguments: [
    (OutputFormat.jsonl, ["{\"a\":1}\n", "{\"b\":2}\n", "{\"a\":3}\n"]),
    (.tsv, ["1\n", "\n", "3\n"]), (.csv, ["a\r\n1\r\n", "\"\"\r\n", "3\r\n"]),
  ])
  func `each record of a stream is written at once`(format: OutputFormat, pieces: [String]) throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(format, to: stream)
    var writer = RowWriter(to: output, isEndless: true)
    var text = ""
    for (record, piece) in zip([("a", 1), ("b", 2), ("a", 3)], pieces) {
      try writer.append(.record([.init(record.0, .integer(record.1))]))
      try stream.flush()
      text += piece
      #expect(sink.text == text)
    }
  }
}
