package import Glibc

/// Writes a byte with the signal's number to a pipe when a signal arrives, so that it can be polled.
///
/// A Dispatch signal source is registered some time after it is created and misses signals until then.
package enum SignalWriter {
  // An entry is written before the handler that reads it is installed; the pointer never changes.
  private nonisolated(unsafe) static let pipes: UnsafeMutablePointer<Int32> = {
    let pipes = UnsafeMutablePointer<Int32>.allocate(capacity: 65)
    pipes.initialize(repeating: -1, count: 65)
    return pipes
  }()

  /// Installs a handler that writes a signal's number to a pipe.
  ///
  /// - Parameter descriptor: the pipe's writing end, which must not block.
  /// - Returns: the previous action, to restore with `sigaction`.
  @discardableResult
  package static func forward(_ number: Int32, to descriptor: Int32) -> sigaction {
    pipes[Int(number)] = descriptor
    var action = sigaction()
    // Only what signal-safety(7) allows: a load and a write.
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

  /// Empties a pipe and returns the signal numbers that were in it.
  ///
  /// - Parameter pipe: the pipe's reading end, which must not block.
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
