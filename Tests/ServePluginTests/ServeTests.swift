import FoundationEssentials
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

@testable import ServePlugin

@MainActor @Suite("serve")
struct ServeTests {
  private let folder: TemporaryFolder
  private let harness: ShellHarness
  private let console = RecordingConsole()

  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(NoTransport(), console: console, directory: folder.path)
    try harness.load(ServeModule(harness.context))
  }

  private struct NoTransport: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      throw TransportError(.unconnected, reason: "no request is expected")
    }
  }

  /// Runs a text with SIGTERM pending, which stops each `serve` once it listens.
  private func run(_ text: String) async -> (status: Int32, output: String, errors: String) {
    harness.terminate()
    return await harness.run(text)
  }

  @Test func `serve prints the URL, and exits with status 0 on SIGTERM`() async {
    let result = await run("serve --port 0; print after")
    #expect(result.status == 0)
    #expect(
      result.output.wholeMatch(of: /serving the shop on http:\/\/127\.0\.0\.1:\d+\/v1\n/) != nil)
    #expect(result.errors.hasSuffix("uses it; Ctrl-C stops it\n"))
  }

  @Test func `serve reports a database that cannot be opened`() async throws {
    try folder.write("text", "this is no database, whatever its name may say")
    for path in [folder.path, folder.file("text")] {
      let result = await harness.run("serve --port 0 --database '\(path)'")
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(path))
    }
  }

  @Test func `serve prints how to use the server`() async {
    let result = await run("serve --port 0")
    #expect(
      result.errors.wholeMatch(
        of:
          /with { environments: { dev: { baseURL: 'http:\/\/127.0.0.1:\d+', version: 'v1', idempotencyKeys: true } } } in config.json, .*\n/
      )
        != nil)
    #expect(
      ServeView.advice("127.0.0.1:8080")
        == "in another terminal, 'seashell -e dev' uses it; Ctrl-C stops it")
  }

  @Test func `serve deletes generated products at the end`() async throws {
    let before = try temporaryFolders()
    let result = await run("serve --port 0 --products 60")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("creating 60 products…\n"))
    try await waitForRemoval(except: before)
    #expect(!FileManager.default.fileExists(atPath: folder.file("seashell/shop.db")))
  }

  @Test func `serve stops generating products on SIGTERM`() async throws {
    let before = try temporaryFolders()
    let result = await run("serve --port 0 --products 10000000; print after")
    #expect(result.status == 0)
    #expect(result.output == "")
    try await waitForRemoval(except: before)
  }

  /// Waits until only earlier folders are left; those of parallel tests disappear as well.
  private func waitForRemoval(except before: Set<String>) async throws {
    try await until { try temporaryFolders().isSubset(of: before) }
  }

  private func temporaryFolders() throws -> Set<String> {
    let base = FileManager.default.temporaryDirectory.path
    return Set(
      try FileManager.default.contentsOfDirectory(atPath: base).filter {
        $0.hasPrefix("seashell-serve-")
      })
  }

  @Test func `serve does not add products to an existing database`() async throws {
    try folder.write("mine.db", "")
    let result = await harness.run("serve --products 5 --database \(folder.file("mine.db"))")
    #expect(result.status == 2)
    #expect(result.errors.contains("already exists"))
  }

  @Test(arguments: [
    ("serve --port 70000", "--port takes"),
    ("serve --fail 1.5", "--fail takes a number from 0 to 1"),
    ("serve --delay -1", "--delay"), ("serve now", "serve"),
    ("serve --host no.such.host.invalid", "is not found"),
    ("serve --host 0.0.0.0", "other machines can reach '0.0.0.0'"),
  ])
  func `serve reports invalid arguments`(line: String, message: String) async {
    let result = await harness.run(line)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func `serve refuses other machines while demo has its first password`() async {
    let result = await harness.run("serve --host 0.0.0.0 --port 0 --allow-remote")
    #expect(result.status == 1)
    #expect(result.errors.contains("still has its first password"))
    #expect(result.output == "")
  }

  @Test func `serve accepts other machines once demo has another password`() async {
    console.input = "correct horse\n"
    let result = await run("serve --host 0.0.0.0 --port 0 --allow-remote --password-stdin")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("serving the shop on http://0.0.0.0:"))
    // The new password is stored.
    let again = await run("serve --host 0.0.0.0 --port 0 --allow-remote")
    #expect(again.status == 0)
  }

  @Test(arguments: ["", "\n", "two\nlines\n"])
  func `serve rejects an invalid password`(input: String) async {
    console.input = input
    let result = await harness.run("serve --port 0 --password-stdin")
    #expect(result.status == 2)
  }

  @Test func `serve is a command without a module's name before it`() async {
    let help = await harness.run("help serve")
    #expect(help.output.hasPrefix("Serve the embedded shop over HTTP"))
    #expect(help.output.contains("--allow-remote"))
    #expect(await harness.run("serve --help").output == help.output)
    #expect(await harness.run("help").output.contains("  serve  "))
  }
}
