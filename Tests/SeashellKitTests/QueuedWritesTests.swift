import Foundation
@testable import SeashellTesting
import Testing

import SeashellHosting
@testable import SeashellKit
@testable import ShellCommands

@MainActor
@Suite struct QueuedWritesTests {
  private let queue = StubWriteQueue()
  private let transport: StubTransport
  private let context: ModuleContext
  private let console: RecordingConsole

  init() throws { try self.init(answers: []) }

  private init(
    answers: [String], failing code: TransportError.Code? = nil, queue error: QueueError? = nil,
    hasQueue: Bool = true, mode: OfflineMode = .auto, honorsKeys: Bool = true
  ) throws {
    queue.error = error
    let transport = StubTransport { _ in
      if let code { throw TransportError(code, reason: "it is gone") }
      return HTTPResponse(status: 201, headers: [:], body: HTTPBody(Data("{}".utf8)))
    }
    self.transport = transport
    console = RecordingConsole(answers: answers)
    let environment = try APIEnvironment(
      "dev", "https://api.example.com", version: "v1", honorsIdempotencyKeys: honorsKeys)
    let bus = EventBus()
    let client = EnvironmentClient(environment, events: bus, retries: .never) { _ in transport }
    context = ModuleContext(
      identity: ShellIdentity("test", version: "0"), bus: bus,
      environments: EnvironmentRegistry([environment], client: client), console: console,
      directories: Directories(name: "test") { _ in nil },
      storage: hasQueue ? MemoryOfflineStorage(queue: queue) : nil, offline: OfflineSetting(mode))
  }

  private func send(
    _ request: APIRequest, _ preference: DataPreference = DataPreference(), asks: Bool = false,
    base: JSONValue? = nil
  ) async throws {
    try await preference.apply(offeringLater: true, asking: asks ? console : nil) {
      try await WriteBase.$current.withValue(base) {
        _ = try await request.response(on: context.client)
      }
    }
  }

  private static let later = DataPreference(isLater: true)
  private static let post = APIRequest(path: "products/p-7/reviews", method: .post)

