package import ShellCommands
import ShellOutput
import Glibc

/// Shows progress on one line of standard error, if an operation takes longer than 300 ms.
@MainActor
package final class ProgressDisplay {
  /// How long an operation runs before its progress is shown.
  static let delay = Duration.milliseconds(300)
  /// The time from one drawing to the next.
  static let pause = Duration.milliseconds(100)

  private static let wheel = ["-", "\\", "|", "/"]

  private let columns: @MainActor () -> Int?
  private let canDraw: @MainActor () -> Bool
  private let write: @MainActor (String) -> Void
  private let clock: any Clock<Duration>
  private let isPossible: Bool

  private var progress: ProgressUpdate?
  /// Draws repeatedly, until the line is not free.
  private(set) var drawing: Task<Void, Never>?
  /// The text on the screen, or nil if there is none.
  private var drawn: String?
  private var step = 0

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - columns: returns the terminal's width, or nil if there is no terminal.
  ///   - canDraw: returns whether the line is free: no line is being read and no program has the terminal.
  ///   - isPossible: whether the terminal can erase a line.
  ///   - clock: measures the delays.
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

  /// Creates the display of a process without a prompt.
  ///
  /// - Parameters:
  ///   - columns: returns the terminal's width, or nil if standard error is no terminal.
  ///   - isCovered: returns true while something else has the terminal.
  package convenience init(
    columns: @escaping @MainActor () -> Int?, isCovered: @escaping @MainActor () -> Bool
  ) {
    self.init(columns: columns, canDraw: { !isCovered() })
  }

  isolated deinit {
    drawing?.cancel()
  }

  /// Shows progress, or removes the display if it is nil.
  package func show(_ progress: ProgressUpdate?) {
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

  /// Removes the display because other text follows.
  ///
  /// It stays away until this operation ends.
  func makeWay() {
    drawing?.cancel()
    guard drawn != nil else { return }
    drawn = nil
    write("\r\u{1B}[K")
  }

  /// Draws the progress.
  ///
  /// - Returns: whether to draw again.
  private func draw() -> Bool {
    guard let progress, let columns = columns(), canDraw() else { return false }
    step = (step + 1) % Self.wheel.count
    var text = TerminalText.escaped(TerminalText.flattened(progress.label))
    if let fraction = progress.fraction, fraction.isFinite {
      let end = " \(Int(min(max(fraction, 0), 1) * 100)) %"
      text = TerminalText.cut(text, to: max(columns - 1 - end.utf8.count, 1)) + end
    } else {
      text = TerminalText.cut(text, to: max(columns - 3, 1)) + " " + Self.wheel[step]
    }
    guard text != drawn else { return true }
    drawn = text
    write("\r\(text)\u{1B}[K")
    return true
  }

  /// Writes to standard error, unless that would block.
  static func writeToErrors(_ text: String) {
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return }
    var text = text
    _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
