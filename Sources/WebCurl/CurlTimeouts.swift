import WebMessages

/// Decides when a transfer has timed out.
///
/// Time in which our side pauses the transfer counts only towards the total.
struct CurlTimeouts {
  typealias Instant = ContinuousClock.Instant

  enum Phase {
    case connecting
    case sending
    /// The request was sent, and the response has not begun.
    case waiting
    case receiving
  }

  enum Timeout: Error, Equatable {
    case connect
    case firstByte
    case stall
    case total
  }

  private let settings: TransportSettings
  private let end: Instant?
  private(set) var phase = Phase.connecting
  private var lastMove: Instant
  /// Whether our side has paused the transfer.
  private var isHeld = false

  /// - Parameter limit: the rest of the time limit for all tries of the request; nil if only the settings
  ///   limit it.
  init(_ settings: TransportSettings, isEndless: Bool, limit: Duration? = nil, now: Instant) {
    self.settings = settings
    end = isEndless ? nil : now + min(settings.totalTimeout, limit ?? settings.totalTimeout)
    lastMove = now
  }

  /// Records that bytes were transferred, or that the next phase began.
  mutating func move(to phase: Phase, isHeld: Bool, now: Instant) {
    self.phase = phase
    self.isHeld = isHeld
    lastMove = now
  }

  var deadline: Instant? {
    guard !isHeld else { return end }
    let next = lastMove + patience
    return end.map { min($0, next) } ?? next
  }

  func expired(now: Instant) -> Timeout? {
    if let end, now >= end { return .total }
    guard !isHeld, now >= lastMove + patience else { return nil }
    return switch phase {
    case .connecting: .connect
    case .waiting: .firstByte
    case .sending, .receiving: .stall
    }
  }

  private var patience: Duration {
    switch phase {
    case .connecting: settings.connectTimeout
    case .waiting: settings.firstByteTimeout
    case .sending, .receiving: settings.stallTimeout
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  var text: String {
    let milliseconds = milliseconds
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
