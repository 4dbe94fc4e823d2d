import ShellOutput
import ShellRuntime

/// What a job has printed: the last bytes of its results and its errors, in the order in which they
/// came.
@MainActor
final class HeldOutput {
  /// Where bytes come from.
  enum Stream: CaseIterable {
    case results, errors
  }

  /// Passes bytes on to the shell's own outputs.
  typealias Relay = @MainActor (_ bytes: UnsafeRawBufferPointer, _ from: Stream) throws -> Void

  /// The bytes that are held, at most ``limit`` and a quarter more.
  private(set) var bytes: [UInt8] = []
  /// How many bytes were dropped before those.
  private(set) var droppedCount = 0

  private let relay: Relay?
  /// The last lines of the streams, of which only the beginning has come.
  private var beginnings: [Stream: [UInt8]] = [:]

  /// How many bytes are held: 1 MiB.
  nonisolated static let limit = 1 << 20

  /// Creates an empty output.
  ///
  /// - Parameter relay: also passes the output on, whole lines at a time, so that the lines of two
  ///   jobs never mix; nil if it is only held.
  init(relay: Relay? = nil) {
    self.relay = relay
  }

  /// Adds bytes.
  ///
  /// - Throws: what the relay throws.
  func write(_ bytes: UnsafeRawBufferPointer, from stream: Stream) throws {
    hold(bytes)
    if relay != nil { try pass(bytes, from: stream) }
  }

  /// Passes on the lines that have no newline at their end, with one.
  ///
  /// - Throws: what the relay throws.
  func finish() throws {
    for stream in Stream.allCases {
      guard var rest = beginnings.removeValue(forKey: stream) else { continue }
      rest.append(UInt8(ascii: "\n"))
      try rest.withUnsafeBytes { try relay?($0, stream) }
    }
  }

  private func hold(_ new: UnsafeRawBufferPointer) {
    // Of a piece that is longer than the limit only the end is copied.
    let skipped = max(0, new.count - Self.limit)
    if skipped > 0 {
      droppedCount += bytes.count + skipped
      bytes.removeAll()
    }
    bytes.append(contentsOf: new.dropFirst(skipped))
    if skipped > 0 || bytes.count > Self.limit + Self.limit / 4 { cut() }
  }

  /// Drops what is too much, up to the beginning of a line or, in a very long one, of a character.
  private func cut() {
    let first = max(0, bytes.count - Self.limit)
    let rest = bytes[first...]
    let end =
      rest.dropLast().firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      ?? rest.firstIndex { $0 & 0xC0 != 0x80 } ?? first
    bytes.removeFirst(end)
    droppedCount += end
  }

  private func pass(_ bytes: UnsafeRawBufferPointer, from stream: Stream) throws {
    guard let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      beginnings[stream, default: []].append(contentsOf: bytes)
      guard let count = beginnings[stream]?.count, count > Self.limit else { return }
      // Nothing but memory would be gained by waiting for the end of this line.
      return try beginnings.removeValue(forKey: stream)?.withUnsafeBytes { try relay?($0, stream) }
        ?? ()
    }
    try beginnings.removeValue(forKey: stream)?.withUnsafeBytes { try relay?($0, stream) }
    try relay?(UnsafeRawBufferPointer(rebasing: bytes[...newline]), stream)
    let rest = bytes[(newline + 1)...]
    if !rest.isEmpty { beginnings[stream] = Array(rest) }
  }
}

/// Passes what a subshell writes to the output of the job that it is running.
@MainActor
final class JobSink: ByteSink {
  /// The output of the running job; nil between two jobs, when bytes are dropped.
  var output: HeldOutput?
  private let stream: HeldOutput.Stream

  init(_ stream: HeldOutput.Stream) { self.stream = stream }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try output?.write(bytes, from: stream) }
}
