import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import Synchronization
import Testing

@testable import APIPlugin

/// A service that a test can lose, or let fail.
private final class LosableService: Sendable {
  enum Mode {
    case there, lost
    /// The connection is lost in the middle of the body.
    case cut
    case failing(Int)
  }

  let mode = Mutex(Mode.there)
  let store = MemoryRecordStore()

  func become(_ mode: Mode) { self.mode.withLock { $0 = mode } }

  var transport: StubTransport {
    StubTransport { [self] request in
      switch mode.withLock(\.self) {
      case .there: return Self.response(to: request)
      case .lost: throw TransportError(.unconnected, reason: "refused")
      case .cut: return HTTPResponse(status: 200, headers: Self.json, body: Self.cutBody)
      case .failing(let status):
        return HTTPResponse(status: status, headers: Self.json, body: HTTPBody(Data("{}".utf8)))
      }
    }
  }

  private static let json: HTTPHeaders = ["Content-Type": "application/json"]

  private static var cutBody: HTTPBody {
    let isBegun = Mutex(false)
    return HTTPBody {
      let wasBegun = isBegun.withLock { isBegun in
        defer { isBegun = true }
        return isBegun
      }
      if wasBegun { throw TransportError(.cut, reason: "the connection was closed") }
      return Data(#"[{"name":"screw"},"#.utf8)
    }
  }

  private static func response(to request: HTTPRequest) -> HTTPResponse {
    var headers = json
    headers["Set-Cookie"] = "a=b"
    var body = HTTPBody(Data((#"[{"name":"bolt"},{"name":"nut"}]"# + "\n").utf8))
    switch request.url.lastPathComponent {
    case "pages":
      let isSecond = request.url.absoluteString.contains("cursor=1")
      let page =
        isSecond
        ? #"{"items":[{"name":"nut"}],"next_cursor":null}"#
        : #"{"items":[{"name":"bolt"}],"next_cursor":"1"}"#
      body = HTTPBody(Data("\(page)\n".utf8))
    case "text": (headers["Content-Type"], body) = ("text/plain", HTTPBody(Data("hello\n".utf8)))
    case "unstored": headers["Cache-Control"] = "no-store"
    case "feed": headers["Content-Type"] = "text/event-stream"
    case "lines": headers["Content-Type"] = "application/x-ndjson"
    case "large": (headers["Content-Type"], body) = ("text/plain", megabytes(5))
    case "binary":
      (headers["Content-Type"], body) = ("image/png", HTTPBody(Data([0x89, 0x50, 0xFF, 0xFE])))
    case "moved":
      return HTTPResponse(status: 302, headers: ["Location": "http://localhost/v1/list"])
    default: break
    }
    return HTTPResponse(status: 200, headers: headers, body: body)
  }

  /// A body whose length is not known before its end.
  private static func megabytes(_ count: Int) -> HTTPBody {
    let left = Mutex(count)
    return HTTPBody {
      left.withLock { left -> Data? in
        guard left > 0 else { return nil }
        left -= 1
        return Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
      }
    }
  }
}

/// Responses to `api get` that are stored for times without the service.
@MainActor
@Suite struct StoredResponseTests {
  private let service = LosableService()
  private let transport: StubTransport

  init() { transport = service.transport }

  private func harness(_ mode: OfflineMode = .auto) throws -> ShellHarness {
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store = service.store] _ in store },
      offline: mode)
    try harness.load(APIModule(harness.context))
    return harness
  }

  private var count: Int {
    get async throws { try await service.store.count(of: "responses") }
  }

  private func age() {
    service.store.date(all: Date().addingTimeInterval(-14.5 * 60))
  }

  @Test(arguments: [
    "api get list", "api get list -o json", "api get list -o csv", "api get list | get name",
    "api get list | where name = 'nut' | to jsonl",
    "let parts = api get list; print $parts[0].name",
    "api get text", "api get moved", "api get pages --all", "api get pages --all -o json",
    "api get pages --all | get name", "api get list --header 'X-Tenant: a' --query x=1",
  ])
  func `a response is written from the store when the service is lost, with its age`(
    line: String
  ) async throws {
    let harness = try harness()
    let online = await harness.run(line)
    #expect(online.status == 0 && !online.output.isEmpty, "\(online)")
    #expect(harness.console.notices.isEmpty)
    age()
    service.become(.lost)
    let offline = await harness.run(line)
    #expect(offline == online)
    let notice = "from 14 minutes ago; localhost is not reachable"
    #expect(
      harness.console.notices.last?.contains(notice) == true, "\(harness.console.notices)")
  }

