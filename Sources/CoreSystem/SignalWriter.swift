package import Glibc

/// Turns signals into bytes that can be waited for: each writes its number to a pipe.
///
/// A dispatch source of signals registers itself later than it is made, and what comes between is
/// lost.
package enum SignalWriter {
  // A signal's place is written before the handler that reads it is in place.
  private nonisolated(unsafe) static let pipes: UnsafeMutablePointer<Int32> = {
    let pipes = UnsafeMutablePointer<Int32>.allocate(capacity: 65)
    pipes.initialize(repeating: -1, count: 65)
    return pipes
  }()

  /// Lets a signal write to a pipe from now on.
  ///
  /// - Returns: what was done at the signal before.
  @discardableResult
  package static func hear(_ number: Int32, writing: Int32) -> sigaction {
    pipes[Int(number)] = writing
    var action = sigaction()
    // Nothing here but what signal-safety(7) allows: a load and a write.
    action.__sigaction_handler.sa_handler = { number in
      let code = errno
      var byte = UInt8(truncatingIfNeeded: number)
      write(SignalWriter.pipes[Int(number)], &byte, 1)
      errno = code
    }
    action.sa_flags = SA_RESTART
    var before = sigaction()
    sigaction(number, &action, &before)
    return before
  }

  /// The numbers that a pipe holds, each once.
  package static func take(from pipe: Int32) -> Set<Int32> {
    var bytes = [UInt8](repeating: 0, count: 64)
    var numbers: Set<Int32> = []
    while true {
      let count = read(pipe, &bytes, bytes.count)
      guard count > 0 else { return numbers }
      numbers.formUnion(bytes[..<count].map { Int32($0) })
    }
  }
}
