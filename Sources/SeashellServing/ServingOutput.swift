import Dispatch
import CoreSystem
import Glibc
import Synchronization

/// Writes messages, a line each, on a thread of its own.
///
/// Accepts every message. Check ``isFull`` before writing many.
final class ServingOutput: Sendable {
  /// How many bytes may wait before ``isFull``.
  static let bound = 4 << 20

  private struct State {
    var waiting: [UInt8] = []
    /// The bytes that are being written.
    var inWriting = 0
    var isStarted = false
    var isBroken = false
    /// Called when nothing waits.
    var whenWritten: [@Sendable () -> Void] = []
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let whenBroken: @Sendable () -> Void

  /// - Parameters:
  ///   - descriptor: the caller keeps it open.
  ///   - whenBroken: called once, on another thread, if the reader is gone.
  init(_ descriptor: Int32, whenBroken: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.whenBroken = whenBroken
  }

  /// Whether the output queue is full.
  var isFull: Bool { state.withLock { $0.waiting.count + $0.inWriting } > Self.bound }

  /// Writes a message and a newline.
  func write(_ message: [UInt8]) {
    let (isFirst, starts) = state.withLock { state -> (Bool, Bool) in
      guard !state.isBroken else { return (false, false) }
      let isFirst = state.waiting.isEmpty
      state.waiting += message
      state.waiting.append(UInt8(ascii: "\n"))
      defer { state.isStarted = true }
      return (isFirst, !state.isStarted)
    }
    if starts { BlockingThread.run { [self] in writeAll() } }
    if isFirst { wake.signal() }
  }

  /// Calls a function as soon as everything is written, or the reader is gone; on any thread.
  func whenWritten(_ body: @escaping @Sendable () -> Void) {
    let isWritten = state.withLock { state in
      let isWritten = state.isBroken || state.waiting.isEmpty && state.inWriting == 0
      if !isWritten { state.whenWritten.append(body) }
      return isWritten
    }
    if isWritten { body() }
  }

  /// Ends the thread, at the latest after the write that it is in; what still waits is dropped.
  func stop() {
    breakOff()
    wake.signal()
  }

  private func writeAll() {
    while true {
      wake.wait()
      let bytes = state.withLock { state -> [UInt8]? in
        guard !state.isBroken else { return nil }
        defer { state.waiting = [] }
        state.inWriting = state.waiting.count
        return state.waiting
      }
      guard let bytes else { return }
      guard put(bytes) else { return fail() }
      let written = state.withLock { state -> [@Sendable () -> Void] in
        state.inWriting = 0
        guard state.waiting.isEmpty else { return [] }
        defer { state.whenWritten = [] }
        return state.whenWritten
      }
      for body in written { body() }
    }
  }

  private func fail() {
    breakOff()
    whenBroken()
  }

  private func breakOff() {
    let waiting = state.withLock { state in
      (state.isBroken, state.inWriting, state.waiting) = (true, 0, [])
      defer { state.whenWritten = [] }
      return state.whenWritten
    }
    for body in waiting { body() }
  }

  private func put(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
