import Testing
import TestSupport
import WebMessages

@testable import WebCurl

/// How a response's head is parsed from its lines.
@Suite(.mayBlock) struct CurlHeadParserTests {
  private static func head(
    _ text: String, maximum: Int = 1_000, hasNoBody: Bool = false
  ) throws -> CurlResponseHead? {
    var parser = CurlHeadParser(maximum: maximum, hasNoBody: hasNoBody)
    var head: CurlResponseHead?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let found = try Array("\(line)\r\n".utf8).withUnsafeBytes { bytes in
        Result { () throws(CurlHeadParser.HeadError) in try parser.take(bytes) }
      }.get()
      head = head ?? found
    }
    return head
  }

  @Test func `header fields keep their order, case and number`() throws {
    let head = try #require(
      try Self.head("HTTP/1.1 404 Not Found\nB: 2\na:1  \nB: \t3\nempty:\n\n"))
    #expect(head.status == 404)
    #expect(head.headers.map { "\($0.name)=\($0.value)" } == ["B=2", "a=1", "B=3", "empty="])
  }

  @Test func `a folded header field is joined`() throws {
    let head = try #require(try Self.head("HTTP/2 200\nA: one\n\t two\n\n"))
    #expect(head.headers["a"] == "one two")
  }

  @Test(
    arguments: [
      ("Content-Length: 5", 5), ("Content-Length: 5\nContent-Length: 5", 5),
      ("Content-Length: 5, 5", 5), ("Content-Length: 5\nContent-Encoding: gzip", nil),
      ("Content-Length: 5\nContent-Encoding: identity", 5),
      ("Content-Length: 5\nTransfer-Encoding: chunked", nil), ("A: b", nil),
    ] as [(String, Int?)])
  func `the body's length is read from the head, if it is there`(fields: String, count: Int?) throws
  {
    #expect(try Self.head("HTTP/1.1 200 OK\n\(fields)\n\n")?.bodyCount == count)
  }

  @Test(arguments: ["5\nContent-Length: 6", "5, 6", "-1", "five"])
  func `differing or invalid content lengths are refused`(lengths: String) {
    #expect(throws: CurlHeadParser.HeadError.contradictoryLength) {
      try Self.head("HTTP/1.1 200 OK\nContent-Length: \(lengths)\n\n")
    }
  }

  @Test(arguments: [204, 304]) func `some responses have no body`(status: Int) throws {
    #expect(try Self.head("HTTP/1.1 \(status) X\nContent-Length: 5\n\n")?.bodyCount == 0)
  }

  @Test func `a line that is not a header field is refused`() {
    #expect(throws: CurlHeadParser.HeadError.malformed) {
      try Self.head("HTTP/1.1 200 OK\nnonsense\n\n")
    }
    #expect(throws: CurlHeadParser.HeadError.malformed) {
      try Self.head("HTTP/1.1 200 OK\n folded upon nothing\n\n")
    }
  }

  @Test func `the size of a head includes interim responses`() throws {
    let text = "HTTP/1.1 103 Hint\nA: b\n\nHTTP/1.1 200 OK\n\n"
    let count = text.utf8.count + 5
    #expect(try Self.head(text, maximum: count)?.status == 200)
    #expect(throws: CurlHeadParser.HeadError.tooLarge) { try Self.head(text, maximum: count - 1) }
  }
}
