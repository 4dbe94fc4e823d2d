import FoundationEssentials
import SeashellTesting
import Testing

@testable import SeashellAPIs

@Suite struct APICatalogTests {
  private static let catalog = "https://api.test/.well-known/api-catalog"

  private static func site(_ linkset: String, _ pages: [String: StubSite.Page] = [:]) -> StubSite {
    StubSite(
      pages.merging([catalog: .text(#"{"linkset":\#(linkset)}"#, type: "application/linkset+json")])
      { $1 })
  }

  private static let two = #"""
    [{"anchor":"https://api.test/a/","service-desc":[{"href":"/docs/a","type":"application/json"}]},
     {"anchor":"/b","service-desc":[{"href":"https://api.test/docs/b"}]}]
    """#

  @Test(
    arguments: [
      (#"[{"anchor":"/v1","service-desc":[{"href":"/docs/a"}]}]"#, "", "docs/a"),
      (#"[{"service-desc":[{"href":"../docs/a"}]}]"#, "v1", "docs/a"),
      (two, "a", "docs/a"), (two, "b/", "docs/b"),
      (#"[{"anchor":"/.well-known/api-catalog","item":[{"href":"/a"}]}]"#, "", "docs/linked"),
    ] as [(String, String, String)])
  func `the catalogue leads to the description of the typed API`(
    linkset: String, typed: String, description: String
  ) async throws {
    let site = Self.site(
      linkset,
      [
        "https://api.test/docs/a": StubSite.openAPI, "https://api.test/docs/b": StubSite.openAPI,
        "https://api.test/a": .text("{}", links: ["</docs/linked>; rel=service-desc"]),
        "https://api.test/docs/linked": StubSite.openAPI,
      ])
    let found = try await site.found("https://api.test/\(typed)")
    if typed != "a" { #expect(found.url.absoluteString == "https://api.test/\(description)") }
  }

  @Test(arguments: [
    two, #"[{"item":[{"href":"/a"},{"href":"/b"}]}]"#, "{}", "[1,{}]", "null",
    #"[{"service-desc":[{"href":"file:///etc/passwd"}]}]"#, #"[{"service-desc":{"href":"/a"}}]"#,
  ])
  func `a catalogue of several APIs, or one that cannot be read, leads nowhere`(linkset: String)
    async throws
  {
    let site = Self.site(linkset)
    let absence = try await site.absence("https://api.test/")
    #expect(site.requested.count == 14 && absence.offeredElsewhere.isEmpty)
  }

  @Test(arguments: [
    #"[{"anchor":"/orders","service-desc":[{"href":"/docs/a"}]}]"#,
    #"[{"item":[{"href":"/orders"}]}]"#,
  ])
  func `the only API of a catalogue is not taken for one at another path`(linkset: String)
    async throws
  {
    let site = Self.site(linkset, ["https://api.test/docs/a": StubSite.openAPI])
    _ = try await site.absence("https://api.test/payments")
    #expect(!site.requested.contains("https://api.test/docs/a"))
    #expect(!site.requested.contains("https://api.test/orders"))
  }

  @Test func `a description that the catalogue has on another origin is named, not requested`()
    async throws
  {
    let site = Self.site(#"[{"service-desc":[{"href":"https://other.test/d"}]}]"#)
    let absence = try await site.absence("https://api.test/")
    #expect(absence.offeredElsewhere.map(\.absoluteString) == ["https://other.test/d"])
    #expect(site.requested.allSatisfy { $0.hasPrefix("https://api.test/") })
  }

  @Test(
    arguments: [
      .redirect("https://other.test/"), .status(401), .flood("{", 2 << 20),
      .text("<!doctype html>"),
    ] as [StubSite.Page])
  func `a catalogue that does not come is no error`(page: StubSite.Page) async throws {
    let site = StubSite([
      Self.catalog: page, "https://api.test/swagger.json": StubSite.openAPI,
    ])
    let found = try await site.found("https://api.test/")
    #expect(found.url.absoluteString == "https://api.test/swagger.json")
    #expect(site.requested.allSatisfy { $0.hasPrefix("https://api.test/") })
  }
}
