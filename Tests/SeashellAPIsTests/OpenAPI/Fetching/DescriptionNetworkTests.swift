import FaultServer
import FoundationEssentials
import TestSupport
import Testing
import WebCurl
import WebMessages

@testable import SeashellAPIs

/// Descriptions from real servers, all on this machine.
@Suite(.mayBlock) struct DescriptionNetworkTests {
  private static let openAPI = FaultAnswer.json(#"{"openapi":"3.1.0"}"#)

  private func find(
    _ address: String, agreed: [String] = [], limit: Duration = DescriptionFetcher.limit
  ) async throws -> DescriptionSearch {
    try await DescriptionFetcher(agreedOrigins: Set(try agreed.map(origin)), limit: limit) {
      CurlTransport($0)
    }.find(at: try url(address))
  }

  private func references(
    _ text: String, at address: String, agreed: [String] = [], maximumSize: Int = 1 << 20
  ) async throws -> ReferencedDocuments {
    let base = try url(address)
    return try await ReferenceFetcher(
      typed: base, agreedOrigins: Set(try agreed.map(origin)), maximumSize: maximumSize
    ) { CurlTransport($0) }
    .documents(for: Array(text.utf8), at: .url(base)) { bytes, _ in
      String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    }
  }

  @Test func `a description is found on a local server that the user typed`() async throws {
    let server = try FaultServer { request in
      request.target == "/v1/swagger.json" ? .gzip(#"{"swagger":"2.0"}"#) : .html(status: 404)
    }
    for host in ["127.0.0.1", "localhost"] {
      guard case .found(let found) = try await find("http://\(host):\(server.port)/v1") else {
        Issue.record("not found")
        continue
      }
      #expect(found.bytes == Array(#"{"swagger":"2.0"}"#.utf8))
      #expect(found.url.absoluteString == "http://\(host):\(server.port)/v1/swagger.json")
    }
    #expect(
      server.requests.map(\.target).prefix(5) == [
        "/v1", "/.well-known/api-catalog", "/v1/openapi.json", "/v1/openapi.yaml",
        "/v1/swagger.json",
      ])
    for request in server.requests {
      #expect(request.header("Authorization") == nil && request.header("Cookie") == nil)
      #expect(request.header("Accept")?.contains("application/vnd.oai.openapi+json") == true)
    }
  }

  /// Names and spellings of this machine other than 127.0.0.1.
  ///
  /// Even without the rule, a connection to them stays on this machine.
  private static let spellings = [
    "localhost", "api.localhost", "127.0.0.2", "2130706433", "0x7f000001", "0177.0.0.1", "127.1",
    "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
  ]

  @Test(arguments: spellings)
  func `a server may not send a search to another name of this machine`(host: String) async throws {
    let victim = try FaultServer(Self.openAPI)
    let server = try FaultServer { request in
      request.target == "/spec"
        ? .redirect(to: "http://\(host):\(victim.port)/secret") : .status(404)
    }
    guard case .none(let absence) = try await find(server.url + "/spec") else {
      Issue.record("it was found")
      return
    }
    guard case .redirect(let reason)? = absence.tries.first?.result else {
      Issue.record("\(absence.tries)")
      return
    }
    #expect(reason.contains("did not connect to ") && reason.contains("its address "))
    #expect(victim.record.opened == 0)
  }

  @Test(arguments: spellings)
  func `a description may not refer to another name of this machine, even if agreed to`(
    host: String
  ) async throws {
    let victim = try FaultServer(.json("{}"))
    let server = try FaultServer(.redirect(to: "http://\(host):\(victim.port)/"))
    let foreign = "http://\(host):\(victim.port)"
    for reference in ["\(foreign)/secret", "/redirected"] {
      let error = await #expect(throws: DescriptionFetchError.self) {
        try await references(reference, at: server.url + "/openapi.json", agreed: [foreign])
      }
      #expect(error?.description.contains("did not connect to ") == true)
    }
    #expect(victim.record.opened == 0)
  }

  @Test func `the host that was typed may redirect to its other ports`() async throws {
    let other = try FaultServer(Self.openAPI)
    let server = try FaultServer(.redirect(to: other.url + "/spec"))
    guard case .found(let found) = try await find(server.url) else {
      Issue.record("not found")
      return
    }
    #expect(found.foreignOrigins.map(\.description) == [other.url])
    #expect(found.typedOrigin.description == server.url)
  }

  @Test func `a small body that unpacks to a large one is not read to its end`() async throws {
    let server = try FaultServer(.bomb(1 << 30))
    let error = await #expect(throws: DescriptionFetchError.self) {
      try await references("/bomb", at: server.url + "/openapi.json")
    }
    #expect(error?.code == .tooLarge)
    try await server.end()
    #expect(server.record.sent < 1 << 20)
  }

  @Test(arguments: [
    FaultAnswer.silence, .trickle(.json(#"{"openapi":"3.1.0"}"#), every: 200),
  ])
  func `a server that takes too long ends the search`(answer: FaultAnswer) async throws {
    let server = try FaultServer(answer)
    let error = await #expect(throws: DescriptionFetchError.self) {
      try await find(server.url, limit: .milliseconds(300))
    }
    #expect(error?.code == .unconnected || error?.code == .late)
    try await server.end()
  }

  @Test func `an unreachable server is reported in one line`() async throws {
    let port = try FaultServer.deadPort()
    let error = await #expect(throws: DescriptionFetchError.self) {
      try await find("http://127.0.0.1:\(port)/v1")
    }
    #expect(error?.code == .unconnected)
    #expect(error?.description == "127.0.0.1:\(port) refused the connection")
  }
}
