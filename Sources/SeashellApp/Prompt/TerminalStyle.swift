import ShellOutput
import ShellRuntime
import Glibc
import SeashellKit
import ShellTerminal

/// Finds out which output style fits a descriptor: a terminal's width and colors, or plain text.
enum TerminalStyle {
  /// Returns a function that gives the descriptor's style, with the terminal's current width.
  @MainActor
  static func reader(of descriptor: Int32) -> @MainActor () -> OutputStyle {
    guard isatty(descriptor) == 1 else { return { .plain } }
    let hasColors = hasColors
    return {
      OutputStyle(
        isTerminal: true, columns: TerminalControl.size(of: descriptor)?.columns ?? 80,
        hasColors: hasColors)
    }
  }

  /// Whether output may have colors.
  ///
  /// See https://no-color.org: any text but an empty one turns them off.
  static var hasColors: Bool {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return !isRefused && !TerminalControl.isDumb
  }
}

extension StandardStreams {
  /// The process's own standard output and standard error.
  @MainActor
  static func standard(_ interrupts: Interrupts) -> StandardStreams {
    StandardStreams(interrupt: interrupts.flag, reader: TerminalStyle.reader)
  }
}
