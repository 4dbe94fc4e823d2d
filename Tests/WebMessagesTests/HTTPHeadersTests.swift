import FoundationEssentials
import Testing

@testable import WebMessages

@Suite struct HTTPHeadersTests {
  @Test func `header names ignore case, and setting a field replaces it`() {
    var headers: HTTPHeaders = ["Link": "a", "link": "b", "X": "c"]
    #expect(headers["LINK"] == "a")
    #expect(headers.values(of: "Link") == ["a", "b"])
    headers["liNK"] = "d"
    #expect(headers == ["x": "c", "Link": "d"])
    headers["X"] = nil
    headers.add("Link", "e")
    #expect(headers.map(\.value) == ["d", "e"])
  }

  @Test(arguments: ["Authorization", "proxy-authorization", "Cookie", "Set-Cookie"])
  func `a description of header fields hides credentials`(name: String) throws {
    var headers: HTTPHeaders = ["Accept": "a/b"]
    headers.add(name, "Bearer hidden")
    #expect("\(headers)" == "Accept: a/b\n\(name): …")
    #expect(!String(reflecting: headers).contains("hidden"))
    let url = try #require(URL(string: "https://shop.test"))
    let request = HTTPRequest(url: url, headers: headers)
    #expect(!String(reflecting: request).contains("hidden"))
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!dumped.contains("hidden"))
  }

  @Test(
    arguments: [
      ("X-Any: a b ", "X-Any: a b", []), ("X-Any:a:b", "X-Any: a:b", []), ("X-Any;", "X-Any: ", []),
      ("X-Any:;", "X-Any: ;", []), ("X-Any: a;", "X-Any: a;", []),
      ("Host: other.example:8080", "Host: other.example:8080", []),
      ("User-Agent:", nil, ["user-agent"]), ("ACCEPT: \t", nil, ["accept"]),
    ] as [(String, String?, [String])])
  func `a typed field is read as curl reads it`(text: String, field: String?, omitted: [String]) {
    var headers = HTTPHeaders()
    #expect(headers.add(typed: text) == nil)
    #expect(headers.map { "\($0.name): \($0.value)" } == (field.map { [$0] } ?? []))
    #expect(headers.omitted == omitted)
    #expect((headers == HTTPHeaders()) == (field == nil && omitted.isEmpty))
  }

  @Test(arguments: [
    ("geheim", "takes NAME:VALUE"), ("", "takes NAME:VALUE"), (";", "takes NAME:VALUE"),
    (":geheim", "has no valid field name before the ':'"),
    ("X Y: geheim", "has no valid field name before the ':'"),
    ("X-A: geheim\r\nX-B: 1", "has a control character in the value of X-A"),
    ("X-A: geheim\nHost: evil", "has a control character in the value of X-A"),
    ("X-A\r\nX-B;", "takes NAME:VALUE"),
    ("X-A\r\nX-B: 1", "has no valid field name before the ':'"),
    ("Content-Length: 5", "cannot set Content-Length, which the shell sets itself"),
    ("content-length:", "cannot set content-length, which the shell sets itself"),
    ("Transfer-Encoding;", "cannot set Transfer-Encoding, which the shell sets itself"),
    ("Connection: close", "cannot set Connection, which the shell sets itself"),
    ("Host:", "cannot leave out Host, which HTTP needs"),
  ])
  func `a typed field that cannot be sent is refused without its value`(
    text: String, problem: String
  ) {
    var headers = HTTPHeaders()
    #expect(headers.add(typed: text) == problem)
    #expect(headers == HTTPHeaders())
  }

  @Test func `a message has one Host`() {
    var headers = HTTPHeaders()
    #expect(headers.add(typed: "Host: a") == nil)
    #expect(headers.add(typed: "host: b") == "cannot set host twice")
    #expect(headers.values(of: "Host") == ["a"])
  }
}
