import CoreEvents
import CoreJSON
import CoreLoop
import Synchronization

/// Takes messages from a consumer, as many as are wanted.
///
/// It asks again after a lost connection, and when the server forgets a request; then there may be more.
final class ConsumerTake: Sendable {
  /// How long a request for messages waits at the server.
  private static let expiry = Duration.seconds(60)
  /// How often the server gives a sign of life while there are none.
  private static let heartbeat = Duration.seconds(20)
  /// The same for a request that is made anew: a server that has just started may ignore it.
  private static let (firstExpiry, firstHeartbeat) = (Duration.seconds(10), Duration.seconds(2))
  /// How long it waits for a first sign before it asks again.
  private static let firstPatience = Duration.seconds(5)
  /// How long it waits after an answer that there can be no messages now.
  private static let pause = Duration.seconds(1)

  private struct State {
    /// How many more messages the owner wants.
    var wanted = 0
    /// How many messages were asked for by each request, oldest first.
    var asked: [(request: Int, left: Int)] = []
    var last = 0
    var lastSign = ContinuousClock.now
    /// How often it has asked anew.
    var attempts = 0
    /// The attempt that waits for a first sign; nil after one.
    var attempt: Int?
    var isEnded = false
    var failure: StreamError?
    var subscription: StreamListening?
    var restored: ConnectionChanges.Token?
    var watch: Task<Void, Never>?
  }

  private let consumer: Consumer
  private let prefix: String
  private let mailbox = Mailbox<Delivery>(capacity: .max)
  private let state = Mutex(State())

  /// - Throws: ``StreamError`` `lost`, or `failed` if the server takes no more subscriptions.
  init(_ consumer: Consumer) throws {
    self.consumer = consumer
    let connection = consumer.stream.connection
    prefix = connection.newPrefix()
    let subscription = try connection.subscribe(prefix + "*") { [weak self] in self?.take($0) }
    // The server may have restarted, and have forgotten the requests.
    let restored = connection.whenRestored { [weak self] in self?.askAnew() }
    let watch = Task { [weak self] in
      while (try? await Task.sleep(for: Self.heartbeat)) != nil {
        guard let self else { return }
        checkSigns()
      }
    }
    state.withLock { state in
      (state.subscription, state.restored, state.watch) = (subscription, restored, watch)
    }
  }

  deinit {
    state.withLock { $0.watch?.cancel() }
  }

  /// Wants some more messages.
  func want(_ count: Int) {
    state.withLock { $0.wanted += count }
    ask()
  }

  /// Waits for the messages that have come; nil once it has ended, or the task is cancelled.
  ///
  /// - Throws: ``StreamError`` if the consumer was removed, or no message can be taken any more.
  func next() async throws -> [Delivery]? {
    if let batch = await mailbox.nextBatch() { return batch.events }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return nil
  }

  /// Asks for no more messages, and waits for those that the server has sent already; ``next()`` gives them before
  /// it returns nil.
  func end() async {
    let (subscription, restored, watch) = state.withLock { state in
      state.isEnded = true
      return (state.subscription.take(), state.restored.take(), state.watch)
    }
    watch?.cancel()
    await subscription?.drain()
    mailbox.finish()
    withExtendedLifetime(restored) {}
  }

  private func ask() {
    let request = state.withLock { state -> (Int, Int, isFirst: Bool)? in
      let missing = state.wanted - state.asked.reduce(0) { $0 + $1.left }
      guard missing > 0, !state.isEnded else { return nil }
      state.last += 1
      state.asked.append((state.last, missing))
      state.lastSign = .now
      return (state.last, missing, state.attempt != nil)
    }
    guard let (number, count, isFirst) = request else { return }
    let expiry = isFirst ? Self.firstExpiry : Self.expiry
    let heartbeat = isFirst ? Self.firstHeartbeat : Self.heartbeat
    let body: JSONValue = [
      "batch": .integer(count), "expires": .integer(expiry.nanoseconds),
      "idle_heartbeat": .integer(heartbeat.nanoseconds),
    ]
    do {
      try consumer.stream.connection.publish(
        "$JS.API.CONSUMER.MSG.NEXT.\(consumer.stream.name).\(consumer.name)", body.jsonBytes,
        reply: prefix + String(number))
    } catch let error as StreamError where [.lost, .unreachable].contains(error.code) {
      // It asks again when the connection is back.
    } catch {
      fail(error as? StreamError ?? StreamError(.failed, "\(error)"))
    }
  }

  /// Called on a thread of libnats.
  private func take(_ message: StreamMessage) {
    if let delivery = Delivery(message) {
      state.withLock { state in
        (state.lastSign, state.attempt) = (.now, nil)
        state.wanted = max(0, state.wanted - 1)
        if !state.asked.isEmpty { state.asked[0].left -= 1 }
        if state.asked.first?.left == 0 { state.asked.removeFirst() }
      }
      return mailbox.offer(delivery)
    }
    state.withLock { ($0.lastSign, $0.attempt) = (.now, nil) }
    let number = Int(message.subject.dropFirst(prefix.count)) ?? 0
    switch message.status {
    case 100?: break
    case 409? where message.explanation.lowercased().contains("consumer deleted"):
      fail(StreamError(.notFound, "'\(consumer.name)' was removed from the stream"))
    case 408?:
      state.withLock { $0.asked.removeAll { $0.request == number } }
      ask()
    case 404?, 409?, 503?:
      // The server answers at once, and may do so each time.
      Task { [weak self] in await self?.askLater(insteadOf: number) }
    case let status?:
      fail(StreamError(.failed, "the server gives no messages: \(status) \(message.explanation)"))
    case nil: break
    }
  }

  /// Asks again after a moment.
  private func askLater(insteadOf number: Int) async {
    try? await Task.sleep(for: Self.pause)
    // Its messages may have come meanwhile.
    guard state.withLock({ $0.asked.contains { $0.request == number } }) else { return }
    askAnew { $0 == number }
  }

  /// Asks again for what was asked for by some requests, until the server gives a sign.
  private func askAnew(insteadOf isForgotten: (_ request: Int) -> Bool = { _ in true }) {
    let attempt = state.withLock { state in
      state.asked.removeAll { isForgotten($0.request) }
      state.attempts += 1
      state.attempt = state.attempts
      return state.attempts
    }
    // The thread of libnats that calls this tells of a loss, for which sending would wait.
    LongWork.run { [weak self] in self?.ask() }
    Task { [weak self] in
      await self?.checkConsumer()
      try? await Task.sleep(for: Self.firstPatience)
      self?.checkSign(after: attempt)
    }
  }

  private func checkSign(after attempt: Int) {
    let isSilent = state.withLock {
      $0.attempt == attempt && !$0.asked.isEmpty && !$0.isEnded
    }
    if isSilent { askAnew() }
  }

  /// Fails if the consumer is gone: the server does not answer who asks it for messages.
  private func checkConsumer() async {
    guard state.withLock({ !$0.isEnded }) else { return }
    do {
      _ = try await consumer.info()
    } catch let error as StreamError where error.code == .notFound {
      fail(StreamError(.notFound, "'\(consumer.name)' was removed from the stream"))
    } catch {}
  }

  private func checkSigns() {
    let isSilent = state.withLock {
      !$0.asked.isEmpty && $0.lastSign + Self.heartbeat * 2 < .now
    }
    if isSilent { askAnew() }
  }

  private func fail(_ error: StreamError) {
    state.withLock { ($0.failure, $0.isEnded) = ($0.failure ?? error, true) }
    mailbox.finish()
  }
}