  @Test func `the response of an added API is stored for that API`() async throws {
    let harness = try harness()
    let environment = try APIEnvironment("live", "http://k.test").qualified(by: "k")
    let client = harness.context.client.client(for: environment, of: "k")
    let context = ModuleContext(
      like: harness.context, for: EnvironmentRegistry([environment], client: client))
    harness.context.apis.add(StubProvider("k", context))
    let online = await harness.run("api get k:/buckets")
    #expect(online.status == 0, "\(online)")
    age()
    service.become(.lost)
    #expect(await harness.run("api get k:/buckets") == online)
    #expect(harness.console.notices.last == "from 14 minutes ago; k.test is not reachable")
    #expect(await harness.run("api get buckets").status == 5)
  }

  @Test func `--fresh and what is not stored fail without the service`() async throws {
    let harness = try harness()
    #expect(await harness.run("api get list").status == 0)
    service.become(.lost)
    let fresh = await harness.run("api get list --fresh")
    #expect(fresh.status == 5 && fresh.output.isEmpty, "\(fresh)")
    let unknown = await harness.run("api get text")
    #expect(unknown.status == 5 && unknown.output.isEmpty, "\(unknown)")
    #expect(unknown.errors.contains("nothing of it is stored here"), "\(unknown)")
  }

  @Test func `offline always sends no request`() async throws {
    let harness = try harness()
    let online = await harness.run("api get list")
    let count = transport.requests.count
    harness.context.offline.mode.value = .always
    #expect(await harness.run("api get list") == online)
    #expect(await harness.run("api get text").status == 5)
    #expect(transport.requests.count == count)
    #expect(await harness.run("api get text --fresh").status == 0)
    #expect(transport.requests.count == count + 1)
  }

  @Test func `offline never neither reads nor writes the store`() async throws {
    let harness = try harness(.never)
    #expect(await harness.run("api get list; api get pages --all").status == 0)
    service.become(.lost)
    #expect(await harness.run("api get list").status == 5)
    #expect(service.store.calls == 0)
  }

  @Test(arguments: [
    "head list", "options list", "post list --json '{}'", "put list --json '{}'", "delete list",
    "get list --header 'Authorization: Bearer 0123456789abcdef'",
    "get list --header 'X-Api-Key: k'", "get list?api_key=k",
    "get list --header 'Cache-Control: no-store'", "get unstored", "get feed", "get lines",
    "get events", "get list?watch=true", "get moved --no-follow", "get large", "get binary",
  ])
  func `what must not or cannot be stored is only written`(words: String) async throws {
    let harness = try harness()
    let result = await harness.run("api \(words) > /dev/null")
    #expect(result.status == 0, "\(result)")
    #expect(try await count == 0)
  }

  @Test func `a body that breaks off does not take the place of a whole one`() async throws {
    let harness = try harness()
    let whole = await harness.run("api get list")
    service.become(.cut)
    #expect(await harness.run("api get list").status != 0)
    #expect(await harness.run("api get text").status != 0)
    #expect(try await count == 1)
    service.become(.lost)
    // The part before it has no newline at its end.
    #expect(await harness.run("api get list").output == "\n\(whole.output)")
  }

  @Test(arguments: [(404, 0), (410, 0), (403, 1), (500, 1)])
  func `a stored response is removed when its resource is gone`(
    status: Int, left: Int
  ) async throws {
    let harness = try harness()
    #expect(await harness.run("api get list").status == 0)
    service.become(.failing(status))
    let failed = await harness.run("api get list")
    #expect(failed.status != 0 && failed.output.hasPrefix("{}"), "\(failed)")
    #expect(try await count == left)
  }

  @Test func `--include shows the stored header fields, and says that some are not`() async throws {
    let harness = try harness()
    #expect(await harness.run("api get list -i").output.contains("Set-Cookie: a=b\n"))
    service.become(.lost)
    let stored = await harness.run("api get list -i").output
    #expect(stored.hasPrefix("HTTP 200\ncontent-type: application/json\n\n["), "\(stored)")
    #expect(
      harness.console.notices.last?.hasSuffix(
        "localhost is not reachable; header fields with secrets are not stored") == true)
  }

  @Test func `--all ends at a page that is not stored`() async throws {
    let harness = try harness()
    #expect(await harness.run("api get pages").status == 0)
    service.become(.lost)
    let result = await harness.run("api get pages --all")
    #expect(result.status != 0 && result.output == #"[{"name":"bolt"}"#, "\(result)")
  }

  @Test func `a stored response is $response, and counts as not sent`() async throws {
    let harness = try harness()
    let line = "api get list > /dev/null; print $response.status $response.sent $response.text"
    let body = #"[{"name":"bolt"},{"name":"nut"}]"#
    #expect(await harness.run(line).output.hasPrefix("200 1 \(body)\n"))
    service.become(.lost)
    #expect(await harness.run(line).output.hasPrefix("200 0 \(body)\n"))
  }
}
