import ShellOutput
import Testing

@testable import ShellRuntime

/// The text form of places' paths.
@Suite struct PlacePathTests {
  @Test(
    arguments: [
      ("products", "products", "products/p-7/products"),
      ("/products/p-7/", "products/p-7", "products/p-7"),
      ("..", "/", "products"), ("../p-8", "p-8", "products/p-8"),
      ("./reviews", "reviews", "products/p-7/reviews"), ("../../..", "/", "/"), ("/", "/", "/"),
      ("", "/", "products/p-7"), ("a//b", "a/b", "products/p-7/a/b"),
      ("products/a%2Fb", "products/a%2Fb", nil), ("products/100%", "products/100%25", nil),
      ("products/%zz", "products/%25zz", nil), ("products/%2E%2E", "products/%2E%2E", nil),
      ("products/%E2%82%AC", "products/€", nil), ("products/%ff", "products/%25ff", nil),
      ("products/a\u{1B}[2J", "products/a%1B[2J", nil),
      ("products/two words", "products/two words", nil),
    ] as [(String, String, String?)])
  func `a typed path starts at the root or at the current place`(
    text: String, fromHome: String, fromPlace: String?
  ) {
    let typed = TypedPlacePath(text)
    #expect(typed.path(from: .home).text == fromHome)
    if let fromPlace {
      #expect(typed.path(from: PlacePath(parts: ["products", "p-7"])).text == fromPlace)
    }
    // The displayed path leads to the same place.
    let shown = typed.path(from: .home)
    #expect(TypedPlacePath("/" + shown.text).path(from: .home) == shown)
  }

  @Test(
    arguments: [
      ("products/p-7", 12, "products/p-7"), ("products/p-7", 11, "pro…cts/p-7"),
      ("products/p-7", 4, "p…-7"), ("products/p-7", 1, "…"), ("products/p-7", 0, "…"),
      ("products/p-7", -3, "…"), ("商品/七号/评论/最新", 9, "商…/最新"),
    ])
  func `a long path of a place is cut in its middle`(text: String, columns: Int, cut: String) {
    let shortened = TerminalText.shortened(text, to: columns)
    #expect(shortened == cut)
    #expect(TerminalText.width(of: shortened) <= max(1, columns))
  }
}
