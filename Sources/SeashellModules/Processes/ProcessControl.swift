import CoreSystem
import Glibc
import Synchronization

/// Wakes a process's thread, and asks it to end the process.
final class ProcessControl: Sendable {
  /// How to end a process.
  enum Request: Sendable {
    /// Close its input; later SIGTERM, then SIGKILL.
    case end
    /// SIGINT; later SIGTERM, then SIGKILL.
    case interrupt
    /// SIGKILL.
    case kill
  }

  private struct State {
    var pipe: Pipe?
    var request: Request?
  }

  private let state: Mutex<State>

  /// The descriptor that is readable once the thread has been woken.
  let descriptor: Int32

  init() throws {
    let pipe = try Pipe(blocks: false)
    descriptor = pipe.reading
    state = Mutex(State(pipe: pipe))
  }

  deinit { close() }

  /// Wakes the thread.
  func wake(_ request: Request? = nil) {
    state.withLock { state in
      if let request { state.request = request }
      var byte: UInt8 = 0
      if let pipe = state.pipe { write(pipe.writing, &byte, 1) }
    }
  }

  /// Returns the last request since the last call.
  func takeRequest() -> Request? {
    state.withLock { state in
      defer { state.request = nil }
      var bytes: (UInt64, UInt64) = (0, 0)
      if let pipe = state.pipe { while read(pipe.reading, &bytes, 16) == 16 {} }
      return state.request
    }
  }

  /// Closes the pipe; the thread has ended.
  func close() {
    state.withLock { state in
      state.pipe?.close()
      state.pipe = nil
    }
  }
}
