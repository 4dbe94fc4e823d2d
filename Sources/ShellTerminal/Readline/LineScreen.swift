import CoreSystem
import CReadline
import Glibc

/// The terminal as readline's stream writes to it, with lines that are drawn in colours.
///
/// Readline lays out and draws each line. What it draws is held back, and a frame with the same text in the
/// same places is drawn in its place, so that the cursor is where readline believes it to be. Where the two
/// would not agree, readline's bytes are written.
@MainActor
final class LineScreen {
  private let writer: TerminalWriter
  /// Readline's stream; nil if memory ran out.
  private(set) var stream: UnsafeMutablePointer<FILE>?

  /// What readline draws, while that is held back.
  private var held: [UInt8]?
  /// The frame on the screen; nil if something else was written since.
  private var shown: LineFrame?
  /// Where readline believed the cursor to be then.
  private var left = seashell_readline_place()
  private var pen = FrameDrawing.Pen()
  /// The last row of ``shown`` that is on the screen.
  private var bottom = 0
  /// Whether readline draws the rest of this line, since too much was written.
  private var leavesLine = false
  /// How many bytes were written, and how many readline alone would have written.
  private var sent = 0
  private var plain = 0

  init(_ writer: TerminalWriter) {
    self.writer = writer
    stream = seashell_stream(Unmanaged.passUnretained(self).toOpaque()) { screen, bytes, count in
      let (screen, start) = (UInt(bitPattern: screen), UInt(bitPattern: bytes))
      return MainActor.assumeIsolated {
        guard let screen = UnsafeRawPointer(bitPattern: screen) else { return 0 }
        let bytes = UnsafeRawBufferPointer(
          start: UnsafeRawPointer(bitPattern: start), count: count)
        return Unmanaged<LineScreen>.fromOpaque(screen).takeUnretainedValue().write(bytes)
      }
    }
  }

  /// Closes the stream; the screen must not be used any more.
  func close() {
    if let stream { fclose(stream) }
    stream = nil
  }

  /// Writes readline's bytes; within ``draw(limit:_:)`` it keeps them.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if held != nil {
      held?.append(contentsOf: bytes)
      return bytes.count
    }
    leave()
    plain += bytes.count
    sent += bytes.count
    return writer.write(bytes)
  }

  /// Takes away what readline does not know of.
  private func leave() {
    guard let frame = shown else { return }
    send(Array(FrameDrawing.leaving(frame, pen: pen).utf8))
    (shown, pen) = (nil, .init())
  }

  private func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    sent += bytes.count
    _ = bytes.withUnsafeBytes { writer.write($0) }
  }

  /// Draws the line.
  ///
  /// - Parameters:
  ///   - limit: whether at most twice the bytes are written that readline alone would have written: without
  ///     the suggestion if need be, and then without colours.
  ///   - frame: lays out the line for a screen of so many columns and rows; nil for readline's own drawing.
  func draw(limit: Bool, _ frame: (_ columns: Int, _ rows: Int, _ isShort: Bool) -> LineFrame?) {
    fflush(stream)
    let before = seashell_readline_place()
    held = []
    rl_redisplay()
    fflush(stream)
    let own = held ?? []
    held = nil
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    let after = seashell_readline_place()
    guard !leavesLine, let whole = frame(Int(columns), Int(rows), false),
      whole.cursor == .init(row: Int(after.row), column: Int(after.column)),
      whole.bottom == Int(after.bottom)
    else { return leaveToReadline(own, from: before) }
    if left.row != before.row || left.column != before.column || left.bottom != before.bottom {
      leave()
    }
    plain += own.count
    var next = whole
    var drawing = drawing(of: next, from: before)
    if limit, isTooMuch(drawing) {
      if whole.hasSuggestion, let short = frame(Int(columns), Int(rows), true) {
        next = short
        drawing = self.drawing(of: next, from: before)
      }
      if isTooMuch(drawing) {
        plain -= own.count
        leavesLine = true
        _ = own.withUnsafeBytes { write($0) }
        return
      }
    }
    send(drawing.bytes)
    (shown, left, pen, bottom) = (next, after, drawing.pen, drawing.bottom)
  }

  /// Whether a drawing would be more than twice what readline alone would have written by now.
  private func isTooMuch(_ drawing: FrameDrawing) -> Bool {
    // What follows, such as the end of a colour, has its share.
    10 * (sent + drawing.bytes.count) > 19 * plain
  }

  /// Has readline draw the whole line, in which nothing has colours.
  private func leaveToReadline(_ own: [UInt8], from place: seashell_readline_place) {
    guard shown != nil else {
      _ = own.withUnsafeBytes { write($0) }
      return
    }
    leave()
    send(Array(((place.row > 0 ? "\u{1B}[\(place.row)A" : "") + "\r\u{1B}[J").utf8))
    seashell_readline_draw_all()
    fflush(stream)
  }

  /// Begins a line.
  func begin() { leavesLine = false }

  private func drawing(of frame: LineFrame, from place: seashell_readline_place) -> FrameDrawing {
    let known = shown?.size.columns == frame.size.columns ? shown : nil
    var drawing = FrameDrawing(
      pen: pen, at: .init(row: Int(place.row), column: Int(place.column)),
      bottom: known == nil ? Int(place.bottom) : bottom, columns: frame.size.columns)
    drawing.draw(frame, over: known)
    return drawing
  }

  /// Whether the line on the screen was drawn here, and not by readline.
  var isDrawn: Bool { shown != nil }

  /// Whether a suggestion is on the screen.
  var showsSuggestion: Bool { shown?.hasSuggestion == true }
}
