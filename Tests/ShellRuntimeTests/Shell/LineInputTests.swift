@testable import ShellRuntime
import ShellTestSupport
import Dispatch
import Glibc
import SeashellTesting
import Testing

@MainActor
@Suite struct LineInputTests {
  private enum Piece: Equatable {
    case line(String)
    case tooLong
    case starved
  }

  /// The pieces available without waiting.
  private func pieces(of input: LineInput) throws -> [Piece] {
    var pieces: [Piece] = []
    while true {
      switch input.next() {
      case .line(let bytes): pieces.append(.line(String(decoding: bytes, as: UTF8.self)))
      case .tooLong: pieces.append(.tooLong)
      case .starved: if try !input.fillAtOnce() { return pieces + [.starved] }
      case .end: return pieces
      }
    }
  }

  private static let longest = LineInput.longestLine

  @Test(
    "A text is divided into lines at its newlines",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]),
      ("a\r\nb\r\n", ["a", "b"]), ("a\r", ["a"]), ("\r\n", [""]), ("a\rb\r\r\n", ["a\rb\r"]),
      ("é\n\u{2028}x", ["é", "\u{2028}x"]),
    ] as [(String, [String])])
  func cutting(text: String, lines: [String]) async throws {
    #expect(try pieces(of: LineInput(text: text)) == lines.map(Piece.line))
    let pipe = try InputPipe()
    pipe.write(text.utf8)
    pipe.finish()
    #expect(try pieces(of: LineInput(descriptor: pipe.reading)) == lines.map(Piece.line))
  }

  @Test func `Lines are the same wherever the reads split them`() async throws {
    let text = Array("print é\r\n\n  b 日本\nlast\r\nno newline".utf8)
    let expected = ["print é", "", "  b 日本", "last", "no newline"].map(Piece.line)
    for split in 0...text.count {
      let pipe = try InputPipe()
      let input = LineInput(descriptor: pipe.reading)
      pipe.write(text[..<split])
      let first = try pieces(of: input)
      #expect(first.last == .starved)
      pipe.write(text[split...])
      pipe.finish()
      #expect(try first.dropLast() + pieces(of: input) == expected, "split at \(split)")
    }
    let pipe = try InputPipe()
    let input = LineInput(descriptor: pipe.reading)
    var found: [Piece] = []
    for byte in text {
      pipe.write([byte])
      found += try pieces(of: input).dropLast()
    }
    pipe.finish()
    #expect(try found + pieces(of: input) == expected)
  }

  @Test(
    "A line may be 1 MiB long and no longer, its end not counted",
    arguments: ["", "\n", "\r\n"], ["", "next\n"])
  func longLines(end: String, rest: String) throws {
    guard !end.isEmpty || rest.isEmpty else { return }
    let line = String(repeating: "a", count: Self.longest)
    let next: [Piece] = rest.isEmpty ? [] : [.line("next")]
    let folder = try TemporaryFolder()
    for (text, first) in [(line, Piece.line(line)), (line + "a", .tooLong)] {
      #expect(try pieces(of: LineInput(text: text + end + rest)) == [first] + next)
      let descriptor = open(try folder.write("text", text + end + rest), O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(try pieces(of: LineInput(descriptor: descriptor)) == [first] + next)
    }
  }

  @Test func `A line far too long is skipped, however it arrives`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "a", count: 5 * Self.longest + 7)
    let path = try folder.write("text", "a\n\(long)\nb\n\(long)")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(
      try pieces(of: LineInput(descriptor: descriptor))
        == [.line("a"), .tooLong, .line("b"), .tooLong])
  }

  @Test func `A hundred megabytes of lines take constant memory`() async throws {
    let pipe = try InputPipe()
    let input = LineInput(descriptor: pipe.reading)
    let line = Array(repeating: UInt8(ascii: "a"), count: 1023) + [UInt8(ascii: "\n")]
    let piece = Array(repeatElement(line, count: 32).joined())
    let before = residentBytes
    var count = 0
    var fed = 0
    while count < 100_000 {
      switch input.next() {
      case .line(let bytes):
        #expect(bytes.count == 1023)
        count += 1
      case .tooLong, .end: Issue.record("line \(count)")
      case .starved:
        if try !input.fillAtOnce() {
          pipe.write(piece)
          fed += 32
        }
      }
    }
    #expect(fed == 100_000)
    #expect(residentBytes < before + 50 << 20)
  }

  private var residentBytes: Int {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    let fields = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: " ")
    return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  @Test func `Waiting for input ends when bytes arrive, and when the input ends`() async throws {
    for round in 1...100 {
      let pipe = try InputPipe()
      let input = LineInput(descriptor: pipe.reading)
      let wait = Task { try await input.waitForMore() }
      await Task.yield()
      if round.isMultiple(of: 2) { pipe.write([10]) } else { pipe.finish() }
      try await wait.value
      #expect(try input.fillAtOnce())
    }
  }

  @Test func `Waiting for input ends when the task is cancelled`() async throws {
    let pipe = try InputPipe()
    let input = LineInput(descriptor: pipe.reading)
    let wait = Task { try await input.waitForMore() }
    await Task.yield()
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }
}
