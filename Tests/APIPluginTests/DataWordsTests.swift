import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import APIPlugin

/// What `api` makes of values that come from variables.
@MainActor
@Suite struct DataWordsTests {
  private nonisolated static let paths: [(value: String, path: String, sent: String?)] = [
    // At the beginning a variable may hold a path.
    ("products/p-1", "$v", "/v1/products/p-1"),
    ("products/p-1", "/$v/reviews", "/v1/products/p-1/reviews"),
    ("products?page=2", "$v&query=a", "/v1/products?page=2&query=a"),
    ("http://localhost/v1/a?b=c", "$v", "/v1/a?b=c"), ("--insecure", "$v", "/v1/--insecure"),
    ("other:items", "$v", "/v1/other:items"), ("other:items", "/$v", "/v1/other:items"),
    ("", "$v", nil), ("..", "$v", nil), ("./a", "$v", nil), ("a/../b", "$v", nil),
    ("a#b", "$v", nil),
    // Behind something written it is a part of a segment.
    ("p-1", "products/$v", "/v1/products/p-1"), ("a/b", "products/$v", "/v1/products/a%2Fb"),
    ("a/b", "products/x${v}y", "/v1/products/xa%2Fby"),
    ("a/../b", "products/$v", "/v1/products/a%2F..%2Fb"),
    ("a?b=c", "products/$v", "/v1/products/a%3Fb=c"), ("a#b", "products/$v", "/v1/products/a%23b"),
    // An escape in it is text; only one that is written is an escape.
    ("a%2Fb", "products/$v", "/v1/products/a%252Fb"), ("5%", "products/$v", "/v1/products/5%25"),
    ("b", "products/a%2F$v", "/v1/products/a%2Fb"),
    ("..%2Fadmin", "products/$v", "/v1/products/..%252Fadmin"),
    ("%2e%2E", "products/$v/x", "/v1/products/%252e%252E/x"),
    ("a%2Fb", "$v", "/v1/a%2Fb"),
    ("é/", "products/$v/x", "/v1/products/%C3%A9%2F/x"),
    ("@f", "products/$v", "/v1/products/@f"),
    ("http://x/y", "products/$v", "/v1/products/http:%2F%2Fx%2Fy"),
    ("..", "products/$v", nil), (".", "products/.$v", nil),
    ("..;/x", "products/$v", nil), ("", "products/$v", nil), ("", "products/$v?a=b", nil),
    ("", "products/$v/x", nil), ("", "products/p$v", "/v1/products/p"),
    ("..", "http://localhost/v1/products/$v", nil),
    ("a/b", "http://localhost/v1/products/$v", "/v1/products/a%2Fb"),
    // In the query it is a part of a value, or all of the fields.
    ("a&b=c#d", "products?query=$v", "/v1/products?query=a%26b=c%23d"),
    ("a/b?c", "products?query=$v", "/v1/products?query=a/b?c"),
    ("C++ 50%2B", "products?query=$v", "/v1/products?query=C%2B%2B%2050%252B"),
    ("q=C++", "products?$v", "/v1/products?q=C++"),
    ("a=b&c=d", "products?$v", "/v1/products?a=b&c=d"),
    ("", "products?query=$v", "/v1/products?query="),
  ]

  @Test(arguments: paths)
  func `a value adds no segment to a path, and no field to a query`(
    value: String, path: String, sent: String?
  ) async throws {
    let (harness, transport) = try APITests.bench()
    let result = await harness.run("let v = '\(value)'; api get \"\(path)\"")
    #expect(result.status == (sent == nil ? 2 : 0), "\(result.errors)")
    let address = transport.requests.first?.url.absoluteString
    #expect(address == sent.map { "http://localhost\($0)" })
  }

  @Test(
    arguments: [
      ("--form 'a=@F'", "[1]"), ("--form a=@$f", "[1]"), ("--form a=@@F", "@F"),
      ("--form a=$at", "@F"), ("--form \"a=$at\"", "@F"), ("--form $word", "@F"),
      ("--form=a=$at", "@F"), ("--form a=$none$at", "@F"), ("--form a=($at)", "@F"),
    ])
  func `a form sends a file only if its @ was written`(words: String, part: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("data.json", "[1]")
    let (harness, transport) = try APITests.bench()
    let result = await harness.run(
      """
      let f = '\(file)'; let at = '@\(file)'; let word = 'a=@\(file)'; let none = ''
      api post things \(words.replacing("F", with: file))
      """)
    #expect(result.status == 0, "\(result.errors)")
    let body = try await APITests.body(try #require(transport.requests.first))
    #expect(body.contains("\r\n\r\n\(part.replacing("F", with: file))\r\n"), "\(body)")
  }

  @Test(arguments: ["a=$at", "$word", "a=$none$at", "a=($at)", "a=\"$at\"", "a:=(\"$at\")"])
  func `a property is read from a file only if its @ was written`(word: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("data.json", "[1]")
    let (harness, transport) = try APITests.bench()
    let result = await harness.run(
      """
      let at = '@\(file)'; let word = 'a=@\(file)'; let none = ''
      api post things \(word)
      """)
    #expect(result.status == 0, "\(result.errors)")
    let body = try await APITests.body(try #require(transport.requests.first))
    #expect(try JSONValue(json: body) == .object(["a": .string("@\(file)")]))
  }

  @Test func `standard input is sent only if its - was written`() async throws {
    let (harness, transport) = try APITests.bench(input: "secret")
    let result = await harness.run("let dash = -; api post things --body-file $dash")
    #expect(result.status == 1 && result.errors.contains("cannot read -"), "\(result.errors)")
    #expect(transport.requests.isEmpty)
    #expect(await harness.run("api post things --body-file -").status == 0)
    #expect(try await APITests.body(try #require(transport.requests.first)) == "secret")
  }

  @Test(arguments: ["$v", "\"$v\"", "--$name"])
  func `a value is no option`(word: String) async throws {
    let (harness, transport) = try APITests.bench()
    let result = await harness.run("let v = --dry-run; let name = dry-run; api get \(word)")
    #expect(result.status == 0, "\(result.errors)")
    #expect(transport.requests.map { $0.url.absoluteString } == ["http://localhost/v1/--dry-run"])
  }
}
