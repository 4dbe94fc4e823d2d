import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct SpoiltFileTests {
  @Test(arguments: SpoiltFile.all)
  func `with a damaged file, requests are sent without tokens and one warning is shown`(
    fault: SpoiltFile
  ) async throws {
    let bench = try SessionBench()
    try bench.folder.spoil(fault)
    bench.shop.intercept { _ in StubShop.json(200, "[]") }
    #expect(try await bench.products() == 200)
    #expect(try await bench.products() == 200)
    #expect(bench.transport.requests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(bench.console.notices.count == 1)
    let notice = try #require(bench.console.notices.first)
    #expect(notice.contains(bench.folder.tokens()))
    #expect(notice.hasSuffix("requests are sent without a token; sign in with 'session login'"))
    #expect(!notice.contains("secret"))
  }

  @Test(arguments: SpoiltFile.all)
  func `with a damaged file, requests for an account are refused`(
    fault: SpoiltFile
  ) async throws {
    let bench = try SessionBench()
    try bench.folder.spoil(fault)
    #expect(try await bench.products() == 401)
    #expect(bench.paths == ["GET /v1/products"])
    #expect(bench.console.notices.count == 1)
  }

  @Test(arguments: SpoiltFile.all, ["session status", "session refresh"])
  func `session commands are status 4 and name a damaged file`(
    fault: SpoiltFile, line: String
  ) async throws {
    let bench = try SessionBench()
    try bench.folder.spoil(fault)
    let result = await bench.run(line)
    #expect(result.status == 4)
    #expect(result.errors.contains(bench.folder.tokens()), "\(result.errors)")
    #expect(result.errors.contains("session login"))
    #expect(!result.errors.contains("secret"))
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(arguments: SpoiltFile.all.filter { $0 != .directory })
  func `signing in replaces a damaged file`(fault: SpoiltFile) async throws {
    let bench = try SessionBench()
    try bench.folder.spoil(fault)
    try await bench.signIn()
    #expect(await bench.run("session status").status == 0)
    #expect(bench.console.notices == ["signed in as demo on test"])
  }

  @Test(arguments: SpoiltFile.all.filter { $0 != .directory })
  func `signing out removes a damaged file, and says that the session stays valid`(
    fault: SpoiltFile
  ) async throws {
    let bench = try SessionBench()
    try bench.folder.spoil(fault)
    let result = await bench.run("session logout")
    #expect(result.status == 4)
    #expect(
      result.errors.contains(
        "signed out here, but the session on test stays valid until it expires"))
    #expect(result.errors.contains(bench.folder.tokens()))
    #expect(bench.transport.requests.isEmpty)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: "\(bench.folder.path)/test/tokens")
    #expect(left == ["test.lock"])
    let again = await bench.run("session logout")
    #expect(again.errors.contains("not signed in on test"))
  }

  @Test(arguments: [
    ("session login --user demo --password-stdin", "cannot write"),
    ("session logout", "cannot remove"),
  ])
  func `a directory in place of the file is kept and reported`(line: String, text: String)
    async throws
  {
    let bench = try SessionBench(console: RecordingConsole(input: StubShop.password))
    try bench.folder.spoil(.directory)
    let result = await bench.run(line)
    #expect(result.status == 1)
    #expect(
      result.errors.contains("\(text) \(bench.folder.tokens()): Is a directory"),
      "\(result.errors)")
  }
}
