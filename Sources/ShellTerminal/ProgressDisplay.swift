import ShellCommands
import ShellOutput
import Glibc

/// How far something has come, on one line of standard error, while it takes long enough to wonder.
@MainActor
final class ProgressDisplay {
  /// How long something takes before it is shown.
  static let delay = Duration.milliseconds(300)
  /// How long one picture stays.
  static let pause = Duration.milliseconds(100)

  private static let wheel = ["-", "\\", "|", "/"]

  private let columns: @MainActor () -> Int?
  private let canDraw: @MainActor () -> Bool
  private let write: @MainActor (String) -> Void
  private let clock: any Clock<Duration>
  private let isPossible: Bool

  private var progress: ProgressUpdate?
  /// Draws again and again; ends by itself where it cannot.
  private(set) var drawing: Task<Void, Never>?
  /// What is on the screen; nil while nothing is.
  private var drawn: String?
  private var turn = 0

  /// Makes a display.
  ///
  /// - Parameters:
  ///   - columns: the terminal's width; nil where there is no terminal.
  ///   - canDraw: whether the line is free: nobody types there, and no program has the terminal.
  ///   - isPossible: whether a line can be erased.
  ///   - clock: what it waits by.
  ///   - write: writes to the terminal.
  init(
    columns: @escaping @MainActor () -> Int?, canDraw: @escaping @MainActor () -> Bool,
    isPossible: Bool = !TerminalControl.isDumb,
    clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @MainActor (String) -> Void = ProgressDisplay.writeToErrors
  ) {
    self.columns = columns
    self.canDraw = canDraw
    self.isPossible = isPossible
    self.clock = clock
    self.write = write
  }

  isolated deinit {
    drawing?.cancel()
  }

  /// Shows a progress; nil takes the display away.
  func show(_ progress: ProgressUpdate?) {
    self.progress = progress
    guard progress != nil else {
      makeWay()
      drawing = nil
      return
    }
    guard isPossible, drawing == nil else { return }
    let clock = clock
    drawing = Task { [weak self] in
      try? await clock.sleep(for: Self.delay)
      while !Task.isCancelled, self?.draw() == true {
        try? await clock.sleep(for: Self.pause)
      }
    }
  }

  /// Takes the display away because something else is written there; the end of this progress
  /// brings back what begins after it.
  func makeWay() {
    drawing?.cancel()
    guard drawn != nil else { return }
    drawn = nil
    write("\r\u{1B}[K")
  }

  /// Draws the next picture.
  ///
  /// - Returns: whether there will be another.
  private func draw() -> Bool {
    guard let progress, let columns = columns(), canDraw() else { return false }
    turn = (turn + 1) % Self.wheel.count
    var text = TerminalText.escaped(TerminalText.flattened(progress.label))
    if let fraction = progress.fraction, fraction.isFinite {
      let end = " \(Int(min(max(fraction, 0), 1) * 100)) %"
      text = TerminalText.cut(text, to: max(columns - 1 - end.utf8.count, 1)) + end
    } else {
      text = TerminalText.cut(text, to: max(columns - 3, 1)) + " " + Self.wheel[turn]
    }
    guard text != drawn else { return true }
    drawn = text
    write("\r\(text)\u{1B}[K")
    return true
  }

  /// Writes to standard error what it takes at once: a picture is not worth waiting for.
  static func writeToErrors(_ text: String) {
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return }
    var text = text
    _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
