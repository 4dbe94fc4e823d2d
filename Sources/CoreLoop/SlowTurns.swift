import CoreSystem
import Glibc
import Synchronization

/// What may hold the main thread for longer than a turn of the loop should take.
package enum LongTurn: Sendable {
  /// A line of GNU Readline: a key, a completion, or the whole line drawn anew.
  case readline
  /// The first answer of a connection with TLS: certificates are checked.
  case handshake
}

#if DEBUG
  /// Reports on standard error each turn of the loop that takes over 5 ms, while it runs, with its stack.
  ///
  /// In a debug build with the variable `SEASHELL_SLOW_TURNS`: there a turn takes ten times as long as in a
  /// release build, so its value may be another number of milliseconds.
  final class SlowTurns: Sendable {
    static let shared = getenv("SEASHELL_SLOW_TURNS").map {
      SlowTurns(limit: Int64(String(cString: $0)) ?? 5)
    }

    /// When the turn that runs has begun, in nanoseconds; 0 between turns, and for a turn that may take long.
    private let start = Atomic<Int64>(0)
    private let limit: Int64
    private let thread = UInt(pthread_self())

    /// - Parameter limit: the milliseconds that a turn on this thread may take.
    init(limit: Int64) {
      self.limit = limit
      BlockingThread.run { self.watch() }
    }

    func begin() { start.store(MonotonicTime.precise(), ordering: .relaxed) }

    func end() { start.store(0, ordering: .relaxed) }

    private func watch() {
      var reported: Int64 = 0
      while true {
        MonotonicTime.sleep(for: 1)
        let start = start.load(ordering: .relaxed)
        guard start != 0, start != reported, MonotonicTime.precise() - start > limit * 1_000_000
        else { continue }
        reported = start
        let line = "a turn of the loop takes over \(limit) ms:\n"
        write(STDERR_FILENO, line, line.utf8.count)
        ThreadStack.write(of: thread)
      }
    }
  }
#endif

extension MainLoop {
  /// Says that the turn that runs may take long; a debug build then does not report it.
  ///
  /// - Parameter condition: whether it may; not evaluated in a release build.
  package static func expect(_ turn: LongTurn, if condition: @autoclosure () -> Bool = true) {
    #if DEBUG
      if let turns = SlowTurns.shared, condition() { turns.end() }
    #endif
  }

  /// Runs a job, a block or a handler, in a debug build with its time.
  @inline(__always)
  static func turn(_ body: () -> Void) {
    #if DEBUG
      SlowTurns.shared?.begin()
      body()
      SlowTurns.shared?.end()
    #else
      body()
    #endif
  }
}
