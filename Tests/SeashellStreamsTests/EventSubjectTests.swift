import CoreEvents
import Testing
import WebAPI

@testable import SeashellStreams

/// Where in a stream an event goes.
@Suite struct EventSubjectTests {
  private let subjects = EventSubject(environment: EnvironmentID(api: "shop", name: "live"))

  @Test(
    arguments: [
      ("api.data.inserted", "products", "p-7", "api.data.inserted.products.p-7"),
      (
        "api.data.updated", "products/p-7/reviews", "r-1",
        "api.data.updated.products.p-7.reviews.r-1"
      ),
      ("api.data.invalidated", nil, nil, "api.data.invalidated._"),
      ("orders.shipped", nil, "ä.*> b", "orders.shipped.=C3=A4=2E=2A=3E=20b"),
      ("a.b", "products", String(repeating: "x", count: 1_000), "a.b._"),
    ] as [(String, String?, String?, String)])
  func `an event has one subject`(name: String, resource: String?, id: String?, subject: String) {
    #expect(
      subjects.subject(of: name, resource: resource, id: id) == "seashell.shop.live.\(subject)")
  }

  @Test func `a pattern has the subjects of its events`() {
    #expect(subjects.subjects(of: .all) == "seashell.shop.live.>")
    #expect(
      subjects.subjects(of: .exactly("orders.shipped")) == "seashell.shop.live.orders.shipped.>")
    #expect(subjects.subjects(of: .under("api.data.")) == "seashell.shop.live.api.data.>")
  }
}
