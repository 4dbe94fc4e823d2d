import SeashellKit
import Testing

@testable import SeashellModules

@Suite struct GatewayRuleTests {
  @Test(arguments: [
    ("GET /products", "GET", "/products", true),
    ("GET /products", "GET", "/products/", true),
    ("GET /products/", "GET", "/products", true),
    ("GET /products", "GET", "/products/p-1", false),
    ("GET /products", "HEAD", "/products", false),
    ("GET /products", "GET", "/Products", false),
    ("get /products/*", "GET", "/products/p-1", true),
    ("GET /products/*", "GET", "/products", false),
    ("GET /products/*", "GET", "/products/p-1/reviews", false),
    ("* /products/*/reviews", "DELETE", "/products/p-1/reviews", true),
    ("* /products/*/reviews", "DELETE", "/products/p-1/other", false),
    ("GET /products/**", "GET", "/products", true),
    ("GET /products/**", "GET", "/products/p-1/reviews/r-1", true),
    ("GET /products/**", "GET", "/productsandmore", false),
    ("GET /products/**", "GET", "/users", false),
    ("GET /products/*/**", "GET", "/products", false),
    ("GET /products/*/**", "GET", "/products/p-1", true),
    ("* /**", "OPTIONS", "/", true),
    ("* /**", "PATCH", "/a/b/c/d", true),
    ("GET /", "GET", "", true),
    ("GET /", "GET", "/a", false),
    ("GET /caf%C3%A9", "GET", "/café", true),
    ("GET /a%2Ab", "GET", "/a*b", true),
    ("GET /%2A", "GET", "/*", true),
    ("GET /%2A", "GET", "/a", false),
    ("events", "GET", "/events", false),
  ])
  func `a gateway rule allows a method and paths`(
    _ rule: String, _ method: HTTPMethod.RawValue, _ path: String, _ isAllowed: Bool
  ) throws {
    let segments = try PathSegment.decode(path: path[...])
    let method = try #require(HTTPMethod(rawValue: method))
    #expect(try GatewayRule(parsing: rule).allows(method, segments) == isAllowed)
  }

  @Test(arguments: [
    ("get  /products/**/", "GET /products/**"), ("* /a/*/b/", "* /a/*/b"), ("GET /", "GET /"),
    ("GET /**", "GET /**"), ("GET /caf%c3%a9", "GET /caf%C3%A9"), ("GET /a%2ab", "GET /a%2Ab"),
    ("GET /%2A/*", "GET /%2A/*"), ("GET /it's", "GET /it%27s"), ("GET /%2A%2A", "GET /%2A%2A"),
    ("events", "events"), ("events *", "events"), ("events api.data.*", "events api.data.*"),
    (" events shell.exited ", "events shell.exited"),
  ])
  func `a gateway rule's text parses to the same rule`(
    _ text: String, _ written: String
  ) throws {
    let rule = try GatewayRule(parsing: text)
    #expect(rule.text == written)
    #expect(try GatewayRule(parsing: rule.text) == rule)
  }

  @Test(arguments: [
    "", "GET", "/products", "GET products", "FETCH /products", "GET /products /users", "GET /a*b",
    "GET /**/a", "GET /a/../b", "GET /./a", "GET /a//b", "GET /a%2Fb", "GET /a%5Cb", "GET /%",
    "GET /a?b=c", "GET /a#b", "GET /%2e%2e", "GET /%252e", "event", "events a b", "events a*",
    "events .a", "events a..b", "events a.*.b", "events *.a", "events a.", "events é", "EVENTS",
    "GET /***", "GET /a/..;x/b",
  ])
  func `an invalid gateway rule's error shows the form`(_ text: String) throws {
    let error = #expect(throws: ShellError.self) { try GatewayRule(parsing: text) }
    #expect(error?.code == .usage)
    #expect(error?.message == "cannot read the rule '\(text)'")
    #expect(error?.hint?.contains("METHOD /PATH") == true)
  }

  @Test(arguments: [
    ("/products", "GET /products"), ("/products/p-1", "GET /products/*"),
    ("/products/p-1/reviews", "GET /products/*/reviews"),
    ("/session/refresh", "GET /session/refresh"),
    ("", "GET /"),
  ])
  func `a suggested rule treats segments with digits as ids`(
    _ path: String, _ rule: String
  ) throws {
    let needed = GatewayRule(for: .get, try PathSegment.decode(path: path[...]))
    #expect(needed.text == rule)
  }

  @Test(arguments: [
    "/..", "/a/../b", "/.", "/a/%2e%2e/b", "/a/%2E./b", "/a%2fb", "/a%2Fb", "/a%5cb", "/a%00b",
    "/%252e%252e/b", "/a%252Fb", "//a", "/a//b", "/a/..;/b", "/%", "/%zz", "/%ff", "/;x/b",
    "/a%0d%0ab",
  ])
  func `A path that two programs could read differently is refused`(_ path: String) {
    #expect(throws: PathSegment.Refusal.self) { try PathSegment.decode(path: path[...]) }
  }
}
