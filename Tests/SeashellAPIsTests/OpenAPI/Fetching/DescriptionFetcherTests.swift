import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

@testable import SeashellAPIs

@Suite struct DescriptionFetcherTests {
  private static let html = StubSite.Page.text("<!doctype html>", type: "text/html; charset=utf-8")

  @Test func `a description at the typed URL is used`() async throws {
    let site = StubSite(["https://api.test/v1/spec?key=1": StubSite.openAPI])
    let found = try await site.found("https://api.test/v1/spec?key=1#part")
    #expect(found.bytes == Array(#"{"openapi":"3.1.0","paths":{}}"#.utf8))
    #expect(found.format == .json)
    #expect(found.url.absoluteString == "https://api.test/v1/spec?key=1")
    #expect(found.shownURL == "https://api.test/v1/spec")
    #expect(found.typedOrigin == (try origin("https://api.test")))
    #expect(found.mediaType == "application/json")
    #expect(found.route == .typed)
    #expect(found.foreignOrigins.isEmpty && found.offeredElsewhere.isEmpty)
    #expect(site.requested == ["https://api.test/v1/spec?key=1"])
  }

  @Test func `a request for a description has no credential or cookie, and accepts both formats`()
    async throws
  {
    let site = StubSite([:])
    _ = try await site.absence("https://api.test/v1")
    #expect(site.transport.requests.count == 26)
    for request in site.transport.requests {
      #expect(request.method == .get && request.body == nil)
      #expect(request.headers.map(\.name) == ["Accept"])
      let accepted = request.headers.list("Accept")
      #expect(accepted.contains("application/vnd.oai.openapi+json"))
      #expect(accepted.contains("application/yaml"))
      let limit = try #require(request.timeLimit)
      #expect(limit > .zero && limit <= DescriptionFetcher.limit)
    }
  }

  @Test func `the transport may reach private addresses on the typed host alone`() async throws {
    let site = StubSite([:])
    for (typed, host) in [
      ("http://127.0.0.1:8080/v1", "127.0.0.1"), ("https://Shop.test", "Shop.test"),
      ("http://[::1]:1/", "[::1]"),
    ] {
      let fetcher = DescriptionFetcher { settings in
        #expect(settings.addresses.requiresPublicAddress(of: "other.test"))
        #expect(!settings.addresses.requiresPublicAddress(of: host))
        #expect(settings.totalTimeout == DescriptionFetcher.limit)
        return site.transport
      }
      _ = try await fetcher.find(at: try url(typed))
    }
  }

  @Test(
    arguments: [
      ("https://api.test", ""), ("https://api.test/", ""), ("https://api.test/v1", "/v1"),
      ("https://api.test/v1/?a=b", "/v1"), ("https://api.test/a%20b/c/", "/a%20b/c"),
      ("https://api.test/v1/docs.json", "/v1"),
    ] as [(String, String)])
  func `the usual places are below the base URL, and then at the root`(typed: String, base: String)
    async throws
  {
    let site = StubSite([:])
    let absence = try await site.absence(typed)
    let names = Self.usualPlaces.map { "/\($0)" }
    let expected = (base.isEmpty ? [""] : [base, ""]).flatMap { folder in
      names.map { "https://api.test\(folder)\($0)" }
    }
    #expect(site.requested[1] == "https://api.test/.well-known/api-catalog")
    #expect(Array(site.requested.dropFirst(2)) == expected)
    #expect(absence.tries.map(\.url.absoluteString) == [site.requested[0]] + expected)
    #expect(absence.tries.allSatisfy { $0.result == .status(404) })
  }

  private static let usualPlaces = [
    "openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs", "swagger/v1/swagger.json",
    "openapi/v1.json", "api/schema/", "schema/", "__api__", "openapi", "v2/api-docs",
    "api/openapi.json",
  ]

