import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import TestSupport
import Testing

@testable import QueuePlugin

/// Sending in the background at a prompt.
@MainActor
@Suite struct BackgroundSenderTests {
  @Test func `queued writes are sent when the shell has started`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true) { _ in
      .sent(created: "r-301")
    }
    #expect(bench.queue.runs.isEmpty)
    await until { !bench.console.notices.isEmpty }
    #expect(bench.console.notices == ["q-1 was sent: products/p-7/reviews/r-301"])
    #expect(bench.queue.runs.count == 1)
  }

  @Test func `many writes sent in the background get one line`() async throws {
    let bench = try QueueBench((1...12).map { QueueBench.post($0) }, sendsInBackground: true)
    await until { !bench.console.notices.isEmpty }
    #expect(bench.console.notices == ["12 waiting writes were sent"])
  }

  @Test func `a script sends nothing in the background`() async throws {
    let bench = try QueueBench([QueueBench.post(1)])
    #expect(await bench.run("queue list").status == 0)
    bench.harness.bus.post(Reconnected(environment: .test))
    for _ in 0..<100 { await Task.yield() }
    #expect(bench.queue.runs.isEmpty)
    #expect(bench.console.notices.isEmpty)
  }

  @Test func `writes that cannot be sent are counted at the start`() async throws {
    let bench = try QueueBench(
      [QueueBench.post(1), QueueBench.post(2), QueueBench.conflict(3)], sendsInBackground: true
    ) { _ in .postponed("cannot connect") }
    await until { !bench.console.notices.isEmpty }
    #expect(bench.console.notices == ["3 writes wait; 'queue list' shows them"])
  }

  @Test func `without a session, the start names the account of queued writes`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], user: nil, sendsInBackground: true)
    await until { !bench.console.notices.isEmpty }
    #expect(
      bench.console.notices == [
        "1 write waits for demo on test; sign in there with 'session login'"
      ])
    bench.signIn("demo")
    bench.harness.bus.post(SignedIn(user: "demo", environment: .test))
    await until { bench.console.notices.count == 2 }
    #expect(bench.console.notices.last == "q-1 was sent: products/p-7/reviews")
  }

  @Test func `a write refused in the background is reported`() async throws {
    let bench = try QueueBench([QueueBench.post(4)], sendsInBackground: true) { _ in
      .held("422 comment is too long", status: 422)
    }
    await until { bench.console.notices.count == 2 }
    #expect(
      bench.console.notices == [
        "q-4 was refused: 422 comment is too long; 'queue show q-4' says more",
        "1 write waits; 'queue list' shows it",
      ])
  }

  @Test func `a queued write is sent at once, and retried at its time`()
    async throws
  {
    let isReachable = Mutex(true)
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true) { _ in
      isReachable.withLock { $0 }
        ? .sent() : .postponed("cannot connect", notBefore: Date(timeIntervalSinceNow: 0.05))
    }
    await until { bench.console.notices.count == 1 }
    isReachable.withLock { $0 = false }
    let write = try await bench.queue.add(
      APIRequest(path: "orders", method: .post), of: QueueBench.demo, base: nil, isInDoubt: false)
    bench.harness.bus.post(
      QueuedWriteAdded(
        write: write.id, method: "POST", resource: "orders", environment: .test))
    await bench.clock.sleepers(1)
    isReachable.withLock { $0 = true }
    // The stub compares with the time of day.
    await until { bench.queue.writes.allSatisfy { $0.notBefore.map { $0 < Date() } ?? true } }
    bench.clock.advance(by: .seconds(1))
    await until { bench.console.notices.count == 2 }
    #expect(bench.console.notices.last == "q-2 was sent: orders")
    #expect(bench.queue.runs.map(\.selection) == [.all, .due, .due])
  }

  @Test func `queued writes are sent early when the service is back`() async throws {
    let isReachable = Mutex(false)
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true) { _ in
      isReachable.withLock { $0 }
        ? .sent() : .postponed("cannot connect", notBefore: Date(timeIntervalSinceNow: 600))
    }
    await until { bench.console.notices.count == 1 }
    isReachable.withLock { $0 = true }
    bench.harness.bus.post(Reconnected(environment: .test))
    await until { bench.console.notices.count == 2 }
    #expect(bench.console.notices.last == "q-1 was sent: products/p-7/reviews")
  }

  @Test func `queued writes wait while offline is always`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true, offline: .always)
    await until { bench.console.notices.count == 1 }
    #expect(bench.console.notices == ["1 write waits; 'queue list' shows it"])
    #expect(bench.queue.runs.isEmpty)
    bench.harness.context.offline.mode.value = .auto
    #expect(await bench.run("queue list").status == 0)
    await until { bench.console.notices.count == 2 }
    #expect(bench.console.notices.last == "q-1 was sent: products/p-7/reviews")
  }

  @Test func `an ended session is reported once in the background`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true) { _ in
      .postponed("401 Unauthorized", status: 401)
    }
    await until { bench.console.notices.count == 2 }
    bench.harness.bus.post(Reconnected(environment: .test))
    await until { bench.queue.runs.count == 2 }
    for _ in 0..<100 { await Task.yield() }
    #expect(
      bench.console.notices == [
        "waiting writes need a session", "1 write waits; 'queue list' shows it",
      ])
  }

  @Test func `an error of the queue is shown once`() async throws {
    let bench = try QueueBench(sendsInBackground: true)
    bench.queue.error = QueueError(.storage, "cannot read the queue")
    bench.harness.bus.post(Reconnected(environment: .test))
    bench.harness.bus.post(Reconnected(environment: .test))
    await until { !bench.console.notices.isEmpty }
    for _ in 0..<100 { await Task.yield() }
    #expect(bench.console.notices == ["queue: cannot read the queue"])
  }

  @Test func `while another shell is sending, the queue is checked later`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true)
    bench.queue.isBusy = true
    await bench.clock.sleepers(1)
    bench.queue.isBusy = false
    bench.clock.advance(by: .seconds(10))
    await until { bench.queue.writes.isEmpty }
  }

  @Test func `the unloaded module queue sends nothing`() async throws {
    let bench = try QueueBench([QueueBench.post(1)], sendsInBackground: true)
    try bench.harness.unload("queue")
    bench.harness.bus.post(Reconnected(environment: .test))
    for _ in 0..<100 { await Task.yield() }
    #expect(bench.queue.runs.isEmpty)
  }
}
