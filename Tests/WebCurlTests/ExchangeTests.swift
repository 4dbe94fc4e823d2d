import WebCurl
import TestSupport
import FaultServer
import Foundation
import Testing
import WebMessages

/// Requests and responses when nothing goes wrong.
@Suite(.mayBlock) struct ExchangeTests {
  let transport = CurlTransport(userAgent: "seashell/0.1.0")

  @Test func `a response has its status, header fields and body`() async throws {
    let server = try FaultServer(
      .json("[1]", status: 201, headers: ["X-A": "1", "Set-Cookie": "a", "set-cookie": "b"]))
    let response = try await transport.get(server.url + "/v1/a%20b?q=%C3%A9&r=")
    #expect(response.status == 201)
    #expect(response.headers["x-a"] == "1")
    #expect(response.headers.values(of: "Set-Cookie") == ["a", "b"])
    #expect(response.body.count == 3)
    #expect(try await response.text() == "[1]")
    #expect(server.requests.map(\.target) == ["/v1/a%20b?q=%C3%A9&r="])
  }

  @Test func `a small response arrives complete with its head`() async throws {
    let server = try FaultServer(.json("[1]"))
    #expect(try await transport.get(server.url).body.data == Data("[1]".utf8))
  }

  @Test func `a response without a body has an empty body`() async throws {
    let server = try FaultServer(.status(204))
    let response = try await transport.get(server.url)
    #expect(response.body.data == Data())
  }

  @Test func `a HEAD response has no body, whatever its length field says`() async throws {
    let server = try FaultServer(
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n"), .json("[]"))
    let url = try #require(URL(string: server.url))
    let response = try await transport.send(HTTPRequest(method: .head, url: url))
    #expect(response.headers["Content-Length"] == "17")
    #expect(try await response.text() == "")
    #expect(try await transport.text(server.url) == "[]")
    #expect(server.requests.map(\.method) == ["HEAD", "GET"])
    #expect(server.requests.map(\.connection) == [0, 0])
  }

  @Test func `a request leaves nothing behind for the next one on its connection`() async throws {
    let server = try FaultServer(.json("[]"))
    let url = try #require(URL(string: server.url))
    let requests = [
      HTTPRequest(url: url, headers: ["X-A": "1"]), HTTPRequest(url: url, headers: ["X-A": "1"]),
      HTTPRequest(method: .put, url: url, headers: ["X-B": "2"], body: HTTPBody(Data("b".utf8))),
      HTTPRequest(url: url), HTTPRequest(method: .head, url: url), HTTPRequest(url: url),
      HTTPRequest(method: .post, url: url), HTTPRequest(url: url, headers: ["X-C": "3"]),
    ]
    for request in requests { _ = try await transport.send(request).body.collect(upTo: 10) }
    let sent = server.requests
    #expect(sent.map(\.method) == ["GET", "GET", "PUT", "GET", "HEAD", "GET", "POST", "GET"])
    #expect(sent.map { $0.header("X-A") } == ["1", "1", nil, nil, nil, nil, nil, nil])
    #expect(sent.map { $0.header("X-B") } == [nil, nil, "2", nil, nil, nil, nil, nil])
    #expect(sent.map { $0.header("X-C") } == [nil, nil, nil, nil, nil, nil, nil, "3"])
    #expect(
      sent.map { $0.header("Content-Length") } == [nil, nil, "1", nil, nil, nil, "0", nil])
    #expect(sent.map(\.connection) == Array(repeating: 0, count: 8))
  }

