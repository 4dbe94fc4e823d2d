import FoundationEssentials
import Glibc
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct ProcessesTests {
  @Test func `two processes that are refused together make one renewal`() async throws {
    let one = try await SessionBench.signedIn()
    let shop = one.shop
    let two = try SessionBench(shop, folder: one.folder, clock: one.clock)
    let clients = [one.client, two.client]
    shop.expireAccess()
    shop.intercept { request in
      if request.url.path() == "/v1/session/refresh" { await shop.refused.reached(2) }
      return nil
    }
    let statuses = try await one.advancing(after: { await shop.served.reached(1) }) {
      try await SessionBench.products(clients)
    }
    #expect(statuses == [200, 200])
    #expect(shop.renewed.count == 1)
  }

  @Test func `another process sees a change of the session at once`() async throws {
    let one = try await SessionBench.signedIn()
    let two = try SessionBench(one.shop, folder: one.folder)
    #expect(try await two.products() == 200)
    #expect(await two.run("session refresh").status == 0)
    #expect(try await one.products() == 200)
    #expect(one.shop.refused.count == 0)
    #expect(await one.run("session logout").status == 0)
    #expect(await two.run("session status").status == 4)
  }

  @Test func `a session lock that stays taken is an error, and keeps the tokens`() async throws {
    let bench = try await SessionBench.signedIn()
    let path = "\(bench.folder.path)/test/tokens/test.lock"
    let kept = bench.folder.kept()
    let descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    defer { close(descriptor) }
    let result = await bench.advancing { await bench.run("session refresh") }
    #expect(result.status == 1)
    #expect(result.errors.contains("30 seconds (\(path))"), "\(result.errors)")
    #expect(bench.folder.kept() == kept)
    #expect(bench.clock.now.offset >= .seconds(30))
    let logout = await bench.advancing { await bench.run("session logout") }
    #expect(logout.status == 0)
    #expect(bench.folder.kept() == nil)
  }

  @Test(arguments: ["session logout", "session login --user demo --password-stdin"])
  func `a renewal does not undo what another process does`(line: String)
    async throws
  {
    let one = try await SessionBench.signedIn()
    let shop = one.shop
    let two = try SessionBench(
      shop, folder: one.folder, clock: one.clock,
      console: RecordingConsole(input: StubShop.password))
    let (begun, held) = (Milestone(), Milestone())
    shop.intercept { request in
      guard request.url.path() == "/v1/session/refresh" else { return nil }
      begun.pass()
      await held.reached(1)
      return StubShop.json(
        200, #"{"access_token":"late-access","refresh_token":"late-refresh","expires_in":60}"#)
    }
    async let renewal = one.run("session refresh")
    await begun.reached(1)
    async let other = two.run(line)
    await one.clock.sleepers(1)
    held.pass()
    #expect(await renewal.status == 0)
    #expect(one.folder.kept()?.contains("late-access") == true)
    one.clock.advance(by: .milliseconds(10))
    #expect(await other.status == 0)
    #expect(one.folder.kept()?.contains("late-access") != true)
    #expect((one.folder.kept() == nil) == line.hasSuffix("logout"))
  }

  @Test func `new tokens are requested only if they can be stored`() async throws {
    let bench = try await SessionBench.signedIn()
    let kept = bench.folder.kept()
    // No file can replace a folder that is not empty.
    let room = "\(bench.folder.tokens()).new"
    try FileManager.default.createDirectory(
      atPath: "\(room)/taken", withIntermediateDirectories: true)
    for _ in 1...3 {
      let result = await bench.run("session refresh")
      #expect(result.status == 1)
      #expect(
        result.errors.contains(
          "the session cannot be renewed: cannot write \(room): Is a directory"),
        "\(result.errors)")
    }
    bench.shop.expireAccess()
    let error = await #expect(throws: ShellError.self) { _ = try await bench.products() }
    #expect(error?.message.hasPrefix("the session cannot be renewed: ") == true)
    #expect(!bench.paths.contains("POST /v1/session/refresh"))
    #expect(bench.folder.kept() == kept)
    try FileManager.default.removeItem(atPath: room)
    #expect(await bench.run("session refresh").status == 0)
  }

  @Test(arguments: ["session status", "session refresh", "session logout"])
  func `files of a killed process are removed at the next use`(line: String) async throws {
    let bench = try await SessionBench.signedIn()
    try bench.folder.keepUnfinished("secret")
    #expect(await bench.run(line).status == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder.tokens()).new"))
  }

  @Test func `signing out removes files of a killed process`()
    async throws
  {
    let bench = try SessionBench()
    try bench.folder.keepUnfinished("secret")
    #expect(await bench.run("session logout").status == 0)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: "\(bench.folder.path)/test/tokens")
    #expect(left == ["test.lock"])
  }

  @Test func `tokens that another process replaces just now are left alone`() async throws {
    let bench = try await SessionBench.signedIn()
    try bench.folder.keepUnfinished("secret")
    let descriptor = open("\(bench.folder.path)/test/tokens/test.lock", O_RDWR)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    defer { close(descriptor) }
    #expect(await bench.run("session status").status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(bench.folder.tokens()).new"))
  }

  @Test func `the files of sessions are private to their owner`() async throws {
    let bench = try await SessionBench.signedIn()
    #expect(await bench.run("session refresh").status == 0)
    let folder = "\(bench.folder.path)/test/tokens"
    #expect(Self.mode(folder) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["test.json", "test.lock"])
    for name in names { #expect(Self.mode("\(folder)/\(name)") == 0o600) }
  }

  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
