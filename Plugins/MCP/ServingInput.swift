import Glibc
import SeashellKit

/// Reads and parses messages, one on each line.
///
/// It reads again only after its last messages were handled, so it never holds more than one read. It does
/// not block, and does not change the descriptor's flags, which other processes may share.
@MainActor
final class ServingInput {
  enum Line: Sendable {
    case message(CellValue)
    case unreadable(String)
  }

  /// The maximum size of a message, in bytes.
  nonisolated static let longestMessage = 4 << 20
  /// The maximum size of a message that is parsed on the main thread, in bytes.
  private static let shortMessage = 1 << 20

  private let descriptor: Int32
  private var receive: @MainActor ([Line]?) -> Void = { _ in }
  private var parser = LineParser()
  /// Nil while nothing is read.
  private var watch: DescriptorWatch?
  private var isTaken = true
  private var isStopped = false

  /// - Parameter descriptor: closed at the end of the input.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Starts reading.
  ///
  /// `receive` gets the lines of each read, to be answered with ``readOn()``, and nil at the end.
  func start(_ receive: @escaping @MainActor ([Line]?) -> Void) {
    self.receive = receive
    readOn()
  }

  func readOn() {
    isTaken = true
    guard watch == nil, !isStopped else { return }
    watch = DescriptorWatch.begin(descriptor, for: .read) { _ in self.read() }
  }

  func stop() {
    guard !isStopped else { return }
    isStopped = true
    pause()
    close(descriptor)
  }

  private func pause() {
    watch?.end()
    watch = nil
  }

  /// Runs a body after this turn; the task needs no owner, since it is short.
  private func later(_ body: @escaping @MainActor (ServingInput) -> Void) {
    Task { body(self) }
  }

  private func read() {
    // Pause only now, since most lines are handled before more arrive. A file would always be ready.
    guard isTaken else { return pause() }
    var code: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
      let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if result < 0 { code = errno }
      count = max(0, result)
    }
    if code == EINTR || code == EAGAIN { return }
    guard !piece.isEmpty else {
      stop()
      return later { $0.receive(nil) }
    }
    isTaken = false
    guard parser.count > Self.shortMessage, piece.contains(UInt8(ascii: "\n")) else {
      let lines = parser.lines(of: piece[...])
      if lines.isEmpty { isTaken = true } else { later { $0.receive(lines) } }
      return
    }
    // This task needs no owner: it is short, and nothing is read meanwhile.
    Task { [parser] in
      let (lines, parser) = await offMain {
        var parser = parser
        let lines = parser.lines(of: piece[...])
        return (lines, parser)
      }
      self.parser = parser
      if lines.isEmpty { readOn() } else { receive(lines) }
    }
  }
}

struct LineParser {
  private var rest: [UInt8] = []
  /// Whether the beginning of an overlong line was dropped.
  private var isTooLong = false

  var count: Int { rest.count }

  mutating func lines(of piece: ArraySlice<UInt8>) -> [ServingInput.Line] {
    var lines: [ServingInput.Line] = []
    var piece = piece
    while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
      append(piece[..<end])
      piece = piece[(end + 1)...]
      if let line = takeLine() { lines.append(line) }
    }
    append(piece)
    return lines
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    if rest.count + bytes.count > ServingInput.longestMessage {
      isTooLong = true
      rest = []
    } else if !isTooLong {
      rest += bytes
    }
  }

  private mutating func takeLine() -> ServingInput.Line? {
    defer { (rest, isTooLong) = ([], false) }
    if isTooLong {
      return .unreadable("it is longer than \(ServingInput.longestMessage) bytes")
    }
    let blanks = " \t\r".utf8
    guard rest.contains(where: { !blanks.contains($0) }) else { return nil }
    do {
      return .message(try CellValue(json: rest))
    } catch {
      return .unreadable("\(error)")
    }
  }
}
