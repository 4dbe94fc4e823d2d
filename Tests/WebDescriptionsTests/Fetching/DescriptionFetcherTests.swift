import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

@testable import WebDescriptions

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
    #expect(site.transport.requests.count == 9)
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
    let names = ["/openapi.json", "/openapi.yaml", "/swagger.json", "/v3/api-docs"]
    let expected = (base.isEmpty ? [""] : [base, ""]).flatMap { folder in
      names.map { "https://api.test\(folder)\($0)" }
    }
    #expect(Array(site.requested.dropFirst()) == expected)
    #expect(absence.tries.map(\.url.absoluteString) == site.requested)
    #expect(absence.tries.allSatisfy { $0.result == .status(404) })
  }

  @Test(arguments: [
    "openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs",
  ])
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

  @Test(
    arguments: [
      ("https://api.test/", "https://api.test/: the redirects form a loop"),
      (
        "http://api.test/y",
        "https://api.test/: the server redirects from https to http, which is not encrypted"
      ),
      (
        "file:///etc/passwd",
        "https://api.test/: the server redirects to an unsupported scheme, 'file'"
      ),
      (
        "https://dead.test/",
        "https://api.test redirects to https://dead.test: dead.test is refused"
      ),
      ("/many", "more than 5 redirects in a row from https://api.test"),
    ] as [(String, String)])
  func `a redirect that is not followed is recorded with its reason`(target: String, reason: String)
    async throws
  {
    var pages: [String: StubSite.Page] = [
      "https://api.test/": .redirect(target),
      "https://dead.test/": .failure(
        TransportError(.unconnected, reason: "dead.test is refused", isLasting: true)),
      "https://api.test/many": .redirect("/1"),
    ]
    for number in 1...10 {
      pages["https://api.test/\(number)"] = .redirect("/\(number + 1)")
    }
    let site = StubSite(pages)
    let absence = try await site.absence("https://api.test/")
    #expect(absence.tries.first?.result == .redirect(reason))
    #expect(!site.requested.contains { $0.hasPrefix("http:") || $0.hasPrefix("file:") })
    #expect(site.requested.filter { $0.hasSuffix("/6") || $0.hasSuffix("/5") }.isEmpty)

    // If the URL names a document, no other places are tried.
    pages["https://api.test/spec.json"] = pages["https://api.test/"]
    if target == "https://api.test/" {
      pages["https://api.test/spec.json"] = .redirect("spec.json")
    }
    let error = await StubSite(pages).error("https://api.test/spec.json")
    #expect(error?.code == .redirect)
  }

  @Test func `five redirects in a row are followed`() async throws {
    var pages = ["https://api.test/6.json": StubSite.openAPI]
    for number in 1...5 {
      pages["https://api.test/\(number).json"] = .redirect("\(number + 1).json")
    }
    let found = try await StubSite(pages).found("https://api.test/1.json")
    #expect(found.url.absoluteString == "https://api.test/6.json")
    #expect(found.foreignOrigins.isEmpty)
  }

  @Test func `a redirect to another origin is followed for the text, and reported`() async throws {
    let site = StubSite([
      "http://api.test/spec": .redirect("https://api.test/spec", status: 308),
      "https://api.test/spec": .redirect("//cdn.test/spec"),
      "https://cdn.test/spec": .redirect("https://api.test/last"),
      "https://api.test/last": StubSite.openAPI,
    ])
    let found = try await site.found("http://api.test/spec")
    #expect(found.url.absoluteString == "https://api.test/last")
    #expect(found.typedOrigin.description == "http://api.test")
    #expect(found.foreignOrigins.map(\.description) == ["https://api.test", "https://cdn.test"])
    for request in site.transport.requests { #expect(request.headers.map(\.name) == ["Accept"]) }
  }

  @Test func `a link to a description is followed at the typed origin`() async throws {
    for (links, route) in [
      (["</d>; rel=\"service-desc\""], "service-desc"), (["<d>; rel=describedby"], "describedby"),
      (["</schema>; rel=describedby", "</d>; rel=describedby"], "describedby"),
      (["</x>; rel=describedby, </d>; rel=\"help service-desc\""], "service-desc"),
      (["<https://api.test:443/d>; rel=service-desc"], "service-desc"),
    ] {
      for page in [
        StubSite.Page.text("<p>", type: "text/html", links: links), .status(401, links: links),
      ] {
        let address = links[0].contains(":443") ? "https://api.test:443/d" : "https://api.test/d"
        let site = StubSite([
          "https://api.test/v1": page, "https://api.test/schema": .text(#"{"type":"object"}"#),
          address: StubSite.openAPI, "https://api.test/v1/openapi.json": StubSite.openAPI,
        ])
        let found = try await site.found("https://api.test/v1")
        #expect(found.url.absoluteString == address)
        #expect(found.route == .link(relation: route))
        #expect(!site.requested.contains("https://api.test/v1/openapi.json"))
      }
    }
  }

  @Test func `a link to another origin is reported, and requested only if the user has agreed`()
    async throws
  {
    let links = [
      "<https://evil.test/d>; rel=service-desc", "<http://api.test/d>; rel=service-desc",
      "<file:///etc/passwd>; rel=service-desc", "<https://u:p@api.test/d>; rel=describedby",
      "<https://api.test:8443/d>; rel=describedby", "<https://evil.test/d>; rel=describedby",
    ]
    let pages: [String: StubSite.Page] = [
      "https://api.test/": .text("{}", links: links), "https://evil.test/d": StubSite.openAPI,
    ]
    let site = StubSite(pages)
    let absence = try await site.absence("https://api.test/")
    let offered = ["https://evil.test/d", "https://api.test:8443/d"]
    #expect(absence.offeredElsewhere.map(\.absoluteString) == offered)
    #expect(site.requested.allSatisfy { $0.hasPrefix("https://api.test/") })

    let found = try await StubSite(pages).found("https://api.test/", agreed: ["https://evil.test"])
    #expect(found.url.absoluteString == "https://evil.test/d")
    #expect(found.typedOrigin.description == "https://api.test")
    #expect(found.foreignOrigins.map(\.description) == ["https://evil.test"])
  }

  @Test(arguments: [401, 403])
  func `a description that needs a credential is reported, unless everything is refused`(
    status: Int
  )
    async throws
  {
    let reason =
      " needs a credential, and none is sent for a description; save it to a file and give that"
    let document = await StubSite(["https://api.test/spec.yaml?key=hunter2": .status(status)])
      .error("https://api.test/spec.yaml?key=hunter2")
    #expect(document?.code == .needsCredential)
    #expect(document?.description == "https://api.test/spec.yaml" + reason)

    let guessed = await StubSite(["https://api.test/openapi.yaml": .status(status)])
      .error("https://api.test/")
    #expect(guessed?.description == "https://api.test/openapi.yaml" + reason)

    let base = try await StubSite(["https://api.test/": .status(status)]).absence(
      "https://api.test/")
    #expect(base.tries.contains { $0.needsCredential })

    let refusing = StubTransport { _ in HTTPResponse(status: status) }
    let search = try await DescriptionFetcher { _ in refusing }.find(
      at: try url("https://api.test/"))
    guard case .none(let absence) = search else { return #expect(Bool(false)) }
    #expect(absence.tries.allSatisfy { $0.needsCredential } && absence.tries.count == 5)
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
