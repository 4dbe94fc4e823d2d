import ShellRuntime
import StreamServer
import TestSupport
import Testing

@testable import SeashellStreams

/// What a worker still does at its end, and while its server is away.
@MainActor
@Suite(.enabled(if: StreamServer.isThere, "nats-server is not here"))
struct WorkerEndTests {
  private let bench: WorkerBench
  private let log = WorkerLog()
  private let gate = WorkerGate()
  private var server: StreamServer { bench.server }
  private var streams: Streams { bench.streams }

  init() async throws { bench = try await WorkerBench() }

  /// Kills the server, and waits until the connection is lost.
  private func killServer() async throws {
    server.kill()
    await until { (try? await streams.events.info()) == nil }
  }

  @Test func `the end of a run is told as soon as the server is back`() async throws {
    let worker = try await bench.worker(lastPatience: .seconds(120)) { event in
      log.add("", event)
      await gate.wait()
      return .done
    }
    try await bench.publish(1...1)
    try await log.count(1)
    try await killServer()
    let ending = Task { await worker.stop() }
    gate.open()
    try server.start()
    await ending.value
    #expect(bench.reports.isEmpty)
    // Its connection is another one than the worker's, and may still be lost.
    await until {
      (try? await Consumer(streams.events, name: "mail").info().underWay) == 0
    }
  }

  @Test func `the end of a run that cannot be told is reported`() async throws {
    let worker = try await bench.worker(lastPatience: .zero) { event in
      log.add("", event)
      await gate.wait()
      return .done
    }
    try await bench.publish(1...1)
    try await log.count(1)
    try await killServer()
    let ending = Task { await worker.stop() }
    gate.open()
    await ending.value
    #expect(
      bench.reports == ["the end of event 1 could not be told to the server; it will come again"])
  }

  @Test func `what is not begun while the server is away is published anew once it is back`()
    async throws
  {
    let worker = try await bench.worker(maxTries: 1) { event in
      log.add("", event)
      guard log.events.count == 1 else { return .done }
      await gate.wait()
      server.kill()
      return .notBegun
    }
    try await bench.publish(1...1)
    // The server has said that it has the event, which a worker may get before that.
    gate.open()
    await until { (try? await streams.events.info()) == nil }
    try server.start()
    await until { (try? await streams.events.info())?.messages == 2 }
    try await log.count(2)
    await worker.stop()
    #expect(Set(log.ids) == [WorkerBench.id(1)] && log.events.allSatisfy { $0.tries == 1 })
    #expect(try await FailedEvents(streams).all().isEmpty)
  }

  @Test func `whoever ends it waits for the run under way`() async throws {
    let worker = try await bench.worker { event in
      log.add("", event)
      await gate.wait()
      log.add("end", event)
      return .done
    }
    try await bench.publish(1...1)
    try await log.count(1)
    let first = Task { await worker.stop() }
    let second = Task {
      await worker.stop()
      return log.events.last?.who
    }
    for _ in 0..<20 { await Task.yield() }
    gate.open()
    #expect(await second.value == "end")
    await first.value
  }
}
