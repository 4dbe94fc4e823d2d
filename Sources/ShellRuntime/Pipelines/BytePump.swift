import CoreLoop
import CoreSystem
import Glibc
import ShellLanguage
import ShellOutput

/// Reads a descriptor and feeds the bytes to the stage at the beginning of a segment.
///
/// It reads even while the stage before it writes. Otherwise both stages could wait for the program between
/// them, and the program for them.
@MainActor
final class BytePump {
  let descriptor: Int32

  private let segment: RecordSegment
  private let words: [Word]
  /// Whether the descriptor is a regular file, which is always readable.
  private let isFile: Bool
  private var isAtEnd = false
  private var failure: (any Error)?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)

  /// How many bytes are read at a time.
  private static let size = 256 * 1024

  /// How long a pump runs before other work gets a turn on the main actor: 5 ms.
  private static let turn: Int64 = 5_000_000

  /// The caller keeps the descriptor open until ``run()`` has returned.
  init(_ descriptor: Int32, to segment: RecordSegment, at words: [Word]) {
    self.descriptor = descriptor
    self.segment = segment
    self.words = words
    var status = stat()
    isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  isolated deinit { buffer.deallocate() }

  /// Whether a later stage is processing the bytes that it has fed.
  private var isFeeding = false

  /// Whether it can read: it is not at the end, and the stages are not busy with earlier bytes.
  var canRead: Bool { !isAtEnd && !isFeeding }

  /// Reads once and feeds the bytes, if this does not block; returns whether it read.
  ///
  /// After an error it reads on and discards the bytes, so that their writer can end.
  @discardableResult
  func readAvailable() -> Bool {
    guard canRead, isFile || Readiness.isReadable(descriptor) else { return false }
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return false }
    if count < 0 { fail(ShellError(system: "cannot read the input")) }
    if count <= 0 {
      isAtEnd = true
      return true
    }
    guard failure == nil, let reader = segment.reader else { return true }
    isFeeding = true
    defer { isFeeding = false }
    do {
      try reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch {
      fail(error)
    }
    return true
  }

  /// Reads to the end; throws ``OutputClosed`` if the stages need no more bytes.
  func run(isInterrupted: () -> Bool) async throws {
    var lastTurn = MonotonicTime.coarse()
    while !isAtEnd, failure == nil {
      if isInterrupted() { throw ShellError.interrupted }
      if !readAvailable() {
        try await Readiness.wait(for: descriptor)
      } else {
        try await segment.room()
        guard MonotonicTime.coarse() - lastTurn > Self.turn else { continue }
        await Task.yield()
        try Task.checkCancellation()
        lastTurn = MonotonicTime.coarse()
      }
    }
    if let failure { throw failure }
    do {
      try segment.reader?.end()
    } catch {
      throw ShellError.located(error, in: words)
    }
  }

  private func fail(_ error: any Error) {
    if failure == nil { failure = ShellError.located(error, in: words) }
  }
}
