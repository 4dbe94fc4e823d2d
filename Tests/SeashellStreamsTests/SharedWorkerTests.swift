import CoreEvents
import CoreJSON
@testable import SeashellTesting
import ShellCommands
import ShellOutput
import ShellRuntime
import StreamServer
import TestSupport
import Testing
import WebAPI

@testable import SeashellStreams

/// Workers that share a stream's events, with a real server.
@MainActor
@Suite(.enabled(if: StreamServer.isThere, "nats-server is not here"))
struct SharedWorkerTests {
  private let bench: WorkerBench
  private var server: StreamServer { bench.server }
  private var streams: Streams { bench.streams }

  init() async throws { bench = try await WorkerBench() }

  @Test func `each event is handled by one of the workers`() async throws {
    let log = WorkerLog()
    var workers: [SharedWorker] = []
    for number in 0..<4 {
      workers.append(
        try await bench.worker(parallel: 2) { event in
          await Task.yield()
          log.add("\(number)", event)
          return .done
        })
    }
    try await bench.publish(1...200)
    try await log.count(200)
    for worker in workers { await worker.stop() }
    #expect(log.ids.sorted() == (1...200).map(WorkerBench.id).sorted())
    #expect(Set(log.events.map(\.who)).count > 1)
    #expect(try await Consumer(streams.events, name: "mail").info().underWay == 0)
  }

  @Test func `never more runs are under way than are allowed`() async throws {
    let log = WorkerLog()
    let worker = try await bench.worker(parallel: 3) { event in
      log.begin()
      // The first runs wait until as many are under way as may be.
      await until { log.most >= 3 }
      for _ in 0..<5 { await Task.yield() }
      log.end()
      log.add("", event)
      return .done
    }
    try await bench.publish(1...60)
    try await log.count(60)
    await worker.stop()
    #expect(log.most == 3)
  }

