import CoreEvents
import CoreJSON
import ShellCommands
import ShellOutput
import ShellRuntime
import StreamServer
import TestSupport
import Testing
import WebAPI

@testable import SeashellStreams

extension Streams {
  /// Connects to the streams `shop` of the environment `shop:live` as soon as the server is there.
  static func ready(at url: String) async throws -> Streams {
    let end = ContinuousClock.now + Patience.bound
    while true {
      do {
        let connection = try await StreamConnection.open(.init(url, name: "test")) { _ in }
        return Streams(EnvironmentID(api: "shop", name: "live"), connection, named: "shop")
      } catch let error as StreamError where [.unreachable, .lost].contains(error.code) {
        if ContinuousClock.now > end { throw error }
      }
    }
  }
}

extension FailedEvents {
  func all() async throws -> [(Int, FailedEvent)] {
    var all: [(Int, FailedEvent)] = []
    try await forEach { all.append(($0, $1)) }
    return all
  }
}

/// A server with the streams of the environment `shop:live`, and workers that take from it.
@MainActor
final class WorkerBench {
  let server: StreamServer
  let streams: Streams
  /// What the workers have told the user.
  private(set) var reports: [String] = []

  /// - Parameter configuration: what the server's file says.
  init(_ configuration: String = "") async throws {
    server = try StreamServer(configuration)
    streams = try await Streams.ready(at: server.url)
    try await create()
  }

  /// Makes the streams that are missing.
  func create() async throws {
    try await streams.events.create(.init(subjects: [streams.subjects.all]))
    var state = JetStream.Configuration(subjects: [streams.subjects.allState])
    state.maximumPerSubject = 1
    try await streams.state.create(state)
  }

  /// Sends a request of JetStream's API.
  func ask(_ request: String, _ body: JSONValue = [:]) async throws {
    let answer = try await streams.events.connection.request("$JS.API.\(request)", body.jsonBytes)
    #expect(try JSONValue(json: answer.data)["error"] == nil)
  }

  static nonisolated func id(_ number: Int) -> String { "e-\(number)" }

  func publish(_ numbers: ClosedRange<Int>) async throws {
    for number in numbers {
      try await publish(
        number, DynamicEvent(eventName: "orders.placed", payload: ["number": .integer(number)]))
    }
  }

  func publish(_ number: Int, _ event: DynamicEvent) async throws {
    let message = EventMessage(id: Self.id(number), event)
    try await streams.events.publish(
      message.subject(in: streams.environment), message.data, fields: message.fields, id: message.id
    )
  }

  /// Starts a worker that has a connection of its own, and waits until its consumer is there.
  func worker(
    _ name: String = "mail", patience: Duration = .seconds(30),
    lastPatience: Duration = .seconds(5), parallel: Int = 1, maxTries: Int = 5,
    order: String? = nil, clock: any Clock<Duration> = ContinuousClock(), awaits: Bool = true,
    handle: @escaping @MainActor (SharedEvent) async -> SharedEvent.Outcome,
    fail: (@MainActor (ShellError) -> Void)? = nil
  ) async throws -> SharedWorker {
    let own = try await Streams.ready(at: server.url)
    let following = SharedFollowing(
      name: name, pattern: .exactly("orders.placed"),
      targets: RequestTargets(api: "shop", targets: [:]),
      parallel: parallel, maxTries: maxTries, order: order, handle: handle,
      fail: { error in
        if let fail { fail(error) } else { Issue.record("\(error)") }
      })
    let worker = SharedWorker(
      following, patience: patience, lastPatience: lastPatience, clock: clock
    ) {
      self.reports.append($0)
    } streams: {
      own
    }
    worker.start()
    guard awaits else { return worker }
    let consumer = Consumer(streams.events, name: order == nil ? name : "\(name)_in-order_7")
    await until { (try? await consumer.info()) != nil }
    return worker
  }
}

@MainActor
final class WorkerLog {
  struct Entry {
    let who: String
    let id: String
    let tries: Int
  }

  var events: [Entry] = []
  var errors: [ShellError] = []
  private var underWay = 0
  private(set) var most = 0

  var ids: [String] { events.map(\.id) }

  func add(_ who: String, _ event: SharedEvent) {
    events.append(Entry(who: who, id: event.id, tries: event.tries))
  }

  func begin() {
    underWay += 1
    most = max(most, underWay)
  }

  func end() { underWay -= 1 }

  /// Waits until there are this many entries.
  func count(_ count: Int) async throws {
    await until("\(events.count) of \(count)") { events.count >= count }
  }
}

@MainActor
final class WorkerGate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    await withCheckedContinuation { continuation in
      if isOpen { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
