import SeashellKit

/// Runs calls of tools, at most ``maximumRunning`` at once; further calls are queued.
@MainActor
final class ServedCalls {
  static let maximumRunning = 16
  /// The maximum number of queued calls; beyond it, no more messages are read.
  static let maximumWaiting = 256
  /// The maximum number of calls that wait for the client's user.
  static let maximumAsking = 64

  var whenRoom: () -> Void = {}

  private struct Running {
    let call: ServedCall
    let task: Task<Void, Never>
  }

  private var waiting: [ServedCall] = []
  private var running: [ObjectIdentifier: Running] = [:]
  private var runningCount = 0
  /// The calls that wait for an answer, the oldest first.
  private var asking: [ServedCall] = []
  private var idle = Waiter<Void, any Error>()

  /// Whether the queue of calls is full, so that no more messages should be read.
  var isFull: Bool { waiting.count >= Self.maximumWaiting }

  func start(_ call: ServedCall) {
    waiting.append(call)
    startWaiting()
  }

  func isOpen(_ id: CellValue) -> Bool { call(of: id) != nil }

  /// Cancels the call of a request like Ctrl-C; the request gets no response.
  func cancel(_ id: CellValue) {
    guard let call = call(of: id) else { return }
    call.request.drop()
    end(call)
  }

  func asking(_ token: String) -> ServedCall? { asking.first { $0.token == token } }

  /// Cancels all calls, which then report to the client that they were interrupted.
  func cancelAll() {
    waiting = []
    for running in running.values { running.task.cancel() }
    endIfIdle()
  }

  /// Waits until no call runs or waits, but no longer than a time.
  func untilIdle(within limit: Duration, on clock: any Clock<Duration>) async {
    idle = Waiter()
    endIfIdle()
    await idle.hasValue(within: limit, on: clock)
  }

  private func call(of id: CellValue) -> ServedCall? {
    let calls = waiting + running.values.map(\.call)
    return calls.first { $0.request.isOpen && $0.request.id == id }
  }

  private func end(_ call: ServedCall) {
    waiting.removeAll { $0 === call }
    running[ObjectIdentifier(call)]?.task.cancel()
  }

  private func startWaiting() {
    while runningCount < Self.maximumRunning, !waiting.isEmpty {
      let call = waiting.removeFirst()
      runningCount += 1
      call.whenAskingChanges = { [unowned self, unowned call] in askingChanged(call) }
      let task = Task { [self] in
        await call.run()
        ended(call)
      }
      running[ObjectIdentifier(call)] = Running(call: call, task: task)
    }
    if !isFull { whenRoom() }
  }

  private func ended(_ call: ServedCall) {
    runningCount -= 1
    running[ObjectIdentifier(call)] = nil
    startWaiting()
    endIfIdle()
  }

  private func endIfIdle() {
    if waiting.isEmpty, running.isEmpty { idle.settle() }
  }

  /// Lets other calls run while a call asks its user, who may take minutes.
  private func askingChanged(_ call: ServedCall) {
    if call.isAsking {
      runningCount -= 1
      asking.append(call)
      if asking.count > Self.maximumAsking { end(asking[0]) }
      startWaiting()
    } else {
      runningCount += 1
      asking.removeAll { $0 === call }
    }
  }
}
