import CoreSystem
import Glibc
import Synchronization

/// The bytes on their way to a process's standard input.
///
/// The main actor writes what the pipe takes at once; the process's thread writes the rest.
final class ProcessInput: Sendable {
  private struct State {
    var descriptor: Int32
    /// The bytes that the pipe had no room for, and how many of them it has taken since.
    var waiting: [UInt8] = []
    var taken = 0
    /// How many bytes the pipe has taken in all.
    var written = 0
    /// Whether the pipe is closed after the waiting bytes.
    var closes = false
    /// Whether the process has closed its end.
    var isBroken = false

    mutating func close() {
      if descriptor >= 0 { Glibc.close(descriptor) }
      (descriptor, waiting, taken) = (-1, [], 0)
    }
  }

  /// What became of bytes that were to be sent.
  enum Sending {
    /// The pipe has taken them.
    case done
    /// The pipe is full; it has taken them when it has taken so many in all.
    case waits(Int)
    /// The pipe is closed.
    case isClosed
  }

  private let state: Mutex<State>

  /// Takes over a pipe that does not block.
  init(_ descriptor: Int32) {
    state = Mutex(State(descriptor: descriptor))
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) -> Sending {
    state.withLock { state in
      guard state.descriptor >= 0, !state.closes else { return .isClosed }
      var count = 0
      if state.waiting.isEmpty {
        count = bytes.withUnsafeBytes { SpawnedProcess.write($0, to: state.descriptor) }
        if count < 0 {
          guard errno == EAGAIN || errno == EINTR else {
            state.close()
            state.isBroken = true
            return .isClosed
          }
          count = 0
        }
        state.written += count
        if count == bytes.count { return .done }
      }
      state.waiting.append(contentsOf: bytes[count...])
      return .waits(state.written + state.waiting.count - state.taken)
    }
  }

  /// Closes the pipe after the waiting bytes.
  func finish() {
    state.withLock { state in
      state.closes = true
      if state.waiting.isEmpty { state.close() }
    }
  }

  /// Closes the pipe at once.
  func close() { state.withLock { $0.close() } }

  /// The descriptor, -1 if the pipe is closed; whether bytes wait for it; and whether the process has
  /// closed its end.
  var pending: (descriptor: Int32, waits: Bool, isBroken: Bool) {
    state.withLock { ($0.descriptor, !$0.waiting.isEmpty, $0.isBroken) }
  }

  /// Writes waiting bytes.
  ///
  /// - Returns: how many bytes the pipe has taken in all; nil if the process has closed its end.
  func flush() -> Int? {
    state.withLock { state in
      // Without waiting bytes, poll reports the pipe only if the process has closed its end; a write of
      // nothing would not.
      guard state.taken < state.waiting.count else {
        state.close()
        state.isBroken = true
        return nil
      }
      let count = state.waiting.withUnsafeBytes {
        SpawnedProcess.write(.init(rebasing: $0[state.taken...]), to: state.descriptor)
      }
      if count < 0, errno != EAGAIN, errno != EINTR {
        state.close()
        state.isBroken = true
        return nil
      }
      state.taken += max(0, count)
      state.written += max(0, count)
      if state.taken == state.waiting.count {
        (state.waiting, state.taken) = ([], 0)
        if state.closes { state.close() }
      }
      return state.written
    }
  }
}
