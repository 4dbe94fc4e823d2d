import ShellOutput
import ShellRuntime
import Glibc
import SeashellKit
import ShellTerminal

/// Chooses a descriptor's output style: a terminal's width and colors, or plain text.
enum TerminalStyle {
  /// Returns a function that gives the descriptor's style, with the terminal's current width.
  @MainActor
  static func reader(of descriptor: Int32) -> @MainActor () -> OutputStyle {
    guard isatty(descriptor) == 1 else { return { .plain } }
    let hasColors = hasColors
    let locale = ReaderLocale { getenv($0).map { String(cString: $0) } }
    return {
      OutputStyle(
        isTerminal: true, columns: TerminalControl.size(of: descriptor)?.columns ?? 80,
        hasColors: hasColors, locale: locale)
    }
  }

  /// Whether output may have colors; `NO_COLOR` turns them off unless empty (https://no-color.org).
  static var hasColors: Bool {
    let isTurnedOff = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return !isTurnedOff && !TerminalControl.isDumb
  }
}

extension StandardStreams {
  /// The process's own standard output and standard error.
  ///
  /// - Parameter willShow: called before bytes go to a terminal.
  @MainActor
  static func standard(
    _ interrupts: Interrupts, willShow: (@MainActor (UnsafeRawBufferPointer) -> Void)? = nil
  ) -> StandardStreams {
    StandardStreams(
      interrupt: interrupts.flag, reader: TerminalStyle.reader, willShow: willShow)
  }
}
