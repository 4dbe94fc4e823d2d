import Glibc
import ShellCommands
import ShellOutput
import ShellRuntime
import ShellTerminal

/// The progress of a script or a one-shot command on standard error, if that is a terminal.
@MainActor
final class ScriptProgress {
  private var line: ProgressDisplay?
  private let interrupts: Interrupts
  private let settings: ShellSettings

  /// `interrupts` knows whether another program has the terminal.
  init(_ interrupts: Interrupts, _ settings: ShellSettings) {
    self.interrupts = interrupts
    self.settings = settings
  }

  /// Returns a function that shows or hides progress; nil if standard error is not a terminal.
  func display() -> (@MainActor (ProgressUpdate?) -> Void)? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    let style = TerminalStyle.reader(of: STDERR_FILENO, settings)
    let line = ProgressDisplay(
      columns: { style().columns }, isUTF8: style().locale?.isUTF8 ?? true,
      isCovered: { [interrupts] in interrupts.isShared.isRaised })
    self.line = line
    return line.isPossible ? line.show : nil
  }

  /// Removes the progress before text is written to a terminal.
  func makeWay(for text: UnsafeRawBufferPointer) { line?.makeWay(for: text) }
}
