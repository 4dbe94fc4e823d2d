import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

@testable import SeashellAPIs

/// Redirects and links to a description, and servers that want a credential.
@Suite struct DescriptionRedirectTests {
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
  func `a typed description that needs a credential is reported, and no other place is tried`(
    status: Int
  ) async throws {
    for name in ["spec.yaml?key=hunter2", "openapi.json", "_openapi", "api/schema/", "v3/api-docs"]
    {
      let site = StubSite([
        "https://api.test/\(name)": .status(status),
        "https://api.test/v1/openapi.json": StubSite.openAPI,
      ])
      let error = await site.error("https://api.test/\(name)")
      let shown = name.prefix { $0 != "?" }
      #expect(error?.code == .needsCredential)
      #expect(error?.description == "https://api.test/\(shown) needs a credential")
      #expect(site.requested == ["https://api.test/\(name)"])
    }
    // So is any URL that was a description before.
    let site = StubSite([
      "https://api.test/v1": .status(status), "https://api.test/openapi.json": StubSite.openAPI,
    ])
    let fetcher = DescriptionFetcher { [transport = site.transport] _ in transport }
    await #expect(throws: DescriptionFetchError.needsCredential(try url("https://api.test/v1"))) {
      try await fetcher.find(at: try url("https://api.test/v1"), isDescription: true)
    }
  }

  @Test(arguments: [401, 403])
  func `a guessed place that needs a credential is no description`(status: Int) async throws {
    let guessed = try await StubSite(["https://api.test/openapi.yaml": .status(status)])
      .absence("https://api.test/")
    #expect(
      guessed.notes(at: try url("https://api.test/")) == [
        "https://api.test/ answers 404; is the address right?",
        "https://api.test/openapi.yaml may be a description, which needs a credential:"
          + " --header NAME:VALUE",
      ])

    let refusing = StubTransport { _ in HTTPResponse(status: status) }
    let search = try await DescriptionFetcher { _ in refusing }.find(
      at: try url("https://api.test/"))
    guard case .none(let absence) = search else { return #expect(Bool(false)) }
    #expect(absence.tries.allSatisfy { $0.needsCredential } && absence.tries.count == 13)
    #expect(
      absence.notes(at: try url("https://api.test/")) == [
        "https://api.test/ answers \(status): it needs a credential, which 'auth' in config.json gives"
      ])
  }

  @Test(
    arguments: [
      (.text("{}"), []),
      (
        .text("<!doctype html>", type: "text/html"),
        ["https://api.test/v1 is a web page, not an API's answer; is the address right?"]
      ),
      (.status(404), ["https://api.test/v1 answers 404; is the address right?"]),
      (.status(502), ["https://api.test/v1 answers 502; is the address right?"]),
      (.redirect("/v1"), ["https://api.test/v1: the redirects form a loop"]),
    ] as [(StubSite.Page, [String])])
  func `what is found instead of a description is noted`(page: StubSite.Page, notes: [String])
    async throws
  {
    let typed = "https://api.test/v1"
    #expect(try await StubSite([typed: page]).absence(typed).notes(at: try url(typed)) == notes)
  }
}
