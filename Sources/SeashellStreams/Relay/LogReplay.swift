import CoreEvents
import CoreJSON
import CoreLoop
import CoreSystem
import Glibc
import ShellOutput

/// Publishes the events of a file, as `events -o jsonl` writes it.
///
/// A line's checksum is its message's id, so that a line that is published again within the stream's window is
/// dropped.
@MainActor
struct LogReplay {
  private let path: String
  private let publisher: RelayPublisher
  private let largest: Int

  init(_ path: String, to streams: Streams, report: @escaping @MainActor (String) -> Void) {
    self.path = path
    publisher = RelayPublisher(streams, report: report)
    // The message's header counts too.
    largest = min(EventMessage.largest, streams.events.connection.largestMessage - 4_096)
  }

  /// Publishes all events, and returns how many there are, and how many of them the stream had already.
  ///
  /// - Throws: `ShellError` if the file cannot be read, or a line is no event; `CancellationError`.
  func run() async throws -> (all: Int, repeated: Int) {
    let publishing = Task { try await publisher.run() }
    return try await withTaskCancellationHandler {
      do {
        try await read()
        publisher.finish()
      } catch {
        // What was read before is published.
        publisher.finish()
        try await publishing.value
        throw error
      }
      try await publishing.value
      return publisher.count
    } onCancel: {
      publishing.cancel()
    }
  }

  private func read() async throws {
    let path = path
    let descriptor = try await offMain {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw ShellError(system: "cannot read '\(path)'") }
      return descriptor
    }
    defer { close(descriptor) }
    var (rest, number) = ([UInt8](), 0)
    while true {
      let piece = try await offMain { try Self.piece(of: descriptor, path) }
      rest += piece
      let isEnd = piece.isEmpty
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? (isEnd ? rest.endIndex : nil) {
        if isEnd, rest.isEmpty { break }
        number += 1
        try await publish(Array(rest[..<end]), number)
        rest.removeFirst(min(end + 1, rest.count))
      }
      if isEnd { return }
      guard rest.count <= 2 * EventMessage.largest else { throw failure("is too long", number + 1) }
    }
  }

  private nonisolated static func piece(of descriptor: Int32, _ path: String) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      guard length >= 0 else { throw ShellError(system: "cannot read '\(path)'") }
      count = length
    }
  }

  private func publish(_ line: [UInt8], _ number: Int) async throws {
    guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    guard let json = try? JSONValue(json: line), case .string(let name)? = json["event"],
      EventPattern.isName(name)
    else { throw failure("is no event", number) }
    let message = EventMessage(
      id: "log/" + SHA256.digest(of: line),
      DynamicEvent(eventName: name, payload: json["details"] ?? .null))
    guard message.data.count <= largest else {
      throw failure("has an event of more than \(largest) bytes", number)
    }
    publisher.add(message)
    try await publisher.untilRoom()
  }

  private func failure(_ problem: String, _ number: Int) -> ShellError {
    ShellError(
      .failed, "line \(number) of '\(path)' \(problem)",
      hint: "'events -o jsonl' writes such files: {\"time\": …, \"event\": NAME, \"details\": …}")
  }
}
