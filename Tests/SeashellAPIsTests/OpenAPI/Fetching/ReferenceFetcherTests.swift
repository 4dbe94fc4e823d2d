import FoundationEssentials
import Glibc
import SeashellTesting
import TestSupport
import Testing
import WebMessages

@testable import SeashellAPIs

@Suite(.mayBlock) struct ReferenceFetcherTests {
  /// The references in a test's text, which are its words.
  private static func words(_ bytes: [UInt8], _: DescriptionLocation) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
  }

  private func documents(
    of text: String, at address: String, on site: StubSite, agreed: [String] = [],
    count: Int = ReferenceFetcher.maximumCount, size: Int = DescriptionFetcher.maximumSize
  ) async throws -> ReferencedDocuments {
    let base = try url(address)
    let fetcher = ReferenceFetcher(
      typed: base, agreedOrigins: Set(try agreed.map(origin)), maximumCount: count,
      maximumSize: size
    ) { [transport = site.transport] _ in transport }
    return try await fetcher.documents(
      for: Array(text.utf8), at: .url(base), references: Self.words)
  }

  private func error(_ body: () async throws -> Void) async -> DescriptionFetchError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? DescriptionFetchError
    }
  }

  @Test func `all documents are fetched, with those that they refer to, each once`() async throws {
    let site = StubSite([
      "https://api.test/d/a.json": .text("b.json#/x ../d/./a.json openapi.json#/y"),
      "https://api.test/d/b.json": .text("#/here /root.json b.json"),
      "https://api.test/root.json": .text("d/a.json"),
    ])
    let documents = try await documents(
      of: "a.json#/one a.json#/two #/three /root.json", at: "https://api.test/d/openapi.json",
      on: site)
    #expect(
      site.requested == [
        "https://api.test/d/a.json", "https://api.test/root.json", "https://api.test/d/b.json",
      ])
    #expect(documents.count == 3)
    for request in site.transport.requests { #expect(request.headers.map(\.name) == ["Accept"]) }

    let base = DescriptionLocation.url(try url("https://api.test/d/openapi.json"))
    let first = try #require(try documents.document("a.json#/one", from: base))
    #expect(first.location == .url(try url("https://api.test/d/a.json")))
    let second = try #require(try documents.document("b.json#/x", from: first.location))
    #expect(String(decoding: second.bytes, as: UTF8.self) == "#/here /root.json b.json")
    // The description itself, referred to by a fragment or by its name.
    #expect(try documents.document("#/three", from: base) == nil)
    #expect(try documents.document("openapi.json#/y", from: first.location) == nil)
    #expect(throws: DescriptionFetchError.self) { try documents.document("c.json", from: base) }
  }

  @Test func `a redirected document is the base of its own references`() async throws {
    let site = StubSite([
      "https://api.test/a": .redirect("/deep/a"), "https://api.test/deep/a": .text("b"),
      "https://api.test/deep/b": .text(""),
    ])
    let documents = try await documents(of: "a", at: "https://api.test/openapi.json", on: site)
    let base = DescriptionLocation.url(try url("https://api.test/openapi.json"))
    let document = try #require(try documents.document("a", from: base))
    #expect(try documents.document("b", from: document.location)?.bytes.isEmpty == true)
  }

  @Test
  func `a redirected description's origin provides documents, but is not a host that was named`()
    async throws
  {
    let site = StubSite([
      "https://api.test/spec": .redirect("https://cdn.test/d/spec"),
      "https://cdn.test/d/spec": StubSite.openAPI, "https://cdn.test/d/a": .text(""),
    ])
    let found = try await site.found("https://api.test/spec")
    let fetcher = ReferenceFetcher(for: found, agreedOrigins: []) { settings in
      // Its name could lead to a private address by the time of the next request.
      #expect(settings.addresses.requiresPublicAddress(of: "cdn.test"))
      #expect(!settings.addresses.requiresPublicAddress(of: "api.test"))
      return site.transport
    }
    let documents = try await fetcher.documents(
      for: Array("a".utf8), at: found.location, references: Self.words)
    #expect(documents.count == 1)
    await #expect(throws: DescriptionFetchError.self) {
      try await fetcher.documents(
        for: Array("https://other.test/a".utf8), at: found.location, references: Self.words)
    }
  }

  @Test func `origins without the user's agreement are named but not requested`() async throws {
    let pages: [String: StubSite.Page] = [
      "https://api.test/a": .text("https://two.test/b"), "https://one.test/x": .text(""),
      "https://two.test/b": .text(""),
    ]
    let text = "https://one.test/x http://two.test:8080/y https://api.test/a https://one.test/z"
    let site = StubSite(pages)
    let first = await error {
      _ = try await documents(of: text, at: "http://api.test/openapi.json", on: site)
    }
    #expect(first?.code == .foreign)
    #expect(
      first?.origins.map(\.description) == [
        "https://one.test", "http://two.test:8080", "https://api.test",
      ])
    #expect(
      first?.description
        == "the description refers to documents on https://one.test and others,"
        + " which you have not agreed to")
    #expect(site.requested.isEmpty)

    let agreed = StubSite(pages)
    let later = await error {
      _ = try await documents(
        of: "https://one.test/x a", at: "https://api.test/openapi.json", on: agreed,
        agreed: ["https://one.test"])
    }
    #expect(later?.origins.map(\.description) == ["https://two.test"])
    #expect(agreed.requested == ["https://one.test/x", "https://api.test/a"])

    let whole = try await documents(
      of: "https://one.test/x a", at: "https://api.test/openapi.json", on: StubSite(pages),
      agreed: ["https://one.test", "https://two.test"])
    #expect(whole.count == 3)
  }

  @Test func `a redirect to an origin that the user has not approved is not followed`()
    async throws
  {
    let site = StubSite([
      "https://api.test/a": .redirect("https://one.test/x"), "https://one.test/x": .text(""),
    ])
    let error = await error {
      _ = try await documents(of: "a", at: "https://api.test/openapi.json", on: site)
    }
    #expect(error?.code == .foreign)
    #expect(error?.description == "https://api.test/a is redirected to https://one.test")
    #expect(error?.origins.map(\.description) == ["https://one.test"])
    #expect(site.requested == ["https://api.test/a"])
  }

  @Test(
    arguments: [
      ("a", .status(404), .status(404), "https://api.test/a answers with status 404"),
      (
        "a?key=1", .status(401), .needsCredential,
        "https://api.test/a needs a credential"
      ),
      ("a", .redirect("a"), .redirect, "https://api.test/a: the redirects form a loop"),
      (
        "a", .redirect("http://api.test/a"), .redirect,
        "https://api.test/a: the server redirects from https to http, which is not encrypted"
      ),
      (
        "a", .flood("", 2 << 20), .tooLarge,
        "the documents that the description refers to, up to https://api.test/a, are larger than"
          + " 1 MiB"
      ),
      (
        "a", .failure(TransportError(.unconnected, reason: "gone")), .unconnected, "gone"
      ),
      (
        "http://api.test/a", .text(""), .invalidAddress,
        "https://api.test/openapi.json refers to http://api.test, which is not encrypted"
      ),
      (
        "file:///etc/passwd", .text(""), .file,
        "https://api.test/openapi.json refers to a file; a description from the network must not"
      ),
      (
        "ftp://api.test/a", .text(""), .invalidAddress,
        "'ftp://api.test/a' is not an address; use http:// or https://"
      ),
      (
        "//u:p@api.test/a", .text(""), .invalidAddress,
        "an address must not contain a user name or a password"
      ),
    ] as [(String, StubSite.Page, DescriptionFetchError.Code, String)])
  func `a document that cannot be fetched is reported with its address`(
    reference: String, page: StubSite.Page, code: DescriptionFetchError.Code, reason: String
  ) async throws {
    let site = StubSite(["https://api.test/a": page, "https://api.test/a?key=1": page])
    let error = await error {
      _ = try await documents(
        of: reference, at: "https://api.test/openapi.json", on: site, size: 1 << 20)
    }
    #expect(error?.code == code)
    #expect(error?.description == reason)
  }

  @Test func `the number and the size of all documents together are bounded`() async throws {
    var pages: [String: StubSite.Page] = [:]
    for number in 0..<100 { pages["https://api.test/\(number)"] = .text("\(number + 1)") }
    let site = StubSite(pages)
    let many = await error {
      _ = try await documents(of: "0", at: "https://api.test/openapi.json", on: site)
    }
    #expect(many?.code == .tooMany)
    #expect(many?.description == "the description refers to more than 64 other documents")
    #expect(site.requested.count == 64)

    let piece = String(repeating: "x", count: 1 << 16)
    let large = await error {
      _ = try await documents(
        of: "1 2 3", at: "https://api.test/openapi.json",
        on: StubSite(
          ["1", "2", "3"].reduce(into: [:]) { $0["https://api.test/\($1)"] = .text("\(piece)") }),
        size: 3 << 15)
    }
    #expect(large?.code == .tooLarge)
  }

  // MARK: Files

  private func documents(
    of text: String, in folder: TemporaryFolder, _ path: String = "api/openapi.yaml"
  ) async throws -> ReferencedDocuments {
    let site = StubSite([:])
    let fetcher = ReferenceFetcher(typed: nil) { [transport = site.transport] _ in transport }
    let documents = try await fetcher.documents(
      for: Array(text.utf8), at: .file(folder.path + "/" + path), references: Self.words)
    #expect(site.requested.isEmpty)
    return documents
  }

  @Test func `files in the folder of the description and below are read`() async throws {
    let folder = try Self.tree()
    let documents = try await documents(
      of: "./a%20b.yaml#/x sub/../sub/c.json sub/c.json openapi.yaml", in: folder)
    #expect(documents.count == 3)
    let base = DescriptionLocation.file(folder.path + "/api/./openapi.yaml")
    let first = try #require(try documents.document("a%20b.yaml", from: base))
    #expect(String(decoding: first.bytes, as: UTF8.self) == "sub/d.yaml openapi.yaml#/z")
    #expect(try documents.document("sub/d.yaml", from: first.location) != nil)
    #expect(try documents.document("openapi.yaml#/z", from: first.location) == nil)
    let path = "file://" + folder.path + "/api/sub/c.json"
    #expect(try await self.documents(of: path, in: folder).count == 1)
    #expect(try await self.documents(of: folder.path + "/api/sub/c.json", in: folder).count == 1)
  }

  @Test(arguments: [
    "../secret", "sub/../../secret", "%2e%2e/secret", "link", "sub/away/secret", "/etc/hostname",
    "file:///etc/hostname", "file:///proc/self/environ", "file://localhost/etc/hostname",
  ])
  func `a file outside the description's folder is not read, whatever leads to it`(
    reference: String
  ) async throws {
    let folder = try Self.tree()
    let error = await error { _ = try await documents(of: reference, in: folder) }
    #expect(error?.code == .file)
    #expect(error?.description.contains("is not in the description's folder") == true)
  }

  @Test(arguments: ["none.yaml", "sub", "pipe", "a\u{0}b", "//host/x", "file://host/x", "%00"])
  func `a reference to something other than a file is reported`(reference: String) async throws {
    let folder = try Self.tree()
    #expect(mkfifo(folder.path + "/api/pipe", 0o600) == 0)
    let error = await error { _ = try await documents(of: reference, in: folder) }
    #expect(error?.code == .file || error?.code == .invalidAddress, "\(reference)")
  }

  @Test func `a file refers to the network only where the user has agreed`() async throws {
    let folder = try Self.tree()
    let site = StubSite([
      "https://one.test/x": .text("y"), "https://one.test/y": .text("file:///etc/hostname"),
    ])
    for (agreed, code) in [([], .foreign), (["https://one.test"], .file)]
      as [([String], DescriptionFetchError.Code)]
    {
      let fetcher = ReferenceFetcher(typed: nil, agreedOrigins: Set(try agreed.map(origin))) {
        #expect($0.addresses == .public(allowingHosts: []))
        return site.transport
      }
      let error = await error {
        _ = try await fetcher.documents(
          for: Array("https://one.test/x".utf8), at: .file(folder.path + "/api/openapi.yaml"),
          references: Self.words)
      }
      #expect(error?.code == code)
    }
    #expect(site.requested == ["https://one.test/x", "https://one.test/y"])
  }

  /// A folder `api` with files, next to a file that must not be reached.
  private static func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["api", "api/sub", "other"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try folder.write("secret", "")
    try folder.write("other/secret", "")
    try folder.write("api/a b.yaml", "sub/d.yaml openapi.yaml#/z")
    try folder.write("api/sub/c.json", "")
    try folder.write("api/sub/d.yaml", "../openapi.yaml")
    symlink("../secret", folder.file("api/link"))
    symlink("../../other", folder.file("api/sub/away"))
    return folder
  }
}
