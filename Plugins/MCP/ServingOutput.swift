import Glibc
import SeashellKit

/// Writes messages, one on each line.
///
/// Accepts every message. Check ``isFull`` before writing many. It does not block, and does not change the
/// descriptor's flags, which other processes may share.
@MainActor
final class ServingOutput {
  /// The number of waiting bytes above which ``isFull`` is true.
  static let bound = 4 << 20

  /// The number of bytes that a ready pipe always has room for: PIPE_BUF.
  private static let piece = 4_096
  private static let piecesAtOnce = 64

  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var written = 0
  /// Whether a write is scheduled at the end of this turn of the main actor, for all its messages.
  private var isScheduled = false
  /// Nil unless the reader has no room.
  private var watch: DescriptorWatch?
  private var isBroken = false
  private var bodies: [@MainActor () -> Void] = []

  /// Called once if the reader has closed its end.
  var whenBroken: @MainActor () -> Void = {}

  /// - Parameter descriptor: the caller keeps it open.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  var isFull: Bool { waiting.count - written > Self.bound }

  func write(_ message: [UInt8]) {
    guard !isBroken else { return }
    if written > Self.bound {
      waiting.removeSubrange(..<written)
      written = 0
    }
    waiting += message
    waiting.append(UInt8(ascii: "\n"))
    guard watch == nil, !isScheduled else { return }
    isScheduled = true
    // This task needs no owner: it is short.
    Task {
      isScheduled = false
      writeReady()
    }
  }

  /// Calls a function once everything is written, or the reader has closed its end.
  func whenWritten(_ body: @escaping @MainActor () -> Void) {
    if waiting.isEmpty { body() } else { bodies.append(body) }
  }

  func stop() {
    isBroken = true
    finish()
  }

  private func writeReady() {
    var pieces = 0
    while written < waiting.count, pieces < Self.piecesAtOnce, isReady {
      pieces += 1
      let end = min(written + Self.piece, waiting.count)
      let count = waiting[written..<end].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        written += count
      } else if errno != EINTR, errno != EAGAIN {
        stop()
        return whenBroken()
      }
    }
    if written == waiting.count {
      finish()
    } else if watch == nil {
      watch = DescriptorWatch.begin(descriptor, for: .write) { _ in self.writeReady() }
    }
  }

  private var isReady: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Calls the waiting functions, since everything is written or dropped.
  private func finish() {
    watch?.end()
    watch = nil
    (waiting, written) = ([], 0)
    let bodies = bodies
    self.bodies = []
    for body in bodies { body() }
  }
}
