import Foundation
import SeashellKit
import SeashellTesting
import Synchronization
import Testing
import TrackerStub

@testable import TrackerShell

@Suite @MainActor struct TrackerTests {
  /// A shell with both modules, on the tracker in memory or another transport.
  func harness(_ transport: any Transport = StubTracker(key: nil)) throws -> ShellHarness {
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { _ in MemoryRecordStore() }, offline: .auto)
    try harness.load(ProjectsModule(harness.context))
    try harness.load(IssuesModule(harness.context))
    return harness
  }

  func numbers(_ output: String) -> [Int] {
    output.split(separator: "\n").compactMap { Int($0.prefix { $0 != "\t" }) }
  }

  @Test func `all pages behind cursors are listed, in order`() async throws {
    let harness = try harness()
    #expect(numbers(await harness.run("issues list WEB --all").output) == (1...47).reversed())
    let pages = await harness.run("issues list WEB --per-page 2; issues more; issues refresh")
    #expect(numbers(pages.output) == [47, 46, 45, 44, 47, 46])
    // Lists with cursors have no page numbers.
    #expect(await harness.run("issues list WEB --page 2").status == 2)
  }

  @Test func `filters are sent, and a follow-up has one cursor`() async throws {
    let transport = RecordingTracker()
    _ = try await harness(transport).run(
      "issues list WEB --status open --assignee ada --search logo --per-page 1 --all")
    #expect(transport.queries.first == "status=open&assignee=ada&q=logo&limit=1")
    #expect(transport.queries.last == "status=open&assignee=ada&q=logo&limit=1&cursor=c-2")
  }

  @Test func `an issue is added, changed, assigned and closed`() async throws {
    let harness = try harness()
    let added = await harness.run("issues add API --title 'It is slow' --assignee grace")
    #expect(added.output.hasPrefix("13\tIt is slow\topen\tgrace\t"), "\(added)")
    #expect(await harness.run("issues edit API 13 --status started").output.contains("started"))
    #expect(await harness.run("issues assign API 13 ada").output.contains("\tada\t"))
    #expect(await harness.run("issues assign API 13").output.contains("started\t\t"))
    #expect(await harness.run("issues close API 13 --yes").output.contains("closed"))
    #expect(await harness.run("issues edit API 13").status == 2)
  }

  @Test func `a place gives the project and the number`() async throws {
    let harness = try harness()
    #expect(await harness.run("open projects/WEB; add --title x").output.hasPrefix("48\tx"))
    let assigned = await harness.run("open projects/WEB/issues/12; assign ada; assign")
    #expect(assigned.output.split(separator: "\n").map { $0.prefix(3) } == ["12\t", "12\t"])
    #expect(assigned.output.contains("\tada\t"))
    #expect(await harness.run("open projects/WEB/issues/99").status == 3)
    #expect(await harness.run("open projects/NOPE/issues").status == 3)
  }

  @Test func `completion knows the issues of the project on the line`() async throws {
    let harness = try harness()
    _ = await harness.run("issues list API; projects list")
    #expect(harness.completions(of: .projects, for: "web") == [.init("WEB", "The web site")])
    #expect(
      harness.completions(of: .issues, for: "1") == [.init("12", "closed: The logo is blurred")])
  }

  @Test(arguments: [
    ("issues show WEB 99", 3, "no issue has the id '99'; 'issues list' shows them"),
    ("projects show NOPE", 3, "no project has the id 'NOPE'; 'projects list' shows them"),
    ("issues add WEB --title '?'", 6, "The title says nothing"),
    ("issues list WEB --status lost", 2, "takes open, started or closed, not 'lost'"),
  ])
  func `an error says what is wrong`(line: String, status: Int32, message: String) async throws {
    let result = try await harness().run(line)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `the key is sent, and without it the tracker says what to do`() async throws {
    let harness = try ShellHarness(StubTracker(key: "k-1"))
    harness.setToken("k-1")
    try harness.load(ProjectsModule(harness.context))
    #expect(await harness.run("projects list").status == 4)
    try harness.context.install(try #require(KeyAuthorizer(harness.context)))
    #expect(await harness.run("projects list").status == 0)
  }

  @Test func `without a network, what was read is there, and numbers are a project's own`()
    async throws
  {
    let transport = RecordingTracker()
    let harness = try harness(transport)
    let online = await harness.run("issues list WEB --per-page 10 --all; issues show API 12")
    transport.isLost.withLock { $0 = true }
    let offline = await harness.run("issues list WEB --per-page 10 --all; issues show API 12")
    #expect(offline.status == 0 && offline.output == online.output)
    let found = await harness.run("issues list WEB --search typo --all")
    #expect(numbers(found.output).count == 16)
  }

  @Test func `every example works`() async throws {
    #expect(await (try harness()).checkExamples() == [])
  }
}

/// The tracker over a network that can fail, with a record of its requests.
final class RecordingTracker: Transport {
  let isLost = Mutex(false)
  private let tracker = StubTracker(key: nil)
  private let asked = Mutex<[String]>([])
  var queries: [String] { asked.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if isLost.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
    asked.withLock { $0.append(request.url.query() ?? "") }
    return try await tracker.send(request)
  }
}
