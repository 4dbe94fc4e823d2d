import CoreLoop
import SeashellKit
import Synchronization

/// Hands what happens on a process's thread to the main actor, in order and in batches.
final class ProcessInbox: Sendable {
  /// What happens.
  enum Event: Sendable {
    /// It wrote lines to standard output.
    case values([CellValue])
    /// It wrote a line to standard error.
    case errorLine(String)
    /// Its standard input has taken so many bytes in all.
    case written(Int)
    /// It has closed its standard input.
    case inputClosed
    /// It has ended.
    case ended(ProcessEnd)
  }

  private struct State {
    var events: [Event] = []
    var messages = 0
    var bytes = 0
    var errorLines = 0
    /// How many lines of standard error were left out, because too many waited.
    var leftOut = 0
    var isScheduled = false
  }

  /// How many lines of standard error may wait; those that come then are left out.
  private static let waitingErrorLines = 100

  private let state = Mutex(State())
  private let messages: Int
  private let bytes: Int
  private let handle: @MainActor @Sendable (Event) -> Void
  private let resume: @Sendable () -> Void

  /// Creates an inbox.
  ///
  /// - Parameters:
  ///   - messages: how many lines of standard output may wait until it is full.
  ///   - bytes: how long these may be together.
  ///   - handle: handles an event.
  ///   - resume: called when the inbox is empty after it was full.
  init(
    messages: Int, bytes: Int, resume: @escaping @Sendable () -> Void,
    handle: @escaping @MainActor @Sendable (Event) -> Void
  ) {
    self.messages = messages
    self.bytes = bytes
    self.handle = handle
    self.resume = resume
  }

  /// Whether so much waits that no more should be read.
  var isFull: Bool { state.withLock { isFull($0) } }

  private func isFull(_ state: State) -> Bool {
    state.messages >= messages || state.bytes >= bytes
  }

  /// Adds an event.
  ///
  /// - Parameter bytes: the size of an event with values.
  func post(_ event: Event, bytes: Int = 0) {
    let isFirst = state.withLock { state in
      switch event {
      case .values(let values): state.messages += values.count
      case .errorLine:
        guard state.errorLines < Self.waitingErrorLines else {
          state.leftOut += 1
          return false
        }
        state.errorLines += 1
      default: break
      }
      state.bytes += bytes
      state.events.append(event)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    MainLoop.shared.post { self.deliver() }
  }

  @MainActor private func deliver() {
    let batch = state.withLock { state in
      defer { state = State() }
      return state
    }
    if isFull(batch) { resume() }
    for event in batch.events {
      if case .ended = event { reportLeftOut(batch.leftOut) }
      handle(event)
    }
    if case .ended = batch.events.last { return }
    reportLeftOut(batch.leftOut)
  }

  @MainActor private func reportLeftOut(_ count: Int) {
    if count > 0 { handle(.errorLine("(\(count) more lines are left out)")) }
  }
}
