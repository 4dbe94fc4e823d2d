import CoreSystem
import Glibc
import Synchronization

/// Work that may hold the main thread for longer than a turn of the loop should.
package enum LongTurn: Sendable {
  /// GNU Readline handling a key, completing, or redrawing the whole line.
  case readline
  /// The first answer of a TLS connection, when certificates are checked.
  case handshake
}

#if DEBUG
  /// Reports each turn of the loop that takes over 5 ms on standard error, with its stack, while it runs.
  ///
  /// Active in debug builds with the variable `SEASHELL_SLOW_TURNS`. A turn takes ten times as long there as
  /// in a release build, so the variable can set another limit in milliseconds.
  final class SlowTurns: Sendable {
    static let shared = getenv("SEASHELL_SLOW_TURNS").map {
      SlowTurns(limit: Int64(String(cString: $0)) ?? 5)
    }

    /// The start of the current turn, in nanoseconds; 0 between turns, and during a turn that may be slow.
    private let start = Atomic<Int64>(0)
    private let limit: Int64
    private let thread = UInt(pthread_self())

    /// - Parameter limit: how long a turn on this thread may take, in milliseconds.
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
  /// Marks the current turn as possibly slow, so that a debug build does not report it.
  ///
  /// - Parameter condition: whether it may be slow; not evaluated in a release build.
  package static func expect(_ turn: LongTurn, if condition: @autoclosure () -> Bool = true) {
    #if DEBUG
      if let turns = SlowTurns.shared, condition() { turns.end() }
    #endif
  }

  /// Runs a job, a block or a handler; a debug build measures its time.
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
