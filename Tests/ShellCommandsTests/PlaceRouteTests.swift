import Testing

@testable import ShellCommands

/// Routes of places.
@MainActor
@Suite struct PlaceRouteTests {
  @Test(
    arguments: [
      ("products", ["products"], [:]), ("products", ["Products"], nil), ("products", [], nil),
      ("products/{products.id}", ["products", "p-7"], ["products.id": "p-7"]),
      ("products/{products.id}", ["products"], nil),
      ("products/{products.id}", ["products", "p-7", "reviews"], nil),
      (
        "a/{a.id}/b/{b.id}", ["a", "1", "b", "x/y"], ["a.id": "1", "b.id": "x/y"]
      ),
      ("a/{a.id}/b/{b.id}", ["a", "1", "c", "2"], nil),
    ] as [(String, [String], [CompletionKind: String]?)])
  func `a route gives the values in a matching path`(
    pattern: String, path: [String], values: [CompletionKind: String]?
  ) {
    #expect(PlaceRoute(pattern).values(of: path) == values)
    #expect(PlaceRoute(pattern).problem == nil)
  }

  @Test func `a route gives the values in the beginning of a path too`() {
    let route = PlaceRoute("a/{a.id}/b/{b.id}")
    #expect(route.values(of: ["a", "1"], isBeginning: true) == ["a.id": "1"])
    #expect(route.values(of: [], isBeginning: true) == [:])
    #expect(route.values(of: ["b"], isBeginning: true) == nil)
  }

  @Test(
    arguments: [
      ("", "the place '' is not a path such as 'orders/{orders.id}'"),
      ("/orders", "the place '/orders' is not a path such as 'orders/{orders.id}'"),
      ("orders/", "the place 'orders/' is not a path such as 'orders/{orders.id}'"),
      ("orders/..", "the place 'orders/..' is not a path such as 'orders/{orders.id}'"),
      ("orders/{a", "the place 'orders/{a' is not a path such as 'orders/{orders.id}'"),
      ("orders/{}", "the place 'orders/{}' needs a different completion kind in each {…}"),
      (
        "orders/{a}/{a}", "the place 'orders/{a}/{a}' needs a different completion kind in each {…}"
      ),
      ("{orders.id}", "the place '{orders.id}' must begin with a word"),
    ])
  func `a route pattern that no path can match is an error`(pattern: String, problem: String) {
    #expect(PlaceRoute(pattern).problem == problem)
  }

  @Test func `a route's check gets the path's values`() async throws {
    var asked: [String] = []
    let route = PlaceRoute("a/{a.id}") { asked.append("\($0.path) \($0["a.id"])") }
    try await route.check(Place("a/1", ["a.id": "1"]))
    #expect(asked == ["a/1 1"])
  }
}
