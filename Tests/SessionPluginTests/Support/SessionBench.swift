import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// A shell with the session module, which stands for one process.
@MainActor
final class SessionBench {
  let shop: StubShop
  let folder: TemporaryFolder
  let clock: ManualClock
  let transport: StubTransport
  let harness: ShellHarness
  let events: EventRecorder

  /// Creates a shell.
  ///
  /// Two shells with the same shop, folder and clock stand for two processes of one user.
  init(
    _ shop: StubShop = StubShop(), folder: TemporaryFolder? = nil, clock: ManualClock? = nil,
    console: RecordingConsole = RecordingConsole(), storage: (any OfflineStorage)? = nil
  ) throws {
    self.shop = shop
    self.folder = try folder ?? TemporaryFolder()
    self.clock = clock ?? ManualClock()
    transport = StubTransport { try await shop.answer($0) }
    harness = try ShellHarness(
      transport, console: console, directory: self.folder.path, clock: self.clock,
      storage: storage)
    events = EventRecorder(harness.bus)
    try harness.load(SessionModule(harness.context))
  }

  /// Creates a shell whose user is signed in.
  static func signedIn() async throws -> SessionBench {
    let bench = try SessionBench()
    try await bench.signIn()
    return bench
  }

  var console: RecordingConsole { harness.console }

  var client: EnvironmentClient { harness.context.client }

  func run(_ line: String) async -> (status: Int32, output: String, errors: String) {
    await harness.run(line)
  }

  func signIn() async throws {
    console.input = StubShop.password
    let result = await run("session login --user demo --password-stdin")
    try #require(result.status == 0, "\(result.errors)")
  }

  /// The methods and paths of the requests so far.
  var paths: [String] {
    transport.requests.map { "\($0.method.rawValue) \($0.url.path())" }
  }

  /// Requests the products, as another module would.
  func products() async throws -> Int {
    try await Self.products(client)
  }

  nonisolated static func products(_ client: EnvironmentClient) async throws -> Int {
    try await APIRequest(path: "products").response(on: client).statusCode
  }

  /// Requests the products through several clients at once, and returns the statuses.
  nonisolated static func products(_ clients: [EnvironmentClient]) async throws -> [Int] {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for client in clients { group.addTask { try await products(client) } }
      var statuses: [Int] = []
      for try await status in group { statuses.append(status) }
      return statuses
    }
  }

  /// Runs a closure, and advances the clock whenever a task sleeps by it.
  ///
  /// - Parameter moment: returns when the clock may begin to advance.
  func advancing<Result: Sendable>(
    after moment: @escaping @Sendable () async -> Void = {},
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let driver = Task { [clock] in
      await moment()
      while !Task.isCancelled {
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10))
      }
    }
    let result = try await body()
    driver.cancel()
    // The driver may wait for a sleeper: this wakes it a last time.
    try? await clock.sleep(for: .milliseconds(1))
    return result
  }
}
