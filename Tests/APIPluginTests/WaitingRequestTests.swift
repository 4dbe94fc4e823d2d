import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import APIPlugin

/// Requests of `api` that are queued.
@MainActor
@Suite struct WaitingRequestTests {
  /// A queue in memory, which takes a PUT or DELETE only with `If-Match`.
  private final class MemoryQueue: WriteQueue {
    private let state = Mutex<[APIRequest]>([])
    var added: [APIRequest] { state.withLock { $0 } }
    var mayHaveWrites: Bool { !added.isEmpty }

    func add(
      _ request: APIRequest, of owner: DataOwner, base: JSONValue?, isInDoubt: Bool
    ) async throws -> QueuedWrite {
      guard request.method == .post || request.headers["If-Match"] != nil else {
        throw QueueError(.unsafe, "it is not known which version it changes")
      }
      return state.withLock { added in
        added.append(request)
        return QueuedWrite(
          number: added.count, owner: owner, method: request.method, path: request.path,
          createdAt: Date(timeIntervalSince1970: 0))
      }
    }

    func writes(of owner: DataOwner?) async throws -> [QueuedWrite] { [] }

    func send(
      of owner: DataOwner, on client: any APIClient, _ selection: QueueSelection,
      report: @MainActor @Sendable (QueueOutcome) -> Void
    ) async throws -> Bool { true }

    func release(_ number: Int, overwriting overwrites: Bool) async throws {}
    func drop(_ numbers: Set<Int>) async throws -> [QueuedWrite] { [] }
  }

  private struct Storage: OfflineStorage {
    let queue: any WriteQueue

    func store(
      of owner: DataOwner, report: @escaping @Sendable (String) -> Void
    ) -> any RecordStore { NoRecords() }

    func removeStore(of owner: DataOwner) async throws {}
  }

  private struct NoRecords: RecordStore {
    func save(_: [RecordData], of kind: String, as page: ListedPage?, at date: Date) async throws {}
    func record(_ id: String, of kind: String) async throws -> KnownRecord? { nil }
    func page(_ range: Range<Int>, of name: String) async throws -> KnownPage? { nil }
    func records(of kind: String, matching text: String?) async throws -> [KnownRecord] { [] }
    func remove(_ ids: Set<String>, of kind: String) async throws {}
  }

  private let queue = MemoryQueue()
  private let transport = StubTransport(json: "{}")
  private let harness: ShellHarness
  private let context: ModuleContext

  init() throws {
    harness = try ShellHarness(transport)
    let own = harness.context
    context = ModuleContext(
      identity: own.identity, bus: own.bus, client: own.client, environments: own.environments,
      console: harness.console, directories: own.directories, storage: Storage(queue: queue))
    try harness.load(APIModule(context))
  }

  @Test(arguments: [
    ("api post orders --json '{\"a\":1}' --later", "POST orders"),
    ("api post 'orders?force=1' --form a=b --later", "POST orders"),
    ("api post http://localhost/v1/orders/7/pay --later", "POST orders/7/pay"),
    ("api put orders/7 --json '{}' --header 'If-Match: \"e\"' --later", "PUT orders/7"),
    ("api delete orders/7 --header 'If-Match: \"e\"' --later", "DELETE orders/7"),
  ])
  func `api queues a write`(line: String, request: String) async throws {
    let outcome = await harness.run(line)
    #expect(outcome == (0, "", ""))
    #expect(harness.console.notices == ["q-1 waits: \(request); 'queue run' sends it"])
    #expect(transport.requests.isEmpty)
    let added = try #require(queue.added.first)
    #expect(added.announces == .ifCreated)
    if added.method != .post { #expect(added.headers["If-Match"] == "\"e\"") }
  }

  @Test(arguments: [
    ("api patch orders/7 --json '{}' --later", "a PATCH cannot be repeated safely"),
    ("api put orders/7 --json '{}' --later", "pass --header 'If-Match: "),
    ("api delete orders/7 --later", "pass --header 'If-Match: "),
    ("api post orders --header 'Authorization: Bearer t' --later", "cannot wait in the queue"),
    ("api post orders --header 'Cookie: a=b' --later", "cannot wait in the queue"),
    ("api post orders --header 'X-Api-Key: t' --later", "'X-Api-Key' looks like a credential"),
    ("api post 'orders?access_token=t' --later", "'access_token' looks like a credential"),
    ("api post orders --query token=t --later", "'token' looks like a credential"),
    ("api post orders --form password=t --later", "'password' looks like a credential"),
    ("api put orders/7 --json '{\"a\":{\"apiKey\":1}}' --later", "'apiKey' looks like"),
    (#"api post orders --json '{"client\u005fsecret":"t"}' --later"#, "'client_secret' looks like"),
    ("api post http://localhost/elsewhere --later", "under the environment's address"),
    ("api get orders --later", "--later"), ("api get orders --fresh", "--fresh"),
  ])
  func `a write that could not be repeated safely is refused`(
    line: String, words: String
  ) async throws {
    let outcome = await harness.run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(transport.requests.isEmpty && queue.added.isEmpty)
  }

  @Test func `the file of a queued write is read when it is queued`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("order.json", "{\"a\":1}")
    let outcome = await harness.run("api post orders --body-file '\(file)' --later")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(queue.added.first?.body?.description == "application/json, 7 bytes")
  }

  @Test func `api sends nothing while offline is always`() async throws {
    context.offline.mode.value = .always
    #expect(await harness.run("api post orders").status == 0)
    #expect(await harness.run("api patch orders/7").status == 2)
    #expect(await harness.run("api post orders --header 'Authorization: Bearer t'").status == 2)
    #expect(transport.requests.isEmpty)
    #expect(queue.added.count == 1)
  }
}
