import CoreLoop
import CoreSystem
import Glibc

/// The bytes on their way to a process's standard input.
///
/// As many as fit in the pipe are written at once, the rest when it has room.
@MainActor
final class ProcessInput {
  enum Sending {
    /// The pipe has accepted them.
    case done
    /// The pipe is full. The bytes are sent once ``written`` reaches this number.
    case waits(Int)
    case isClosed
  }

  private let descriptor: Int32
  /// Nil once the pipe is closed.
  private var watch: DescriptorWatch?
  /// The bytes that did not fit in the pipe, and the number of them written since.
  private var waiting: [UInt8] = []
  private var taken = 0
  /// The total number of bytes that the pipe has accepted.
  private(set) var written = 0
  /// Whether to close the pipe after the waiting bytes.
  private var closes = false

  /// Whether the process has closed its end.
  private(set) var isBroken = false

  var isWaiting: Bool { !waiting.isEmpty }

  /// Takes ownership of a non-blocking pipe.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Starts watching the pipe.
  ///
  /// - Parameter flush: calls ``flush()`` when there is room or the process has closed its end.
  func start(_ flush: @escaping @MainActor @Sendable () -> Void) {
    // The write end is never readable, but counts as ready once the other end is closed.
    watch = MainLoop.shared.watch(descriptor, for: .read) { _ in flush() }
  }

  func send(_ bytes: [UInt8]) -> Sending {
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
  func finish() {
    closes = true
    if waiting.isEmpty { close() }
  }

  func close() {
    guard let watch else { return }
    watch.end()
    self.watch = nil
    Glibc.close(descriptor)
    (waiting, taken) = ([], 0)
  }

  /// Writes waiting bytes.
  ///
  /// - Returns: whether the pipe has accepted some; nil if the process has closed its end.
  func flush() -> Bool? {
    // Without waiting bytes, the pipe is ready only if the process has closed its end. An empty write would
    // not report that.
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

  /// Writes as much as fits in the pipe.
  ///
  /// - Returns: the number of bytes written; nil if the process has closed its end.
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
