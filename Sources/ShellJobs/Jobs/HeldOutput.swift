import ShellOutput
import ShellRuntime

/// The output of a job: the last bytes of its results and errors, in the order in which they were written.
@MainActor
final class HeldOutput {
  enum Stream: CaseIterable {
    case results, errors
  }

  /// Passes bytes on to the shell's own outputs.
  typealias Relay = @MainActor (_ bytes: UnsafeRawBufferPointer, _ from: Stream) throws -> Void

  /// The held bytes, at most a quarter more than ``limit``.
  private(set) var bytes: [UInt8] = []
  /// How many bytes before those were dropped.
  private(set) var droppedCount = 0

  /// Whether the output is also passed on.
  var isPassedOn: Bool { relay != nil }

  private let relay: Relay?
  /// The unfinished last line of each stream.
  private var beginnings: [Stream: [UInt8]] = [:]

  /// How many bytes are held: 1 MiB.
  nonisolated static let limit = 1 << 20

  /// The relay gets the output by whole lines, so that the lines of two jobs never mix.
  init(relay: Relay? = nil) {
    self.relay = relay
  }

  func write(_ bytes: UnsafeRawBufferPointer, from stream: Stream) throws {
    hold(bytes)
    if relay != nil { try pass(bytes, from: stream) }
  }

  /// Passes on unfinished lines, with a newline added.
  func finish() throws {
    for stream in Stream.allCases {
      guard var rest = beginnings.removeValue(forKey: stream) else { continue }
      rest.append(UInt8(ascii: "\n"))
      try rest.withUnsafeBytes { try relay?($0, stream) }
    }
  }

  private func hold(_ new: UnsafeRawBufferPointer) {
    // Only the end of a piece longer than the limit is copied.
    let skipped = max(0, new.count - Self.limit)
    if skipped > 0 {
      droppedCount += bytes.count + skipped
      bytes.removeAll()
    }
    bytes.append(contentsOf: new.dropFirst(skipped))
    if skipped > 0 || bytes.count > Self.limit + Self.limit / 4 { cut() }
  }

  /// Drops excess bytes, up to the beginning of a line or, in a very long line, of a character.
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
      // The line is already long, and waiting for its end would only cost memory.
      return try beginnings.removeValue(forKey: stream)?.withUnsafeBytes { try relay?($0, stream) }
        ?? ()
    }
    if var line = beginnings.removeValue(forKey: stream) {
      line.append(contentsOf: bytes[...newline])
      try line.withUnsafeBytes { try relay?($0, stream) }
    } else {
      try relay?(UnsafeRawBufferPointer(rebasing: bytes[...newline]), stream)
    }
    let rest = bytes[(newline + 1)...]
    if !rest.isEmpty { beginnings[stream] = Array(rest) }
  }
}

@MainActor
final class JobSink: ByteSink {
  /// The output of the running job; nil between two jobs, when bytes are dropped.
  var output: HeldOutput?
  private let stream: HeldOutput.Stream

  init(_ stream: HeldOutput.Stream) { self.stream = stream }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try output?.write(bytes, from: stream) }
}