  @Test func `a write for later is queued and not sent`() async throws {
    let events = EventRecorder(context.bus)
    let error = await #expect(throws: CommandPostponed.self) {
      try await send(Self.post, Self.later, base: ["rating": 3])
    }
    #expect(
      error?.notice == "q-1 waits: POST products/p-7/reviews; 'queue run' sends it")
    #expect(error?.write == "q-1")
    #expect(transport.requests.isEmpty)
    let write = try #require(queue.writes.first)
    #expect(
      write.owner
        == DataOwner(environment: "dev", address: "https://api.example.com/v1", account: nil))
    #expect(write.base == ["rating": 3])
    #expect(!write.isInDoubt)
    #expect(
      events.events(of: QueuedWriteAdded.self) == [
        QueuedWriteAdded(
          write: "q-1", method: "POST", resource: "products/p-7/reviews",
          environment: EnvironmentID(api: "shop", name: "dev"))
      ])
  }

  @Test func `a queued write's notice says when the prompt will send it`() async throws {
    context.offline.sendsInBackground = true
    let error = await #expect(throws: CommandPostponed.self) {
      try await send(Self.post, Self.later)
    }
    #expect(
      error?.notice == "q-1 waits: POST products/p-7/reviews; it is sent when dev is reached")
    context.offline.mode.value = .always
    let always = await #expect(throws: CommandPostponed.self) { try await send(Self.post) }
    #expect(always?.notice.hasSuffix("'queue run' sends it") == true)
  }

  @Test func `a usual write is sent and not queued`() async throws {
    try await send(Self.post)
    #expect(transport.requests.count == 1)
    #expect(queue.added.isEmpty)
  }

  @Test func `a write to a record that a queued write creates is queued too`() async throws {
    let edit = APIRequest(path: "products/p-7/reviews/q-1", method: .put)
    try await send(edit)
    #expect(transport.requests.count == 1)
    await #expect(throws: CommandPostponed.self) { try await send(Self.post, Self.later) }
    await #expect(throws: CommandPostponed.self) { try await send(edit) }
    #expect(queue.added.count == 2)
    try await send(APIRequest(path: "products/p-7/reviews/q-3", method: .put))
    let source = StubUserSource { SignedInUser(name: "ada", environment: "dev", expiresAt: nil) }
    context.user.install(source)
    defer { withExtendedLifetime(source) {} }
    // It belongs to another account.
    try await send(edit)
    #expect(transport.requests.count == 3)
  }

  @Test(arguments: [
    (TransportError.Code.unconnected, "dev is not reachable; send it when it is back?", false),
    (.cut, "dev did not answer; make sure that it is done, once, when it is back?", true),
  ])
  func `after a lost connection the user may queue the write`(
    code: TransportError.Code, question: String, isInDoubt: Bool
  ) async throws {
    let bench = try Self(answers: ["yes"], failing: code)
    await #expect(throws: CommandPostponed.self) { try await bench.send(Self.post, asks: true) }
    #expect(bench.console.questions == [question])
    #expect(bench.queue.writes.first?.isInDoubt == isInDoubt)
    #expect(bench.queue.added.first?.idempotencyKey == Self.post.idempotencyKey)
  }

  @Test func `a user who declines to queue a write gets the usual error`() async throws {
    let bench = try Self(answers: ["no"], failing: .unconnected)
    let error = await #expect(throws: APIError.self) {
      try await bench.send(Self.post, asks: true)
    }
    #expect(bench.queue.added.isEmpty)
    #expect(error?.shellError.hint == "check the connection and the address, and try again")
  }

  @Test func `a write in doubt is not queued for a service without keys`() async throws {
    let bench = try Self(answers: ["yes"], failing: .cut, honorsKeys: false)
    let error = await #expect(throws: APIError.self) {
      try await bench.send(Self.post, asks: true)
    }
    #expect(error?.mayHaveBeenApplied == true)
    #expect(bench.console.questions.isEmpty && bench.queue.added.isEmpty)
  }

  @Test(arguments: [
    (TransportError.Code.unconnected, "pass --later to keep it until dev is reachable"),
    (.cut, "check whether the change was made before trying again"),
  ])
  func `a script's failed write has a hint`(code: TransportError.Code, hint: String) async throws {
    for mode in [OfflineMode.auto, .never] {
      let bench = try Self(answers: [], failing: code, mode: mode)
      let error = await #expect(throws: APIError.self) {
        try await bench.send(Self.post, asks: true)
      }
      #expect(error?.shellError.hint == hint)
      #expect(error?.shellError.code == .unconnected)
    }
  }

  @Test func `no write is queued while offline is never`() async throws {
    let bench = try Self(answers: ["yes"], failing: .unconnected, mode: .never)
    await #expect(throws: APIError.self) { try await bench.send(Self.post, asks: true) }
    #expect(bench.console.questions.isEmpty)
  }

  @Test(
    arguments: [
      (HTTPMethod.put, nil, nil, 0), (.put, ["rating": 3], nil, 1), (.delete, nil, "\"e\"", 1),
      (.patch, ["rating": 3], nil, 0), (.delete, nil, nil, 0),
    ] as [(HTTPMethod, JSONValue?, String?, Int)])
  func `the user is asked only about writes that can be queued`(
    method: HTTPMethod, base: JSONValue?, tag: String?, count: Int
  ) async throws {
    let bench = try Self(answers: ["no"], failing: .unconnected)
    var request = APIRequest(path: "a/1", method: method)
    if let tag { request.headers["If-Match"] = tag }
    await #expect(throws: APIError.self) {
      try await bench.send(request, asks: true, base: base)
    }
    #expect(bench.console.questions.count == count)
  }

  @Test func `queueing a write in a shell without a queue is an error`() async throws {
    let bench = try Self(answers: [], hasQueue: false)
    let error = await #expect(throws: ShellError.self) {
      try await bench.send(Self.post, Self.later)
    }
    #expect(error?.message == "this shell has no queue, so no write can wait")
    #expect(bench.transport.requests.isEmpty)
    try await bench.send(Self.post)
  }

  @Test func `a write of an unknown account cannot be queued`() async throws {
    let source = StubUserSource { SignedInUser(name: nil, environment: "dev", expiresAt: nil) }
    context.user.install(source)
    defer { withExtendedLifetime(source) {} }
    let error = await #expect(throws: ShellError.self) { try await send(Self.post, Self.later) }
    #expect(error?.message.contains("not known who is signed in") == true)
    #expect(transport.requests.isEmpty && queue.added.isEmpty)
  }

  @Test(arguments: [
    (QueueError.Code.unsafe, ShellError.Code.usage), (.full, .limit), (.storage, .failed),
    (.notFound, .notFound),
  ])
  func `an error of the queue is shown with its status`(
    code: QueueError.Code, shown: ShellError.Code
  ) async throws {
    let bench = try Self(answers: [], queue: QueueError(code, "it cannot be", hint: "do this"))
    let error = await #expect(throws: QueueError.self) {
      try await bench.send(Self.post, Self.later)
    }
    #expect(error?.shellError == ShellError(shown, "it cannot be", hint: "do this"))
  }

  @Test func `a write with its own credentials cannot be queued`() async throws {
    var request = Self.post
    request.headers["Cookie"] = "id=1"
    let error = await #expect(throws: ShellError.self) { try await send(request, Self.later) }
    #expect(error?.code == .usage)
    #expect(queue.added.isEmpty && transport.requests.isEmpty)
  }

  @Test func `a write outside the environment's address cannot be queued`() async throws {
    let url = try #require(URL(string: "https://api.example.com/v2/orders"))
    let error = await #expect(throws: ShellError.self) {
      try await send(APIRequest(url: url, method: .post), Self.later)
    }
    #expect(error?.code == .usage)
    #expect(transport.requests.isEmpty)
  }
}
