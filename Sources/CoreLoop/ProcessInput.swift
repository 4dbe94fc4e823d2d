import CoreSystem
import Glibc

/// The bytes on their way to a process's standard input.
///
/// As many as fit in the pipe are written at once, the rest when it has room.
@MainActor
package final class ProcessInput {
  /// What became of bytes that were to be sent.
  package enum Sending {
    /// The pipe has taken them.
    case done
    /// The pipe is full. The bytes are sent once ``written`` reaches this number.
    case waits(Int)
    case isClosed
  }

  private let descriptor: Int32
  /// Nil once the pipe is closed.
  private var watch: DescriptorWatch?
  private var waiting: [UInt8] = []
  private var taken = 0
  /// How many bytes the pipe has taken in all.
  package private(set) var written = 0
  /// Whether the pipe is closed after the waiting bytes.
  private var closes = false

  /// Whether the process has closed its end.
  package private(set) var isBroken = false

  /// Whether bytes wait for room.
  package var isWaiting: Bool { !waiting.isEmpty }

  /// Takes over a pipe that does not block.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Starts watching the pipe.
  ///
  /// - Parameter flush: calls ``flush()``, since there is room or the process has closed its end.
  package func start(_ flush: @escaping @MainActor @Sendable () -> Void) {
    // The end to write to is never readable, but it counts as ready once the other end is closed.
    watch = MainLoop.shared.watch(descriptor, for: .read) { _ in flush() }
  }

  /// Sends bytes, once the pipe is watched.
  package func send(_ bytes: [UInt8]) -> Sending {
    guard watch != nil, !closes else { return .isClosed }
    var count = 0
    if waiting.isEmpty {
      guard let written = write(bytes[...]) else { return .isClosed }
      if written == bytes.count { return .done }
      count = written
    }
    waiting.append(contentsOf: bytes[count...])
    watch?.events = .write
    return .waits(written + waiting.count - taken)
  }

  /// Closes the pipe after the waiting bytes.
  package func finish() {
    closes = true
    if waiting.isEmpty { close() }
  }

  /// Closes the pipe at once.
  package func close() {
    guard let watch else { return }
    watch.end()
    self.watch = nil
    Glibc.close(descriptor)
    (waiting, taken) = ([], 0)
  }

  /// Writes waiting bytes.
  ///
  /// - Returns: whether the pipe has taken some; nil if the process has closed its end.
  package func flush() -> Bool? {
    // Without waiting bytes, the pipe is ready only if the process has closed its end; a write of nothing
    // would not say so.
    guard isWaiting else {
      breakOff()
      return nil
    }
    guard let count = write(waiting[taken...]) else { return nil }
    taken += count
    if taken == waiting.count {
      (waiting, taken) = ([], 0)
      watch?.events = .read
      if closes { close() }
    }
    return count > 0
  }

  /// Writes as much as fits in the pipe; nil if the process has closed its end.
  private func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { SpawnedProcess.write($0, to: descriptor) }
    if count < 0, errno != EAGAIN, errno != EINTR {
      breakOff()
      return nil
    }
    written += max(0, count)
    return max(0, count)
  }

  private func breakOff() {
    close()
    isBroken = true
  }
}
