import FoundationEssentials
import Testing

@testable import WebAPI

@Suite struct AddressTests {
  private func address(
    _ path: APIPath, base: String = "https://shop.test", client: String? = "v1",
    version: String? = nil, query: APIQuery = [:]
  ) throws -> String {
    try APIRequest(path: path, version: version, query: query)
      .address(base: url(base), version: client).absoluteString
  }

  @Test(arguments: [
    ("https://shop.test", "https://shop.test/v1/products"),
    ("https://shop.test/", "https://shop.test/v1/products"),
    ("https://shop.test/api", "https://shop.test/api/v1/products"),
    ("https://shop.test/api/", "https://shop.test/api/v1/products"),
    ("https://shop.test/a%2Fb//", "https://shop.test/a%2Fb/v1/products"),
    ("http://localhost:8080", "http://localhost:8080/v1/products"),
    ("http://[::1]:8080/", "http://[::1]:8080/v1/products"),
    ("https://shop.test/api?key=1#top", "https://shop.test/api/v1/products"),
  ])
  func `a base address may end in a slash or have a path`(base: String, expected: String) throws {
    #expect(try address("products", base: base) == expected)
  }

  @Test(
    arguments: [
      ("v1", nil, "https://shop.test/v1/products"),
      ("v1", "v2", "https://shop.test/v2/products"),
      ("v1", "", "https://shop.test/products"),
      (nil, nil, "https://shop.test/products"),
      (nil, "v3", "https://shop.test/v3/products"),
      ("", nil, "https://shop.test/products"),
      ("/api/v1/", nil, "https://shop.test/api/v1/products"),
    ] as [(String?, String?, String)])
  func `the request's version wins over the client's`(
    client: String?, request: String?, expected: String
  ) throws {
    #expect(try address("products", client: client, version: request) == expected)
  }

  @Test(arguments: [
    ("a/b", "a%2Fb"), ("a?b", "a%3Fb"), ("a#b", "a%23b"), ("50%", "50%25"),
    ("%2e%2e", "%252e%252e"),
    ("a b", "a%20b"), ("a+b;c", "a%2Bb%3Bc"), ("ü", "%C3%BC"), ("☕️", "%E2%98%95%EF%B8%8F"),
    ("a@b:c", "a@b:c"), ("\u{0}\n", "%00%0A"), ("...", "..."),
  ])
  func `an id stays in its segment`(id: String, escaped: String) throws {
    let expected = "https://shop.test/v1/products/\(escaped)/reviews"
    #expect(try address("products/\(id)/reviews") == expected)
    #expect(try address(APIPath(segments: ["products", id, "reviews"])) == expected)
  }

  @Test(arguments: ["", ".", ".."])
  func `an id that would name another place is refused`(id: String) {
    #expect(throws: APIError.self) { try address("products/\(id)") }
    #expect(throws: APIError.self) { try address("products/\(id)/reviews") }
    #expect(throws: APIError.self) { try address(APIPath(segments: ["products", id])) }
  }

  @Test(arguments: [
    ("products", "products"), ("/products", "products"), ("products/", "products/"),
    ("a%2Fb/c", "a%2Fb/c"), ("100%", "100%25"), ("%ZZ", "%25ZZ"), ("%FF", "%25FF"),
    ("a?b", "a%3Fb"),
  ])
  func `typed text is parsed as a path`(text: String, escaped: String) throws {
    #expect(try APIPath(parsing: text).escaped() == escaped)
  }

  @Test(arguments: ["//evil.test/x", "a//b", "../x", "a/%2e%2E/b", "a/./b"])
  func `typed text that would leave its path is refused`(text: String) {
    #expect(throws: APIError.self) { try APIPath(parsing: text).escaped() }
  }

  @Test func `an empty path means the service itself`() throws {
    #expect(try address("") == "https://shop.test/v1")
    #expect(try address("", client: nil) == "https://shop.test")
    #expect(try address("/", query: ["a": 1]) == "https://shop.test/v1?a=1")
  }

  @Test func `a query keeps its order and leaves out what is nil or empty`() throws {
    let none: String? = nil
    let page: Int? = 2
    let query: APIQuery = [
      "sort": "-price", "query": none, "page": page, "empty": "", "page": 3, "all": true,
    ]
    #expect(
      try address("products", query: query)
        == "https://shop.test/v1/products?sort=-price&page=2&page=3&all=true")
    #expect(try address("products", query: ["query": none]) == "https://shop.test/v1/products")
  }

  @Test func `a query written elsewhere keeps its empty values`() throws {
    var query: APIQuery = ["page": 2]
    query.appendAsWritten("empty", "")
    query.appendAsWritten("q", "a b")
    #expect(
      try address("products", query: query)
        == "https://shop.test/v1/products?page=2&empty=&q=a%20b")
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("#?/", "%23%3F%2F"),
    ("é", "%C3%A9"),
    ("100%", "100%25"), ("%20", "%2520"), ("a-b._~", "a-b._~"), ("\r\n", "%0D%0A"),
    ("page[number]", "page%5Bnumber%5D"),
  ])
  func `names and values of a query are escaped`(text: String, escaped: String) throws {
    var query = APIQuery()
    query.append(text, text)
    #expect(
      try address("p", query: query) == "https://shop.test/v1/p?\(escaped)=\(escaped)")
  }

  @Test func `an absolute address is used unchanged`() throws {
    let request = try APIRequest(url: url("https://other.test/x?a=%20b#f"), query: ["page": 2])
    let address = try request.address(base: url("https://shop.test"), version: "v1")
    #expect(address.absoluteString == "https://other.test/x?a=%20b&page=2")
  }

  @Test(arguments: ["https://user:secret@shop.test", "https://user@shop.test", "mailto:a@b.test"])
  func `an address with a password, or without a host, is refused`(base: String) throws {
    let error = #expect(throws: APIError.self) { try address("products", base: base) }
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `a query value replaces others of its name, or is added to them`() throws {
    var query: APIQuery = ["a": 1, "cursor": "x", "b": 2]
    query.append("cursor", "y")
    #expect(query.escaped() == "a=1&cursor=x&b=2&cursor=y")
    query.set("cursor", "z")
    #expect(query.escaped() == "a=1&cursor=z&b=2")
    query.set("limit", 5)
    query.set("a", nil)
    #expect(query.escaped() == "cursor=z&b=2&limit=5")
    query.append(["b": 3])
    #expect(query.escaped() == "cursor=z&b=2&limit=5&b=3")
  }
}
