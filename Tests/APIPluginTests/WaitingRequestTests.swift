import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import Testing

@testable import APIPlugin

/// Requests of `api` that are queued.
@MainActor
@Suite struct WaitingRequestTests {
  private let queue = StubWriteQueue()
  private let transport = StubTransport(json: "{}")
  private let harness: ShellHarness
  private let context: ModuleContext

  init() throws {
    // As a real one, it takes a PUT or DELETE only with `If-Match`.
    queue.admit = { request in
      guard request.method == .post || request.headers["If-Match"] != nil else {
        throw QueueError(.unsafe, "it is not known which version it changes")
      }
    }
    harness = try ShellHarness(transport, storage: MemoryOfflineStorage(queue: queue))
    context = harness.context
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
    ("api get orders --later", "--later"), ("api head orders --fresh", "--fresh"),
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
