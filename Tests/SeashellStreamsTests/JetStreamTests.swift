import SeashellTesting
import StreamServer
import Synchronization
import TestSupport
import Testing
@testable import SeashellStreams

/// A stream of a real server: publishing once, reading, and handing each message to one of several takers.
@Suite(.enabled(if: StreamServer.isThere, "nats-server is not here"))
struct JetStreamTests {
  private let server: StreamServer
  private let changes = Log<StreamConnection.Change>()
  /// The stream `S` of the subjects `a.>`.
  private let stream: JetStream

  init() async throws {
    server = try StreamServer()
    let changes = changes
    stream = JetStream(
      try await Self.connection(.init(server.url, name: "test")) { changes.add($0) }, name: "S")
    try await stream.create(.init(subjects: ["a.>"]))
  }

  @Test func `a message of a known id is not taken twice`() async throws {
    let first = try await stream.publish("a.x", Array("1".utf8), id: "one")
    let again = try await stream.publish("a.x", Array("1".utf8), id: "one")
    #expect(first.sequence == 1 && !first.isDuplicate)
    #expect(again.isDuplicate)
    #expect(try await stream.info().messages == 1)
  }

  @Test func `a message is refused if the subject's last one is another`() async throws {
    let first = try await stream.publish("a.x", [], last: 0)
    let error = await #expect(throws: StreamError.self) {
      try await stream.publish("a.x", [], last: 0)
    }
    #expect(error?.code == .conflict)
    try await stream.publish("a.x", [], last: first.sequence)
  }

  @Test func `a message is refused if another one precedes it`() async throws {
    try await stream.publish("a.x", [], id: "one")
    try await stream.publish("a.y", [], id: "two", after: "one")
    let error = await #expect(throws: StreamError.self) {
      try await stream.publish("a.x", [], id: "three", after: "one")
    }
    #expect(error?.code == .conflict)
    #expect(try await stream.info().messages == 2)
  }

  @Test func `messages are read by place and by subject`() async throws {
    try await stream.publish("a.x", Array("ä".utf8), fields: [("Own", "b: c")])
    try await stream.publish("a.y", [])
    let message = try await stream.message(.sequence(1))
    #expect(message?.data == Array("ä".utf8))
    #expect(message?["Own"] == "b: c")
    #expect(try await stream.message(.next(1, subject: "a.y"))?.sequence == 2)
    #expect(try await stream.message(.last(subject: "a.*"))?.sequence == 2)
    #expect(try await stream.message(.next(3, subject: "a.>")) == nil)
    #expect(try await stream.remove(1))
    #expect(try await stream.message(.sequence(1)) == nil)
    #expect(try await !stream.remove(1))
  }

  @Test func `each message goes to one of several takers`() async throws {
    let consumer = Consumer(stream, name: "work")
    try await consumer.create(.init(subject: "a.>"))
    let count = 500
    let seen = Log<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let own = try await StreamConnection.open(.init(server.url, name: "taker")) { _ in }
        let taken = try ConsumerTake(Consumer(JetStream(own, name: "S"), name: "work"))
        group.addTask {
          taken.want(8)
          while let deliveries = try await taken.next() {
            for delivery in deliveries {
              try await delivery.settle(.done, on: own)
              if seen.add(delivery.sequence) == count { return }
              taken.want(1)
            }
          }
        }
      }
      for number in 1...count { try await stream.publish("a.x", Array("\(number)".utf8)) }
      try await group.next()
      group.cancelAll()
    }
    #expect(seen.all.sorted() == Array(1...count))
    #expect(try await consumer.info().underWay == 0)
  }

  @Test func `a take that ends gives what the server had sent before`() async throws {
    let consumer = Consumer(stream, name: "work")
    try await consumer.create(.init(subject: "a.x"))
    for number in 1...500 { try await stream.publish("a.x", Array("\(number)".utf8)) }
    for round in 1...10 {
      let take = try ConsumerTake(consumer)
      take.want(50)
      await until { (try? await consumer.info().underWay) == 50 }
      // The server counts messages before it sends them: its answer to this one comes behind them.
      try await stream.publish("a.y", [])
      await take.end()
      var count = 0
      while let deliveries = try await take.next() {
        for delivery in deliveries {
          try await delivery.settle(.done, on: stream.connection)
          count += 1
        }
      }
      #expect(count == 50, "round \(round)")
    }
  }

  @Test func `a message that is given back comes again, and says how often`() async throws {
    let consumer = Consumer(stream, name: "work")
    try await consumer.create(.init(subject: "a.>"))
    try await stream.publish("a.x", [])
    let taken = try ConsumerTake(consumer)
    for tries in 1...3 {
      taken.want(1)
      let delivery = try #require(try await taken.next()?.first)
      #expect(delivery.tries == tries)
      #expect(delivery.sequence == 1)
      try await delivery.settle(tries == 3 ? .never : .again(after: .zero), on: stream.connection)
    }
    #expect(try await consumer.info().underWay == 0)
  }

  @Test func `it goes on after the server was killed and is back`() async throws {
    let consumer = Consumer(stream, name: "work")
    try await consumer.create(.init(subject: "a.>"))
    let taken = try ConsumerTake(consumer)
    taken.want(2)
    try await stream.publish("a.x", [])
    #expect(try await taken.next()?.first?.sequence == 1)
    server.kill()
    await #expect(throws: StreamError.self) {
      try await stream.connection.request("$JS.API.INFO", within: .milliseconds(200))
    }
    try server.start()
    await Self.publishWhenBack("a.x", to: stream)
    // A server that is killed may forget that it has given the first one, and give it again in place of the second.
    var given = try #require(try await taken.next())
    while !given.contains(where: { $0.sequence == 2 }) {
      taken.want(given.count)
      given = try #require(try await taken.next())
    }
    #expect(changes.all == [.lost, .restored])
  }

  @Test func `what was sent while the connection was lost does not arrive later`() async throws {
    let consumer = Consumer(stream, name: "work")
    try await consumer.create(.init(subject: "a.>"))
    let taken = try ConsumerTake(consumer)
    server.kill()
    await until { changes.all == [.lost] }
    let lost = StreamError(.lost, "the connection to \(server.url) is lost")
    for _ in 1...3 {
      #expect(
        await #expect(throws: StreamError.self) { try await stream.publish("a.x", []) } == lost)
    }
    #expect(throws: lost) { _ = try ConsumerTake(consumer) }
    // It asks when the server is back.
    taken.want(1)
    try server.start()
    await Self.publishWhenBack("a.x", to: stream)
    #expect(try await taken.next()?.first?.sequence == 1)
    #expect(try await stream.info().messages == 1)
  }

  @Test func `a lost connection ends the wait for an answer`() async throws {
    let heard = Log<Bool>()
    let connection = stream.connection
    let listening = try connection.subscribe("never.answered") { _ in heard.add(true) }
    let asked = Task { try await connection.request("never.answered", within: .seconds(300)) }
    await until { !heard.all.isEmpty }
    server.kill()
    let error = await #expect(throws: StreamError.self) { _ = try await asked.value }
    #expect(error?.code == .lost)
    withExtendedLifetime(listening) {}
  }

  @Test func `it ends when the server that is back refuses the credentials`() async throws {
    let consumer = Consumer(stream, name: "work")
    try await consumer.create(.init(subject: "a.>"))
    let taken = try ConsumerTake(consumer)
    taken.want(1)
    server.kill()
    try server.configure("authorization: { token: t }")
    try server.start()
    let error = await #expect(throws: StreamError.self) { try await taken.next() }
    let closed = StreamError(.closed, "\(server.url) does not accept the credentials any more")
    #expect(error == closed)
    #expect(
      await #expect(throws: StreamError.self) { try await stream.publish("a.x", []) } == closed)
    await until { changes.all.last == .closed }
  }

  @Test func `what cannot be done is said in one line`() async throws {
    let server = try StreamServer(
      """
      authorization: { users: [
        { user: u, password: p, permissions: { publish: ["$JS.API.STREAM.>", "a.x"], subscribe: "_INBOX.>" } }
      ] }
      """)
    let open = { (credentials: StreamSettings.Credentials) in
      try await Self.connection(.init(server.url, name: "t", credentials: credentials))
    }
    let wrong = await #expect(throws: StreamError.self) {
      try await open(.user("u", password: "q"))
    }
    #expect(
      wrong == StreamError(.denied, "\(server.url) does not accept the credentials"))
    let stream = JetStream(try await open(.user("u", password: "p")), name: "S")
    #expect(
      await #expect(throws: StreamError.self) { try await stream.info() }
        == StreamError(.notFound, "the server has no stream 'S'"))
    try await stream.create(.init(subjects: ["a.>"]))
    let denied = await #expect(throws: StreamError.self) { try await stream.publish("a.y", []) }
    #expect(
      denied
        == StreamError(.denied, "\(server.url) does not allow this user to send to 'a.y'"))
    let large = await #expect(throws: StreamError.self) {
      try await stream.publish("a.x", Array(repeating: 0, count: 2 << 20))
    }
    #expect(large?.code == .full)
    let missing = await #expect(throws: StreamError.self) {
      try await StreamConnection.open(.init("nats://127.0.0.1:1", name: "t")) { _ in }
    }
    #expect(missing == StreamError(.unreachable, "cannot reach nats://127.0.0.1:1"))
  }

  @Test(arguments: ["DEAD,LIVE", "LIVE,DEAD", "DEAD,DEAD,LIVE", "LIVE,LIVE"])
  func `of several addresses, one that answers is used`(order: String) async throws {
    let url = order.replacing("DEAD", with: "nats://127.0.0.1:1")
      .replacing("LIVE", with: server.url)
    let stream = JetStream(try await Self.connection(.init(url, name: "test")), name: "S")
    #expect(try await stream.info().messages == 0)
  }

  @Test func `if none of several addresses answers, all are named`() async throws {
    let url = "nats://127.0.0.1:1,nats://127.0.0.1:2"
    let error = await #expect(throws: StreamError.self) {
      try await StreamConnection.open(.init(url, name: "t")) { _ in }
    }
    #expect(error == StreamError(.unreachable, "cannot reach \(url)"))
  }

  @Test func `a connection whose server dies goes on at another address`() async throws {
    let other = try StreamServer()
    try await JetStream(Self.connection(.init(other.url, name: "test")), name: "S")
      .create(.init(subjects: ["a.>"]))
    let both = JetStream(
      try await Self.connection(.init("\(server.url),\(other.url)", name: "test")), name: "S")
    server.kill()
    // It may have been the one in use.
    try await Self.whenThere {
      let messages = try await both.info().messages
      #expect(messages == 0)
    }
  }

  /// Does something again and again until there is a server for it.
  private static func whenThere(_ body: () async throws -> Void) async throws {
    try await until {
      do {
        try await body()
        return true
      } catch let error as StreamError where [.unreachable, .lost].contains(error.code) {
        return false
      }
    }
  }

  /// Connects as soon as the server is there.
  private static func connection(
    _ settings: StreamSettings,
    changed: @escaping @Sendable (StreamConnection.Change) -> Void = { _ in }
  ) async throws -> StreamConnection {
    var connection: StreamConnection?
    try await whenThere { connection = try await .open(settings, changed: changed) }
    return try #require(connection)
  }

  private static func publishWhenBack(_ subject: String, to stream: JetStream) async {
    await until { (try? await stream.publish(subject, [], id: "back")) != nil }
  }
}

private final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  var all: [Element] { elements.withLock { $0 } }

  /// Adds an element, and returns how many there are.
  @discardableResult func add(_ element: Element) -> Int {
    elements.withLock { elements in
      elements.append(element)
      return elements.count
    }
  }
}
