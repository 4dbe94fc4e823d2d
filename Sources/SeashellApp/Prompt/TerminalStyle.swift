import ShellOutput
import ShellRuntime
import Glibc
import SeashellKit
import ShellTerminal

/// Chooses a descriptor's output style: a terminal's width and colors, or plain text.
enum TerminalStyle {
  /// Returns a function that gives the descriptor's style, with the terminal's current width.
  @MainActor
  static func reader(
    of descriptor: Int32, _ settings: ShellSettings
  ) -> @MainActor () -> OutputStyle {
    guard isatty(descriptor) == 1 else { return { .plain } }
    let colors = colors(settings)
    let locale = ReaderLocale { getenv($0).map { String(cString: $0) } }
    return {
      OutputStyle(
        isTerminal: true, columns: TerminalControl.size(of: descriptor)?.columns ?? 80,
        colors: colors(), locale: locale)
    }
  }

  /// Returns a function that returns the current colours; nil for none.
  @MainActor
  static func colors(_ settings: ShellSettings) -> @MainActor () -> Palette? {
    let (canShow, noColor) = (!TerminalControl.isDumb, LaunchedProcess.variable("NO_COLOR"))
    return { settings.colors.palette(canShow: canShow, noColor: noColor) }
  }
}

extension StandardStreams {
  /// The process's own standard output and standard error.
  ///
  /// - Parameters:
  ///   - settings: decide the colours.
  ///   - willShow: called before bytes go to a terminal.
  @MainActor
  static func standard(
    _ interrupts: Interrupts, _ settings: ShellSettings,
    willShow: (@MainActor (UnsafeRawBufferPointer) -> Void)? = nil
  ) -> StandardStreams {
    StandardStreams(
      interrupt: interrupts.flag, reader: { TerminalStyle.reader(of: $0, settings) },
      willShow: willShow)
  }
}