  @Test func `a request's header fields are sent unchanged, with few others`() async throws {
    let server = try FaultServer(.json("[]"))
    _ = try await transport.get(
      server.url,
      headers: ["Accept": "application/json", "X-Empty": "", "X-B": "one", "x-b": "two"])
    let request = try #require(server.requests.first)
    #expect(
      request.headers.map { "\($0.name): \($0.value)" } == [
        "Host: 127.0.0.1:\(server.port)", "User-Agent: seashell/0.1.0",
        "Accept-Encoding: deflate, gzip, br, zstd", "Accept: application/json", "X-Empty: ",
        "X-B: one", "x-b: two",
      ])
  }

  @Test func `a request can name its own user agent`() async throws {
    let server = try FaultServer(.json("[]"))
    _ = try await transport.get(server.url, headers: ["User-Agent": "mine"])
    #expect(
      server.requests[0].headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value)
        == ["mine"])
  }

  @Test func `a request leaves out what it is told to, and has a Host of its own`() async throws {
    let server = try FaultServer(.json("[]"))
    var headers: HTTPHeaders = ["Host": "other.example"]
    for name in ["User-Agent", "Accept-Encoding", "Accept"] {
      #expect(headers.add(typed: "\(name):") == nil)
    }
    _ = try await transport.get(server.url, headers: headers)
    _ = try await transport.get(server.url)
    let fields = server.requests.map { request in
      request.headers.map { $0.name == "Host" ? $0.value : $0.name }
    }
    #expect(fields[0] == ["other.example"])
    #expect(fields[1].prefix(2) == ["127.0.0.1:\(server.port)", "User-Agent"])
    #expect(server.record.opened == 1)
  }

  @Test func `a read has a body, and the next one has none`() async throws {
    let server = try FaultServer(.json("[]"))
    for count in [5, 40_000, 0] {
      let body = Data(repeating: 0x61, count: count)
      _ = try await transport.post(server.url, HTTPBody(body), method: .get)
      _ = try await transport.get(server.url)
    }
    #expect(server.requests.allSatisfy { $0.method == "GET" })
    #expect(server.requests.map(\.body.count) == [5, 0, 40_000, 0, 0, 0])
    #expect(
      server.requests.map { $0.header("Content-Length") } == ["5", nil, "40000", nil, "0", nil])
    #expect(server.record.opened == 1)
  }

  @Test(arguments: HTTPMethod.allCases.filter(\.isWrite))
  func `a body of bytes is sent with its length`(method: HTTPMethod) async throws {
    let server = try FaultServer(.json("[]"))
    for count in [0, 1, 32_768, 32_769, 1_000_000] {
      let body = Data(repeating: 0x61, count: count)
      _ = try await transport.post(server.url, HTTPBody(body), method: method)
      let request = try #require(server.requests.last)
      #expect(request.method == method.rawValue)
      #expect(request.header("Content-Length") == "\(count)")
      #expect(request.body.count == count)
      #expect(request.header("Expect") == nil)
      #expect(request.header("Content-Type") == nil)
    }
    #expect(server.record.opened == 1)
  }

  @Test(arguments: [nil, 11]) func `a body in pieces is sent as they arrive`(count: Int?)
    async throws
  {
    let server = try FaultServer(.json("[]"))
    let pieces = Pieces(["hello", "", " ", "world"])
    _ = try await transport.post(server.url, HTTPBody(count: count) { pieces.next() })
    let request = try #require(server.requests.first)
    #expect(request.text == "hello world")
    #expect(request.header("Content-Length") == count.map(String.init))
    #expect(request.header("Transfer-Encoding") == (count == nil ? "chunked" : nil))
  }

  @Test func `a write without a body is sent with a length of 0`() async throws {
    let server = try FaultServer(.json("[]"))
    _ = try await transport.post(server.url, nil)
    _ = try await transport.post(server.url, nil, method: .delete)
    #expect(server.requests.map(\.body.count) == [0, 0])
    #expect(server.requests[0].header("Content-Length") == "0")
  }

  @Test func `only the transport sets the fields that frame the body`() async throws {
    let server = try FaultServer(.json("[]"))
    let url = try #require(URL(string: server.url))
    _ = try await transport.send(
      HTTPRequest(
        method: .post, url: url,
        headers: ["Content-Length": "1", "Transfer-Encoding": "chunked"],
        body: HTTPBody(Data("four".utf8))))
    #expect(server.requests[0].text == "four")
    #expect(server.requests[0].header("Transfer-Encoding") == nil)
  }

  @Test func `a chunked response is assembled`() async throws {
    let server = try FaultServer(.chunked(["[1,", "2]"]))
    #expect(try await transport.text(server.url) == "[1,2]")
  }

  @Test func `trailer fields are not added to the head`() async throws {
    let server = try FaultServer(
      .raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n"
          + "2\r\n[]\r\n0\r\nX-T: late\r\n\r\n"))
    let response = try await transport.get(server.url)
    #expect(try await response.text() == "[]")
    #expect(response.headers["X-T"] == nil)
  }

  @Test func `interim responses are skipped`() async throws {
    let server = try FaultServer(
      .raw(
        "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"))
    let response = try await transport.get(server.url)
    #expect(response.status == 200)
    #expect(response.headers["X-Early"] == nil)
    #expect(try await response.text() == "[]")
  }

  @Test func `a compressed response is decompressed, and loses its transfer length`() async throws {
    let server = try FaultServer(.gzip(#"{"id":"p-1"}"#))
    let response = try await transport.get(server.url)
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(try await response.text() == #"{"id":"p-1"}"#)
  }

  @Test func `the transport does not follow redirects`() async throws {
    let server = try FaultServer(.redirect(to: "/elsewhere"), .json("[]"))
    let response = try await transport.get(server.url)
    #expect(response.status == 302)
    #expect(response.headers["Location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test func `a body without a length ends with its connection`() async throws {
    let server = try FaultServer(.flood(300_000))
    let response = try await transport.get(server.url)
    #expect(response.body.count == nil)
    #expect(try await response.text().utf8.count == 300_000)
  }

  @Test func `a response keeps its transport alive`() async throws {
    let server = try FaultServer(.flood(3_000_000))
    let response = try await CurlTransport().get(server.url)
    #expect(try await response.text().utf8.count == 3_000_000)
  }
}
