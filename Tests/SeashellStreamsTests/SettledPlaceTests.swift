import CoreEvents
import CoreJSON
import FoundationEssentials
import ShellRuntime
import StreamServer
import TestSupport
import Testing

@testable import SeashellStreams

/// How far workers are, which they keep since a server may lose it: with a real one.
@MainActor
@Suite(.enabled(if: StreamServer.isThere, "nats-server is not here"))
struct SettledPlaceTests {
  private let log = WorkerLog()
  private let gate = WorkerGate()

  @Test func `what was handled is not repeated when the server has lost its consumers' progress`()
    async throws
  {
    let bench = try await WorkerBench()
    let worker = try await worker(on: bench)
    try await begin(bench, 20)
    bench.server.kill()
    try bench.server.forgetProgress()
    try bench.server.start()
    await until { (try? await bench.publish(21...21)) != nil }
    await until {
      let info = try? await Consumer(bench.streams.events, name: "mail").info()
      return info.map { $0.floor >= 21 && $0.waiting == 0 && $0.underWay == 0 } ?? false
    }
    #expect(log.ids == (1...21).map(WorkerBench.id))
    await worker.stop()
  }

  @Test func `the events of a stream that was made anew under a busy worker are handled`()
    async throws
  {
    let bench = try await WorkerBench()
    let worker = try await worker(on: bench, holding: 21)
    try await begin(bench, 20)
    try await bench.publish(21...21)
    try await log.count(21)
    // A busy worker has no request at the server, which could tell it.
    try await bench.ask("STREAM.DELETE.shop")
    try await bench.create()
    try await Consumer(bench.streams.events, name: "mail").create(configuration(in: bench))
    try await bench.publish(101...125)
    gate.open()
    await until { Set((101...125).map(WorkerBench.id)).isSubset(of: log.ids) }
    await worker.stop()
  }

  @Test func `the events of a stream that was restored from a backup are handled`() async throws {
    let bench = try await WorkerBench()
    let consumer = Consumer(bench.streams.events, name: "mail")
    try await consumer.create(configuration(in: bench))
    // As if it had been at 1,000 a day before, when the backup was older.
    let day = 86_400_000_000
    try await bench.streams.state.publish(
      bench.streams.subjects.settled("mail"),
      JSONValue.object([
        "created": .integer(try await consumer.info().created), "sequence": 1_000,
        "time": .integer(Int(Date().timeIntervalSince1970 * 1e6) - day),
      ]).jsonBytes)
    let worker = try await worker(on: bench)
    try await bench.publish(1...5)
    try await log.count(5)
    try await until { try await place(in: bench) == 5 }
    await worker.stop()
  }

  @Test func `a consumer that is made anew to repeat all events repeats them`() async throws {
    let bench = try await WorkerBench()
    let worker = try await worker(on: bench, holding: 21)
    try await begin(bench, 20)
    try await bench.publish(21...21)
    try await log.count(21)
    // Up to a second, a time is taken for the same one.
    let created = try await Consumer(bench.streams.events, name: "mail").info().created
    await until { Int(Date().timeIntervalSince1970) > created + 2 }
    try await bench.ask("CONSUMER.DELETE.shop.mail")
    try await bench.ask(
      "CONSUMER.DURABLE.CREATE.shop.mail",
      [
        "stream_name": "shop",
        "config": [
          "durable_name": "mail", "filter_subject": .string(configuration(in: bench).subject),
          "ack_policy": "explicit", "deliver_policy": "all",
        ],
      ])
    gate.open()
    try await log.count(42)
    #expect(log.ids.suffix(21) == ArraySlice((1...21).map(WorkerBench.id)))
    await worker.stop()
  }

  @Test func `a worker that may not keep its place says so once`() async throws {
    let bench = try await WorkerBench(
      """
      authorization: { users: [
        { user: u, password: p, permissions: { publish: { deny: "seashell-state.shop.live.settled.>" } } }
      ] }
      no_auth_user: u
      """)
    let worker = try await worker(on: bench)
    try await bench.publish(1...1)
    await until { !bench.reports.isEmpty }
    try await bench.publish(2...20)
    try await log.count(20)
    await worker.stop()
    #expect(
      bench.reports == [
        "how far the workers 'mail' are cannot be kept: \(bench.server.url) does not allow this user"
          + " to send to 'seashell-state.shop.live.settled.mail'"
      ])
  }

  /// Starts a worker that keeps its place every third of a second, and whose run of one event waits for the gate.
  private func worker(on bench: WorkerBench, holding number: Int = 0) async throws -> SharedWorker {
    try await bench.worker(patience: .seconds(1)) { event in
      log.add("", event)
      if event.id == WorkerBench.id(number) { await gate.wait() }
      return .done
    }
  }

  private func configuration(in bench: WorkerBench) -> Consumer.Configuration {
    var configuration = Consumer.Configuration(
      subject: bench.streams.subjects.subjects(of: .exactly("orders.placed")))
    configuration.patience = .seconds(1)
    return configuration
  }

  /// Lets some events be handled, and waits until the place is behind them.
  private func begin(_ bench: WorkerBench, _ count: Int) async throws {
    try await bench.publish(1...count)
    try await log.count(count)
    try await until { try await place(in: bench) == count }
  }

  private func place(in bench: WorkerBench) async throws -> Int? {
    let subject = bench.streams.subjects.settled("mail")
    guard let record = try await bench.streams.state.message(.last(subject: subject)),
      case .integer(let sequence)? = try JSONValue(json: record.data)["sequence"]
    else { return nil }
    return sequence
  }
}
