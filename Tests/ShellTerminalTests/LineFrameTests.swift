import Glibc
import TestSupport
import Testing

@testable import ShellTerminal

@Suite struct LineFrameTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  private func frame(
    _ line: String, point: Int? = nil, columns: Int = 10, rows: Int = 8, styles: [String] = [],
    prompt: String = "> ", suggestion: String = "", below: [String] = []
  ) -> LineFrame? {
    var frame = LineFrame(columns: columns, rows: rows)
    guard frame.add(prompt: prompt),
      frame.add(
        line: line, point: point ?? line.utf8.count, style: { $0 < styles.count ? styles[$0] : "" })
    else { return nil }
    frame.add(suggestion: suggestion, style: "2")
    frame.add(below: below.map { [(text: $0, style: "")] })
    return frame
  }

  private func text(_ frame: LineFrame?) -> [String]? {
    frame?.rows.map { $0.map(\.text).joined() }
  }

  @Test(
    arguments: [
      ("", ["> "], 0, 2), ("abc", ["> abc"], 0, 5), ("abcdefg", ["> abcdefg"], 0, 9),
      ("abcdefgh", ["> abcdefgh", ""], 1, 0), ("abcdefghi", ["> abcdefgh", "i"], 1, 1),
      ("abcdefg猫", ["> abcdefg ", "猫"], 1, 2), ("e\u{301}", ["> e\u{301}"], 0, 3),
      ("a\nb", ["> a", "b"], 1, 1), ("\tx", [">       x"], 0, 9),
      ("a\u{1}\u{7F}", ["> a^A^?"], 0, 7),
    ] as [(String, [String], Int, Int)])
  func `a line breaks at the last column`(line: String, rows: [String], row: Int, column: Int) {
    let frame = frame(line)
    #expect(text(frame) == rows)
    #expect(frame?.cursor == .init(row: row, column: column))
  }

  @Test func `a wide character without room takes the cursor with it`() {
    #expect(frame("abcdefg猫", point: 7)?.cursor == .init(row: 1, column: 0))
    #expect(frame("abcdefgh", point: 7)?.cursor == .init(row: 0, column: 9))
  }

  @Test func `what terminals do not agree on, and what has no room, is left to readline`() {
    #expect(frame("a\u{85}b") == nil)
    #expect(frame("\u{301}", prompt: "") == nil)
    #expect(frame(String(repeating: "x", count: 80), rows: 8) == nil)
    #expect(frame(String(repeating: "x", count: 70), rows: 8) != nil)
  }

  @Test func `a suggestion is cut before the last column`() {
    #expect(text(frame("abc", suggestion: "defghijk")) == ["> abcdefg"])
    #expect(text(frame("abcdefgh", suggestion: "ijk")) == ["> abcdefgh", "ijk"])
  }

  @Test func `drawing a difference gives the same screen as drawing all`() {
    var random = UInt64(7)
    func next(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    let pieces = ["a", "b", "cde", " ", "猫", "é", "e\u{301}", "\n", "\u{1}", "x y z ", "🙂"]
    let prompts = ["> ", "\u{1}\u{1B}[1m\u{2}p> \u{1}\u{1B}[0m\u{2}"]
    var screen = VirtualTerminal(columns: 10)
    var (shown, pen, bottom): (LineFrame?, FrameDrawing.Pen, Int) = (nil, .init(), 0)
    for round in 0..<5000 {
      let line = (0..<next(14)).map { _ in pieces[next(pieces.count)] }.joined()
      let points = Array(line.unicodeScalars.indices) + [line.endIndex]
      let point = line.utf8.distance(from: line.startIndex, to: points[next(points.count)])
      let styles = (0..<line.utf8.count).map { _ in ["", "1", "31"][next(3)] }
      let isAtEnd = point == line.utf8.count
      let frame = frame(
        line, point: point, rows: 40, styles: styles, prompt: prompts[next(2)],
        suggestion: isAtEnd && next(2) == 0 ? "suggest" : "",
        below: next(4) == 0 ? ["one", "2"] : []
      )
      guard let frame else { continue }
      var drawing = FrameDrawing(
        pen: pen, at: shown?.cursor ?? .init(), bottom: bottom, columns: 10)
      drawing.draw(frame, over: shown)
      screen.feed(drawing.bytes)
      var fresh = VirtualTerminal(columns: 10)
      var whole = FrameDrawing(pen: .init(), at: .init(), bottom: 0, columns: 10)
      whole.draw(frame, over: nil)
      fresh.feed(whole.bytes)
      let isEqual = screen.lines == fresh.lines && screen.cursor == fresh.cursor
      #expect(isEqual, "\(round): \(line.debugDescription) \(screen.lines) \(fresh.lines)")
      #expect(screen.unknown.isEmpty)
      guard isEqual else { return }
      (shown, pen, bottom) = (frame, drawing.pen, drawing.bottom)
    }
  }
}
