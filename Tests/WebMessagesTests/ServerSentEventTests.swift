import Testing
@testable import WebMessages

@Suite struct ServerSentEventTests {
  private static func events(_ text: String) throws -> [ServerSentEvent] {
    var parser = ServerSentEventParser()
    return try parser.parse(text.utf8)
  }

  @Test(
    arguments: [
      ("data: a\n\n", [ServerSentEvent(name: "message", data: "a")]),
      ("data:a\n\n", [ServerSentEvent(name: "message", data: "a")]),
      ("data:  a \n\n", [ServerSentEvent(name: "message", data: " a ")]),
      ("data\n\n", [ServerSentEvent(name: "message", data: "")]),
      ("data: a\ndata: b\n\n", [ServerSentEvent(name: "message", data: "a\nb")]),
      ("event: x\nid: 7\ndata: a\n\n", [ServerSentEvent(name: "x", data: "a", id: "7")]),
      (
        "data: a\r\rdata: b\r\n\r\n",
        [.init(name: "message", data: "a"), .init(name: "message", data: "b")]
      ),
      ("\u{FEFF}data: a\n\n", [ServerSentEvent(name: "message", data: "a")]),
      ("data:\u{301}a\n\n", [ServerSentEvent(name: "message", data: "\u{301}a")]),
      ("data: \u{301}a\n\n", [ServerSentEvent(name: "message", data: "\u{301}a")]),
      ("data\u{301}: a\n\n", []),
      (": a comment\n\n", []),
      ("event: x\n\n", []),
      ("data: a\n", []),
      ("other: a\nData: a\n\n", []),
      ("event: x\n\ndata: a\n\n", [ServerSentEvent(name: "message", data: "a")]),
    ] as [(String, [ServerSentEvent])])
  func `an event stream is parsed by the standard`(text: String, expected: [ServerSentEvent]) throws
  {
    #expect(try Self.events(text) == expected)
  }

  @Test func `an event's id stays in effect until the next one`() throws {
    var parser = ServerSentEventParser(resumingAfter: "1")
    #expect(try parser.parse("data: a\n\nid: 2\n\n".utf8).map(\.id) == ["1"])
    #expect(parser.lastID == "2")
    #expect(try parser.parse("id: a\0b\ndata: c\n\n".utf8).map(\.id) == ["2"])
  }

  @Test func `an id takes effect when its event is complete`() throws {
    var parser = ServerSentEventParser()
    _ = try parser.parse("retry: 1000\n\nid: 3\n".utf8)
    #expect(parser.lastID == nil)
    #expect(try parser.parse("\n".utf8).isEmpty)
    #expect(parser.lastID == "3")
    _ = try parser.parse("event: x\nid: 4\ndata: a\n".utf8)
    #expect(parser.lastID == "3")
    _ = try parser.parse("\nid\n\n".utf8)
    #expect(parser.lastID == nil)
  }

  @Test(arguments: [("retry: 1500\n", 1500), ("retry: 1s\n", nil), ("retry: -1\n", nil)])
  func `the retry time of an event stream is read`(text: String, milliseconds: Int?) throws {
    var parser = ServerSentEventParser()
    _ = try parser.parse(text.utf8)
    #expect(parser.retry == milliseconds.map { .milliseconds($0) })
  }

  @Test func `an event stream may be divided anywhere`() throws {
    let text = "event: é\r\nid: 1\r\ndata: ☕\r\ndata: b\r\n\r\n: c\n\ndata: d\n\n"
    let whole = try Self.events(text)
    #expect(whole.count == 2)
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      var parser = ServerSentEventParser()
      #expect(try parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...]) == whole)
    }
  }

  @Test(arguments: [
    String(repeating: "a", count: 70_000),
    String(repeating: "data: \(String(repeating: "a", count: 30_000))\n", count: 3),
  ])
  func `a line or an event without end throws`(text: String) {
    #expect(throws: ServerSentEventTooLong.self) { try Self.events(text) }
  }
}
