import SeashellKit

/// Events of a process that were not handled yet, in order and in batches.
struct ProcessInbox {
  enum Event: Sendable {
    case values([CellValue])
    case errorLine(String)
    /// The total number of bytes that its standard input has accepted.
    case written(Int)
    case inputClosed
    case ended(ProcessEnd)
  }

  /// The maximum number of waiting lines of standard error; further lines are dropped.
  private static let waitingErrorLines = 100

  private let limits: ModuleLimits
  private var events: [Event] = []
  private var messages = 0
  private var bytes = 0
  private var errorLines = 0
  /// The number of dropped lines of standard error.
  private var leftOut = 0

  init(_ limits: ModuleLimits) {
    self.limits = limits
  }

  /// Whether to stop reading until waiting events are handled.
  var isFull: Bool { messages >= limits.waitingMessages || bytes >= limits.messageSize }

  /// Adds an event; `bytes` is the size of one with values.
  ///
  /// Returns whether the inbox was empty, so that the caller must schedule ``take()``.
  mutating func add(_ event: Event, bytes: Int = 0) -> Bool {
    switch event {
    case .values(let values): messages += values.count
    case .errorLine:
      guard errorLines < Self.waitingErrorLines else {
        leftOut += 1
        return false
      }
      errorLines += 1
    default: break
    }
    self.bytes += bytes
    events.append(event)
    return events.count == 1
  }

  mutating func take() -> [Event] {
    var taken = events
    if leftOut > 0 {
      let line = Event.errorLine("(\(leftOut) more lines are left out)")
      if case .ended = taken.last {
        taken.insert(line, at: taken.count - 1)
      } else {
        taken.append(line)
      }
    }
    self = ProcessInbox(limits)
    return taken
  }
}
