import CoreSystem
package import ShellCommands
import Glibc

/// Shows progress on one line of standard error, if an operation takes longer than 300 ms.
///
/// Other text replaces it at once, and it comes back below when no more text follows. A timer runs only while
/// there is progress to show.
@MainActor
package final class ProgressDisplay {
  /// How long an operation runs before its progress is shown.
  static let delay = Duration.milliseconds(300)
  /// The interval between two drawings.
  static let pause = Duration.milliseconds(100)
  /// After this many pauses without other text, the progress comes back.
  private static let quietPauses = 3

  /// Whether the terminal can erase a line.
  package let isPossible: Bool

  /// Raised while the display is on the screen.
  let isShown = SharedFlag()

  private let columns: @MainActor () -> Int?
  private let canDraw: @MainActor () -> Bool
  private let write: @MainActor (String) -> Void
  private let clock: any Clock<Duration>
  private let now: @MainActor () -> Int64
  private var text: ProgressText

  private var progress: ProgressUpdate?
  /// Draws repeatedly, until the line is in use.
  private(set) var drawing: Task<Void, Never>?
  private var drawn: String?
  /// The pauses left until the progress comes back after other text.
  private var waitingPauses = 0
  /// Whether other text has left its line unfinished.
  private var isInLine = false

  /// Creates a display.
  ///
  /// `canDraw` returns whether the line is free, since no line is being read and no program uses
  /// the terminal. `isPossible` is whether the terminal can erase a line. `now` returns the time in
  /// nanoseconds, for the rate.
  init(
    columns: @escaping @MainActor () -> Int?, canDraw: @escaping @MainActor () -> Bool,
    isPossible: Bool = !TerminalControl.isDumb, isUTF8: Bool = true,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @MainActor () -> Int64 = MonotonicTime.precise,
    write: @escaping @MainActor (String) -> Void = ProgressDisplay.writeToErrors
  ) {
    self.columns = columns
    self.canDraw = canDraw
    self.isPossible = isPossible
    self.clock = clock
    self.now = now
    self.write = write
    text = ProgressText(isUTF8: isUTF8)
  }

  /// Creates the display of a process without a prompt.
  ///
  /// - Parameters:
  ///   - columns: returns the terminal's width, or nil if standard error is not a terminal.
  ///   - isUTF8: whether the terminal shows blocks and dots.
  ///   - isCovered: returns true while other code uses the terminal.
  package convenience init(
    columns: @escaping @MainActor () -> Int?, isUTF8: Bool,
    isCovered: @escaping @MainActor () -> Bool
  ) {
    self.init(columns: columns, canDraw: { !isCovered() }, isUTF8: isUTF8)
  }

  isolated deinit {
    drawing?.cancel()
  }

  /// Shows progress, or removes the display if it is nil.
  package func show(_ progress: ProgressUpdate?) {
    self.progress = progress
    guard let progress else {
      drawing?.cancel()
      drawing = nil
      (waitingPauses, isInLine) = (0, false)
      return erase()
    }
    guard isPossible else { return }
    text.note(progress, at: now())
    guard drawing == nil else { return }
    let clock = clock
    drawing = Task { [weak self] in
      try? await clock.sleep(for: Self.delay)
      while !Task.isCancelled, self?.draw() == true {
        try? await clock.sleep(for: Self.pause)
      }
    }
  }

  /// Removes the display to make room for other text; it comes back below that text.
  package func makeWay(for text: UnsafeRawBufferPointer) {
    guard drawing != nil, let last = text.last else { return }
    isInLine = last != UInt8(ascii: "\n")
    waitingPauses = Self.quietPauses
    erase()
  }

  private func erase() {
    guard drawn != nil else { return }
    drawn = nil
    write("\r\u{1B}[K")
    isShown.lower()
  }

  /// Returns true to draw again.
  private func draw() -> Bool {
    guard let progress, let columns = columns(), canDraw() else { return false }
    if waitingPauses > 0 { waitingPauses -= 1 }
    guard waitingPauses == 0, !isInLine else { return true }
    let line = text.line(of: progress, columns: columns - 1, at: now())
    guard line != drawn else { return true }
    drawn = line
    isShown.raise()
    write("\r\(line)\u{1B}[K")
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
