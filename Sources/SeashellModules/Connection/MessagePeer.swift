import SeashellKit

/// Speaks JSON-RPC 2.0 on a channel: sends requests, matches their answers, and ends a module that violates
/// the protocol.
@MainActor
final class MessagePeer {
  enum Event {
    case request(id: CellValue, method: String, parameters: CellValue)
    case notification(method: String, parameters: CellValue)
    case errorLine(String)
    case ended(ModuleError?)
  }

  let channel: any MessageChannel
  private let watch: SilenceWatch
  private let silence: Duration
  private var receive: ((Event) -> Void)?
  private var nextID = 1
  private var waiting: [Int: Waiter<CellValue, any Error>] = [:]
  /// Requests that were cancelled or timed out; the module may still answer them.
  private var abandoned: Set<Int> = []
  private var sending: Set<Int> = []
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextTask = 0
  private var closing: Task<Void, Never>?
  private(set) var end: ModuleError?

  /// Whether a message may be an array of messages.
  var acceptsBatches = false

  init(_ channel: any MessageChannel, silence: Duration, clock: any Clock<Duration>) {
    self.channel = channel
    self.silence = silence
    watch = SilenceWatch(silence, clock: clock)
  }

  func open(_ receive: @escaping (Event) -> Void) async throws {
    self.receive = receive
    watch.start { [weak self] in
      guard let self else { return }
      breakOff(ModuleError("it said nothing for \(silence.components.seconds) s"))
    }
    try await channel.open { [weak self] event in self?.handle(event) }
  }

  func newID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Sends a request and waits for its result; `isEndless` lets the module take any time.
  ///
  /// Throws ``ProtocolError`` if the module answers with one; `CancellationError`, once the module
  /// was notified.
  func request(
    _ method: String, _ parameters: CellValue, id: Int, isEndless: Bool = false
  ) async throws -> CellValue {
    if !isEndless { watch.beginWait() }
    defer { if !isEndless { watch.endWait() } }
    try Task.checkCancellation()
    if let end { throw end }
    let waiter = Waiter<CellValue, any Error>()
    waiting[id] = waiter
    send(
      .message([
        "jsonrpc": .text("2.0"), "id": .integer(id), "method": .text(method),
        "params": parameters,
      ])
    ) { [weak self] in self?.abandon(id, $0) }
    do {
      return try await waiter.valueUnlessCancelled()
    } catch is CancellationError {
      cancel(id, method)
      throw CancellationError()
    }
  }

  func notify(_ method: String, _ parameters: CellValue? = nil) async throws {
    try await channel.send(
      .message(["jsonrpc": .text("2.0"), "method": .text(method), "params": parameters]))
  }

  /// The maximum number of answers that may wait to be sent.
  private static let maximumAnswers = 1_000

  func answer(_ id: CellValue, _ result: Result<CellValue, ProtocolError>) {
    guard tasks.count < Self.maximumAnswers else {
      breakOff(ModuleError("it does not read the answers to its requests"))
      return
    }
    var message = CellValue.message(["jsonrpc": .text("2.0"), "id": id])
    switch result {
    case .success(let value):
      message = .message(["jsonrpc": .text("2.0"), "id": id, "result": value])
    case .failure(let error):
      message = .message([
        "jsonrpc": .text("2.0"), "id": id,
        "error": .message(["code": .integer(error.code), "message": .text(error.message)]),
      ])
    }
    send(message)
  }

  func cancel(_ id: Int, with error: any Error) {
    guard waiting[id] != nil else { return }
    abandon(id, error)
    send(
      .message([
        "jsonrpc": .text("2.0"), "method": .text("notifications/cancelled"),
        "params": .message(["requestId": .integer(id)]),
      ]))
  }

  /// Records a message about a running request, which restarts the silence timeout.
  func heard() { watch.heard() }

  func beginQuestion() { watch.beginQuestion() }

  func endQuestion() { watch.endQuestion() }

  func breakOff(_ error: ModuleError) { finish(error, with: error) }

  func close() async {
    finish(ModuleError("it was stopped"), with: nil)
    await closing?.value
  }
}

extension MessagePeer {
  private func handle(_ event: ChannelEvent) {
    guard end == nil else { return }
    switch event {
    case .errorLine(let line): receive?(.errorLine(line))
    case .ended(let error): finish(error ?? ModuleError("it ended"), with: error)
    case .message(let json):
      do throws(ModuleError) {
        if acceptsBatches, let batch = json.listValue {
          for json in batch { handle(try ProtocolMessage(json)) }
        } else {
          handle(try ProtocolMessage(json))
        }
      } catch {
        breakOff(error)
      }
    }
  }

  private func handle(_ message: ProtocolMessage) {
    guard end == nil else { return }
    switch message {
    case .request(let id, let method, let parameters):
      receive?(.request(id: id, method: method, parameters: parameters))
    case .notification(let method, let parameters):
      receive?(.notification(method: method, parameters: parameters))
    case .answer(.null, .failure(let error)):
      breakOff(ModuleError("it could not read a request: \(error.message)"))
    case .answer(let id, let result):
      guard let number = id.integerValue, (1..<nextID).contains(number) else {
        breakOff(ModuleError("it answered the request \(id.jsonText), which was never sent"))
        return
      }
      watch.heard()
      if let waiter = waiting.removeValue(forKey: number) {
        waiter.settle(result.mapError { $0 as any Error })
      } else if abandoned.remove(number) == nil {
        breakOff(ModuleError("it answered the request \(number) twice"))
      }
    }
  }

  private func cancel(_ id: Int, _ method: String) {
    // The protocol does not allow these to be cancelled.
    if method == "initialize" || method == "server/discover" {
      abandon(id, CancellationError())
    } else {
      cancel(id, with: CancellationError())
    }
  }

  private func abandon(_ id: Int, _ error: any Error) {
    guard let waiter = waiting.removeValue(forKey: id) else { return }
    abandoned.insert(id)
    waiter.settle(.failure(error))
  }

  private func send(_ message: CellValue, onError: @escaping (any Error) -> Void = { _ in }) {
    nextTask += 1
    let number = nextTask
    sending.insert(number)
    // If the channel can send at once, this needs no turn of the main actor.
    let task = Task.immediate { [weak self, channel] in
      do { try await channel.send(message) } catch { onError(error) }
      self?.sending.remove(number)
      self?.tasks[number] = nil
    }
    if sending.contains(number) { tasks[number] = task }
  }

  private func finish(_ error: ModuleError, with reported: ModuleError?) {
    guard end == nil else { return }
    end = error
    watch.stop()
    for waiter in waiting.values { waiter.settle(.failure(error)) }
    waiting = [:]
    for task in tasks.values { task.cancel() }
    tasks = [:]
    closing = Task { [channel] in await channel.close() }
    receive?(.ended(reported))
    receive = nil
  }
}
