import ShellCommands
import Testing

@testable import ShellTerminal

@Suite struct ProgressTextTests {
  private static let second: Int64 = 1_000_000_000

  /// The line after some seconds in which the work has advanced from `start` to `done`.
  private func line(
    _ done: Double, of total: Double?, from start: Double = 0, seconds: Double = 0,
    columns: Int = 79, isUTF8: Bool = true
  ) -> String {
    var text = ProgressText(isUTF8: isUTF8)
    text.note(ProgressUpdate("products", done: start, total: total), at: 0)
    let update = ProgressUpdate("products", done: done, total: total)
    text.note(update, at: Int64(seconds * 1e9))
    return text.line(of: update, columns: columns, at: Int64(seconds * 1e9))
  }

  @Test(arguments: [
    (0.0, 0.0, "products  ▕                    ▏ 0 of 100,000"),
    (3_400, 0.2, "products  ▕▋                   ▏ 3,400 of 100,000"),
    (20_000, 2, "products  ▕████                ▏ 20,000 of 100,000  10,000/s  8 s left"),
    (100_000, 10, "products  ▕████████████████████▏ 100,000 of 100,000  10,000/s"),
    (120_000, 10, "products  ▕████████████████████▏ 120,000 of 100,000  12,000/s"),
    (100, 100, "products  ▕▏                   ▏ 100 of 100,000  1.0/s  28 h left"),
    (300, 3600, "products  ▕▏                   ▏ 300 of 100,000  0.1/s  333 h left"),
    (10, 3600, "products  ▕▏                   ▏ 10 of 100,000  10/h  9,999 h left"),
    (50_000, 200, "products  ▕██████████          ▏ 50,000 of 100,000  250/s  4 min left"),
  ])
  func `progress with a known total has a bar, the rate and the time left`(
    done: Double, seconds: Double, line: String
  ) {
    #expect(self.line(done, of: 100_000, seconds: seconds) == line)
  }

  @Test(arguments: [
    (60, "products  ▕██        ▏ 20,000 of 100,000  10,000/s  8 s left"),
    (52, "products  ▕██▍         ▏ 20,000 of 100,000  10,000/s"),
    (40, "products  ▕██        ▏ 20,000 of 100,000"), (30, "products 20,000 of 100,000"),
    (24, "produ… 20,000 of 100,000"),
  ])
  func `progress on a narrow terminal shows less`(columns: Int, line: String) {
    let text = self.line(20_000, of: 100_000, seconds: 2, columns: columns)
    #expect(text == line)
    #expect(text.count <= columns)
  }

  @Test func `the rate of progress counts from the first observation`() {
    #expect(
      line(3_000, of: 4_000, from: 1_000, seconds: 2)
        == "products  ▕███████████████     ▏ 3,000 of 4,000  1,000/s  1 s left")
  }

  @Test func `progress as a fraction is a percentage`() {
    var text = ProgressText(isUTF8: true)
    let half = ProgressUpdate("greet", fraction: 0.5)
    text.note(ProgressUpdate("greet", fraction: 0), at: 0)
    text.note(half, at: Self.second)
    #expect(
      text.line(of: half, columns: 79, at: Self.second)
        == "greet  ▕██████████          ▏ 50 %  1 s left")
  }

  @Test func `progress on a terminal without blocks is ASCII`() {
    #expect(
      line(5, of: 10, isUTF8: false) == "products  [##########          ] 5 of 10")
    var text = ProgressText(isUTF8: false)
    let lines = (0..<5).map { _ in text.line(of: ProgressUpdate("sleep"), columns: 79, at: 0) }
    #expect(lines == ["\\ sleep", "| sleep", "/ sleep", "- sleep", "\\ sleep"])
  }

  @Test func `progress of unknown extent has a spinner and the amount done`() {
    var text = ProgressText(isUTF8: true)
    #expect(text.line(of: ProgressUpdate("sleep"), columns: 79, at: 0) == "⠙ sleep")
    #expect(line(1_234, of: nil) == "⠙ products  1,234")
    #expect(line(.nan, of: 5) == "⠙ products")
    #expect(line(5, of: 0) == "⠙ products  5")
    #expect(line(5, of: .infinity) == "⠙ products  5")
  }

  @Test func `a progress label is escaped and cut`() {
    var text = ProgressText(isUTF8: true)
    #expect(
      text.line(of: ProgressUpdate("a\u{1B}[2J\nlong label"), columns: 12, at: 0)
        == "⠙ a\\u{1B}[2…")
  }
}
