import FoundationEssentials
import Testing
import WebMessages

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
}