  @Test(arguments: usualPlaces)
  func `the first of the usual places that has a description ends the search`(place: String)
    async throws
  {
    for folder in ["https://api.test/v1/", "https://api.test/"] {
      let page =
        place.hasSuffix("yaml")
        ? StubSite.Page.text("# ours\nopenapi: 3.1.0\n", type: "text/plain") : StubSite.openAPI
      let site = StubSite(["https://api.test/v1": Self.html, folder + place: page])
      let found = try await site.found("https://api.test/v1")
      #expect(found.url.absoluteString == folder + place)
      #expect(found.route == .usualPlace)
      #expect(found.format == (place.hasSuffix("yaml") ? .yaml : .json))
      #expect(site.requested.last == folder + place)
    }
  }

  @Test(
    arguments: [
      .text("<!doctype html>", type: "text/html"), .text("<!doctype html>"), .text("{}"),
      .text("[1]"), .text("Welcome"), .text(""), .text(#"{"openapi":"/openapi.json"}"#),
      .text("{\"openapi\":\"3.0.0\"}", type: "text/html"), .status(401), .status(403),
      .status(500), .status(204), .redirect("/"), .redirect("/login"),
      .redirect("http://api.test/"),
      .redirect("ftp://api.test/x"), .redirect("//u:p@api.test/"),
    ] as [StubSite.Page])
  func `the usual places are searched whatever is at the base URL`(page: StubSite.Page)
    async throws
  {
    let site = StubSite([
      "https://api.test/": page, "https://api.test/login": .redirect("/"),
      "https://api.test/openapi.json": StubSite.openAPI,
    ])
    let found = try await site.found("https://api.test/")
    #expect(found.url.absoluteString == "https://api.test/openapi.json")
  }

  @Test func `a server that is not reached ends the search at once`() async throws {
    let failure = TransportError(.unconnected, reason: "api.test:443 refused the connection")
    for pages in [
      ["https://api.test/": StubSite.Page.failure(failure)],
      ["https://api.test/openapi.yaml": StubSite.Page.failure(failure)],
    ] {
      let site = StubSite(pages)
      let error = await site.error("https://api.test/")
      #expect(error?.code == .unconnected)
      #expect(error?.description == failure.reason)
      #expect(site.requested.last == pages.keys.first)
    }
  }

  @Test func `the total time of a search is limited`() async throws {
    let site = StubSite([:])
    let error = await site.error("https://api.test/", limit: .zero)
    #expect(error?.code == .late)
    #expect(site.requested.isEmpty)
  }

  @Test(arguments: [
    ("{\"a\":\"", true), ("openapi: 3.0.0\n# ", true), ("<p>", false), ("[", false),
  ])
  func `a text that is too large is reported, if it may be a description`(
    text: String, isTold: Bool
  )
    async throws
  {
    let site = StubSite(["https://api.test/spec": .flood(text, 2 << 20)])
    let error = await site.error("https://api.test/spec", maximumSize: 1 << 20)
    if isTold {
      #expect(error?.code == .tooLarge)
      #expect(error?.description == "https://api.test/spec is larger than 1 MiB")
    } else {
      #expect(error == nil)
    }
  }

  @Test func `a large description with its version at the end is found`() async throws {
    let text = "{\"a\":\"" + String(repeating: "0", count: 3 << 20) + "\",\"openapi\":\"3.0.0\"}"
    let found = try await StubSite(["https://api.test/spec": .text(text)])
      .found("https://api.test/spec")
    #expect(found.bytes.count == text.utf8.count)
  }

  @Test(arguments: [
    ("ftp://api.test/x", "'ftp://api.test/x' is not an address; use http:// or https://"),
    ("api.test/openapi.json", "'api.test/openapi.json' is not an address; use http:// or https://"),
    ("file:///etc/passwd", "'file:///etc/passwd' is not an address; use http:// or https://"),
    ("https://u:hunter2@api.test/", "an address must not contain a user name or a password"),
    ("https:///x", "the address has no host"),
  ])
  func `an address that is not http or https is refused`(typed: String, reason: String) async throws
  {
    let site = StubSite([:])
    let error = await site.error(typed)
    #expect(error?.code == .invalidAddress)
    #expect(error?.description == reason)
    #expect(site.requested.isEmpty)
  }
}
