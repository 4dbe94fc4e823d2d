import SeashellKit
import Dispatch
import CoreSystem
import Glibc
import Synchronization

/// Reads messages, a line each, and parses them, on a thread of its own.
///
/// It reads on only when its last messages were taken, so it never holds more than one read's.
final class ServingInput: Sendable {
  /// A line of the input.
  enum Line: Sendable {
    case message(CellValue)
    case unreadable(String)
  }

  /// The longest message, in bytes.
  static let longestMessage = 4 << 20

  private let descriptor: Int32
  private let taken = DispatchSemaphore(value: 0)
  private let isStopped = SharedFlag()

  /// - Parameter descriptor: is closed at the end of the input.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Starts to read.
  ///
  /// - Parameter receive: called with the lines of each read, which it answers with ``readOn()``, and
  ///   with nil at the end.
  func start(_ receive: @escaping @MainActor @Sendable ([Line]?) -> Void) {
    BlockingThread.run { [self] in
      var lines = LineParser()
      var piece = [UInt8](repeating: 0, count: 64 * 1024)
      while !isStopped.isRaised {
        let count = read(descriptor, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        let parsed = lines.lines(of: piece[..<count])
        guard !parsed.isEmpty else { continue }
        // This task needs no owner: it is short, and there is one at a time.
        Task { @MainActor in receive(parsed) }
        taken.wait()
      }
      close(descriptor)
      Task { @MainActor in receive(nil) }
    }
  }

  /// Reads on, after lines were received.
  func readOn() { taken.signal() }

  /// Stops to read, at the latest after the next byte.
  func stop() {
    isStopped.raise()
    taken.signal()
  }
}

/// Splits bytes into lines, and parses each.
struct LineParser {
  private var rest: [UInt8] = []
  /// Whether the beginning of a line that is too long was dropped.
  private var isTooLong = false

  /// Returns the lines that a piece of the input ends.
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

  /// Returns the line that has ended; nil if it is blank.
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