  @Test func `an event that fails is tried again, and then set aside`() async throws {
    let log = WorkerLog()
    let worker = try await bench.worker(maxTries: 3) { event in
      log.add("", event)
      return event.id == WorkerBench.id(2) ? .failed(.notFound, "there is no such thing") : .done
    }
    try await bench.publish(1...3)
    try await log.count(5)
    let failed = FailedEvents(streams)
    try await until { try await failed.all().count == 1 }
    #expect(log.events.filter { $0.id == WorkerBench.id(2) }.map(\.tries) == [1, 2, 3])
    let (number, event) = try #require(try await failed.all().first)
    #expect(event.worker == "mail" && event.tries == 3 && event.event.id == WorkerBench.id(2))
    #expect(event.reason == "there is no such thing" && event.status == .notFound)

    try await failed.retry(number)
    try await log.count(8)
    try await until { try await failed.all().count == 1 }
    #expect(log.events.suffix(3).map(\.tries) == [1, 2, 3])
    try await failed.drop(try #require(try await failed.all().first).0)
    #expect(try await failed.all().isEmpty)
    await worker.stop()
  }

  @Test func `what fails is retried by the workers of its name alone`() async throws {
    let (mail, stock) = (WorkerLog(), WorkerLog())
    let one = try await bench.worker(maxTries: 1) { event in
      mail.add("", event)
      return event.tries == 1 && mail.events.count == 1 ? .failed(.failure, "no") : .done
    }
    let two = try await bench.worker("stock") { event in
      stock.add("", event)
      return .done
    }
    try await bench.publish(1...1)
    let failed = FailedEvents(streams)
    try await until { try await failed.all().count == 1 }
    try await failed.retry(try #require(try await failed.all().first).0)
    try await mail.count(2)
    try await bench.publish(2...2)
    try await stock.count(2)
    #expect(stock.ids == [WorkerBench.id(1), WorkerBench.id(2)])
    await one.stop()
    await two.stop()
  }

  @Test func `a worker that ends gives back what it did not finish`() async throws {
    let log = WorkerLog()
    // An event that was not given back would come again only after ten minutes.
    let first = try await bench.worker(patience: .seconds(600)) { event in
      log.add("first", event)
      return .unfinished
    }
    try await bench.publish(1...1)
    try await log.count(1)
    await first.stop()
    let before = log.events.count
    let second = try await bench.worker(patience: .seconds(600)) { event in
      log.add("second", event)
      return .done
    }
    try await log.count(before + 1)
    await second.stop()
    #expect(log.events.last?.who == "second")
    #expect(try await Consumer(streams.events, name: "mail").info().underWay == 0)
  }

  @Test func `what a worker has not begun at its end keeps its tries`() async throws {
    let log = WorkerLog()
    let worker = try await bench.worker(maxTries: 1) { event in
      log.add("", event)
      return log.events.count > 3 ? .done : .notBegun
    }
    try await bench.publish(1...1)
    try await log.count(4)
    await worker.stop()
    #expect(Set(log.ids) == [WorkerBench.id(1)] && log.events.allSatisfy { $0.tries == 1 })
    #expect(try await FailedEvents(streams).all().isEmpty)
  }

  @Test func `what is not begun at the last try is set aside if an order is kept`() async throws {
    let worker = try await bench.worker(maxTries: 1, order: "number") { _ in .notBegun }
    try await bench.publish(1...1)
    try await until { try await FailedEvents(streams).all().count == 1 }
    // A copy behind later events would be the stream's second message.
    #expect(try await streams.events.info().messages == 1)
    await worker.stop()
  }

  @Test func `the events of a worker that is lost go to another one`() async throws {
    let log = WorkerLog()
    let gate = WorkerGate()
    let lost = try await bench.worker(patience: .seconds(1), maxTries: 2, clock: ManualClock()) {
      event in
      log.add("lost", event)
      await gate.wait()
      return .done
    }
    try await bench.publish(1...1)
    try await log.count(1)
    let other = try await bench.worker(patience: .seconds(1), maxTries: 2) { event in
      log.add("other", event)
      return .done
    }
    try await log.count(2)
    #expect(log.events.map(\.who) == ["lost", "other"])
    #expect(log.events.map(\.tries) == [1, 2])
    gate.open()
    await lost.stop()
    await other.stop()
  }

  @Test func `a long run keeps its event by signs of life`() async throws {
    let (log, gate, clock) = (WorkerLog(), WorkerGate(), ManualClock())
    let signs = try SignsOfLife(to: streams)
    let busy = try await bench.worker(patience: .seconds(600), clock: clock) { event in
      log.add("busy", event)
      await gate.wait()
      return .done
    }
    try await bench.publish(1...1)
    try await log.count(1)
    for number in 1...3 {
      // One waits to give a sign, the other to write its place.
      await clock.sleepers(2)
      clock.advance(by: .seconds(200))
      await until { signs.count >= number }
    }
    gate.open()
    await busy.stop()
    #expect(log.events.count == 1)
    #expect(try await Consumer(streams.events, name: "mail").info().underWay == 0)
  }

  @Test func `the order of each value is kept, over all workers`() async throws {
    let log = WorkerLog()
    var workers: [SharedWorker] = []
    for _ in 0..<3 {
      workers.append(
        try await bench.worker(parallel: 4, order: "product") { event in
          for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
          log.add("", event)
          return event.id == WorkerBench.id(7) && event.tries == 1
            ? .failed(.failure, "once") : .done
        })
    }
    for number in 1...60 {
      try await bench.publish(
        number,
        DynamicEvent(
          eventName: "orders.placed", payload: ["product": .string("p-\(number % 5)")]))
    }
    try await log.count(61)
    for worker in workers { await worker.stop() }
    for product in 0..<5 {
      let numbers = log.ids.compactMap { Int($0.dropFirst(2)) }.filter { $0 % 5 == product }
      #expect(numbers == numbers.sorted())
    }
  }

  @Test func `events of other names are left out, and what is no event is skipped with a word`()
    async throws
  {
    let log = WorkerLog()
    let worker = try await bench.worker { event in
      log.add("", event)
      return .done
    }
    try await streams.events.publish("seashell.shop.live.orders.placed._", Array("{".utf8))
    try await bench.publish(1, DynamicEvent(eventName: "orders.placed.late"))
    try await bench.publish(2...2)
    try await log.count(1)
    await worker.stop()
    #expect(log.ids == [WorkerBench.id(2)])
    #expect(bench.reports == ["message 1 of the stream 'shop' is no event; it was skipped"])
  }

  @Test func `an event that fails while the server is away is set aside when it is back`()
    async throws
  {
    let log = WorkerLog()
    let gate = WorkerGate()
    let worker = try await bench.worker(maxTries: 1) { event in
      await gate.wait()
      // A server that is killed may forget that it has given the event, and give it again.
      if log.events.isEmpty { server.kill() }
      log.add("", event)
      return .failed(.notFound, "there is no such thing")
    }
    try await bench.publish(1...1)
    // The server has said that it has the event, which a worker may get before that.
    gate.open()
    // The worker tries to set it aside once at least before the server is back.
    await until { (try? await streams.events.info()) == nil }
    try server.start()
    var found: FailedEvent?
    await until {
      found = try? await FailedEvents(streams).all().first?.1
      return found != nil
    }
    #expect(found?.reason == "there is no such thing" && found?.status == .notFound)
    await worker.stop()
  }

  @Test func `it does not begin while it cannot see whether workers of another order are there`()
    async throws
  {
    let bench = try await WorkerBench(
      """
      authorization: { users: [
        { user: u, password: p, permissions: { publish: { deny: "$JS.API.CONSUMER.INFO.shop.mail_in-order_0" } } }
      ] }
      no_auth_user: u
      """)
    let log = WorkerLog()
    let worker = try await bench.worker(awaits: false) { _ in
      .done
    } fail: {
      log.errors.append($0)
    }
    await until { !log.errors.isEmpty }
    #expect(log.errors.first?.code == .forbidden)
    await #expect(throws: StreamError.self) {
      try await Consumer(bench.streams.events, name: "mail").info()
    }
    await worker.stop()
  }

  @Test func `it goes on when the server was killed`() async throws {
    let log = WorkerLog()
    let worker = try await bench.worker { event in
      log.add("", event)
      return .done
    }
    try await bench.publish(1...5)
    try await log.count(5)
    server.kill()
    try server.start()
    await until { (try? await bench.publish(6...6)) != nil }
    await until { log.ids.contains(WorkerBench.id(6)) }
    await worker.stop()
    // A server that is killed may forget what it was told last, and gives an event again.
    #expect(Set(log.ids) == Set((1...6).map(WorkerBench.id)))
  }

  @Test func `a name that is taken by another event is refused`() async throws {
    try await Consumer(streams.events, name: "mail").create(
      .init(subject: "seashell.shop.live.x.>"))
    let log = WorkerLog()
    let worker = try await bench.worker { _ in
      .done
    } fail: {
      log.errors.append($0)
    }
    await until { !log.errors.isEmpty }
    #expect(log.errors.first?.message.contains("the workers 'mail' have another event") == true)
    await worker.stop()
  }

  @Test(arguments: [nil, "customer"]) func `workers of a name have one order`(
    other: String?
  ) async throws {
    let log = WorkerLog()
    let first = try await bench.worker(order: "product") { _ in .done }
    let second = try await bench.worker(order: other, awaits: false) { _ in
      .done
    } fail: {
      log.errors.append($0)
    }
    await until { !log.errors.isEmpty }
    #expect(log.errors.first?.message.contains("another event or order") == true)
    await first.stop()
    await second.stop()
  }

  @Test func `a run that goes on at the end of its worker keeps its event`() async throws {
    let (log, gate, clock) = (WorkerLog(), WorkerGate(), ManualClock())
    let signs = try SignsOfLife(to: streams)
    let first = try await bench.worker(patience: .seconds(600), clock: clock) { event in
      log.add("first", event)
      await gate.wait()
      return .done
    }
    try await bench.publish(1...1)
    try await log.count(1)
    await clock.sleepers(2)
    let ending = Task { await first.stop() }
    // It writes no place any more.
    await until { clock.deadlines.count == 1 }
    let second = try await bench.worker(patience: .seconds(600)) { event in
      log.add("second", event)
      return .done
    }
    for number in 1...3 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(200))
      await until { signs.count >= number }
    }
    gate.open()
    await ending.value
    await second.stop()
    #expect(log.events.map(\.who) == ["first"])
  }

  @Test func `it ends when its consumer is gone after the server was lost`() async throws {
    let log = WorkerLog()
    let worker = try await bench.worker { event in
      log.add("one", event)
      return .done
    } fail: {
      log.errors.append($0)
    }
    // A worker that had only asked for its consumer would ask again.
    try await bench.publish(1...1)
    try await log.count(1)
    server.kill()
    try server.removeFiles()
    try server.start()
    await until { !log.errors.isEmpty }
    #expect(log.errors.first?.message == "'mail' was removed from the stream")
    await worker.stop()
  }
}

/// Counts the signs of life that workers give the server.
private final class SignsOfLife: Sendable {
  private let all = Record<Void>()
  private let listening: StreamListening

  init(to streams: Streams) throws {
    listening = try streams.events.connection.subscribe("$JS.ACK.>") { [all] message in
      if message.data == Array("+WPI".utf8) { all.add(()) }
    }
  }

  var count: Int { all.elements.count }
}
