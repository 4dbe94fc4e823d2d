import WebMessages

/// How long a transfer may still wait for its peer.
///
/// Time in which our own side holds the transfer back counts only for the whole of it.
struct CurlTimeouts {
  typealias Instant = ContinuousClock.Instant

  /// What a transfer waits for.
  enum Phase {
    case connecting
    /// The request goes out.
    case sending
    /// The request is out, and nothing of the answer has come.
    case waiting
    case receiving
  }

  /// Which bound was passed.
  enum Timeout: Error, Equatable {
    case connect
    case firstByte
    case stall
    case whole
  }

  private let settings: TransportSettings
  private let end: Instant?
  private(set) var phase = Phase.connecting
  private var lastMove: Instant
  /// Whether our side, and not the peer, is the one that is waited for.
  private var isHeld = false

  init(_ settings: TransportSettings, isEndless: Bool, now: Instant) {
    self.settings = settings
    end = isEndless ? nil : now + settings.wholeTimeout
    lastMove = now
  }

  /// Notes that something went or came, or that the next phase began.
  mutating func move(to phase: Phase, isHeld: Bool, now: Instant) {
    self.phase = phase
    self.isHeld = isHeld
    lastMove = now
  }

  /// The next moment at which a bound may be passed.
  var deadline: Instant? {
    guard !isHeld else { return end }
    let next = lastMove + patience
    return end.map { min($0, next) } ?? next
  }

  /// The bound that is passed, if one is.
  func expired(now: Instant) -> Timeout? {
    if let end, now >= end { return .whole }
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
  /// The whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// The time as a sentence says it: `10 s`, `250 ms`.
  var text: String {
    let milliseconds = milliseconds
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
