import CoreLoop
import CoreSystem
import Glibc
import ShellOutput

/// A sink that writes to a pipe without blocking the shell if the reader is slow.
///
/// A job uses it to pass records to its programs, since a program that does not read must not block the
/// user's commands.
@MainActor
final class WaitingWriter: ByteSink {
  private let descriptor: Int32
  private let name: String
  /// The bytes that do not fit into the pipe yet.
  private var waiting: [UInt8] = []
  /// How many of these bytes were written.
  private var written = 0
  private var failure: (any Error)?
  private var writing: Task<Void, Never>?

  /// How many bytes may wait: 64 MiB.
  private static let limit = 64 << 20
  /// How many bytes certainly fit into a pipe that is ready: PIPE_BUF.
  private static let piece = 4096

  /// Creates a sink for a descriptor, which the caller closes after ``cancel()``.
  ///
  /// - Parameter name: the name of the reader in errors.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let failure { throw failure }
    guard waiting.count - written + bytes.count <= Self.limit else {
      throw ShellError(.limit, "\(name) reads too slowly: 64 MiB wait for it")
    }
    if written > Self.limit / 4 {
      waiting.removeFirst(written)
      written = 0
    }
    waiting.append(contentsOf: bytes)
    writeReady()
    if let failure { throw failure }
    guard writing == nil, !waiting.isEmpty else { return }
    writing = Task { [weak self, descriptor] in
      while (try? await Readiness.wait(forWriting: descriptor)) != nil {
        guard let self, self.writeReady() else { break }
        await Task.yield()
      }
      self?.writing = nil
    }
  }

  /// Waits until everything is written; throws ``OutputClosed`` if the reader is gone.
  func drained() async throws {
    while let writing, failure == nil {
      await withTaskCancellationHandler {
        await writing.value
      } onCancel: {
        writing.cancel()
      }
      try Task.checkCancellation()
    }
    if let failure { throw failure }
  }

  func cancel() {
    failure = failure ?? OutputClosed()
    waiting = []
    writing?.cancel()
  }

  /// Writes as much as fits into the pipe; returns true if more bytes wait.
  @discardableResult
  private func writeReady() -> Bool {
    while failure == nil, written < waiting.count, isReady {
      let end = min(written + Self.piece, waiting.count)
      let count = waiting[written..<end].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        written += count
      } else if errno == EPIPE {
        failure = OutputClosed()
      } else if errno != EINTR, errno != EAGAIN {
        failure = ShellError(system: "cannot write to \(name)")
      }
    }
    guard failure == nil, written < waiting.count else {
      waiting = []
      written = 0
      return false
    }
    return true
  }

  private var isReady: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}
