import CoreLoop
import ShellOutput
import CoreSystem
import Dispatch
import Glibc

/// Reads lines from a descriptor, in constant memory.
@MainActor
final class LineInput {
  /// The length limit of a line, in bytes: 1 MiB.
  static let longestLine = 1 << 20

  enum Next {
    /// A line without its newline; the bytes are valid until the next call.
    case line(UnsafeBufferPointer<UInt8>)
    /// A line that is too long; the rest of it will be skipped.
    case tooLong
    /// The buffer holds no complete line: ``fillAtOnce()`` reads more.
    case starved
    case end
  }

  private let descriptor: Int32
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  /// The number of bytes after `start` known to contain no newline.
  private var searched = 0
  private var isAtEnd = false
  private var isSkipping = false

  /// Creates an input that reads a descriptor, which the caller closes.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer = .allocate(capacity: 1 << 16)
  }

  init(text: String) {
    descriptor = -1
    let bytes = text.utf8
    buffer = .allocate(capacity: max(bytes.count, 1))
    end = bytes.count
    _ = buffer.initialize(from: bytes)
    isAtEnd = true
  }

  isolated deinit {
    buffer.deallocate()
  }

  func next() -> Next {
    guard start < end else { return isAtEnd ? .end : .starved }
    guard let base = buffer.baseAddress else { return .end }
    let found = memchr(base + start + searched, 0x0A, end - start - searched)
    guard let found else { return withoutNewline() }
    let newline = UnsafeRawPointer(base).distance(to: found)
    let line = UnsafeBufferPointer(start: base + start, count: newline - start)
    start = newline + 1
    searched = 0
    if isSkipping {
      isSkipping = false
      return next()
    }
    return bounded(line)
  }

  /// Reads more of the input, if that does not block; returns true if it has read, even only the
  /// end.
  func fillAtOnce() throws -> Bool {
    guard Readiness.isReadable(descriptor) else { return false }
    makeRoom()
    guard let base = buffer.baseAddress else { return true }
    let count = read(descriptor, base + end, buffer.count - end)
    if count < 0, errno == EINTR || errno == EAGAIN { return false }
    isAtEnd = count <= 0
    guard count >= 0 else {
      isAtEnd = true
      throw ShellError(system: "cannot read the script")
    }
    end += count
    return true
  }

  /// Waits until more of the input can be read.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func waitForMore() async throws {
    try await Readiness.wait(for: descriptor)
  }

  private func withoutNewline() -> Next {
    searched = end - start
    if isSkipping {
      start = end
      searched = 0
      return isAtEnd ? .end : .starved
    }
    // The last byte may be the carriage return of a line of exactly the maximum length.
    if searched > Self.longestLine + 1 {
      isSkipping = !isAtEnd
      start = end
      searched = 0
      return .tooLong
    }
    guard isAtEnd, let base = buffer.baseAddress else { return .starved }
    let line = UnsafeBufferPointer(start: UnsafePointer(base + start), count: searched)
    start = end
    searched = 0
    return bounded(line)
  }

  /// Removes a carriage return from the end of a line, and checks its length.
  private func bounded(_ line: UnsafeBufferPointer<UInt8>) -> Next {
    let line = line.last == 0x0D ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
    return line.count > Self.longestLine ? .tooLong : .line(line)
  }

  /// Makes room for reading: moves the remaining bytes to the front, or doubles a full buffer.
  private func makeRoom() {
    guard let base = buffer.baseAddress else { return }
    if start > 0 {
      memmove(base, base + start, end - start)
      end -= start
      start = 0
    }
    guard end == buffer.count else { return }
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
    _ = larger.initialize(fromContentsOf: buffer)
    buffer.deallocate()
    buffer = larger
  }
}
