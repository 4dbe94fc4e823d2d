import ShellOutput
import ShellRuntime
import Glibc
import SeashellKit
import ShellTerminal

/// Chooses a descriptor's output style: a terminal's width and colors, or plain text.
enum TerminalStyle {
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

  @MainActor
  static func colors(_ settings: ShellSettings) -> @MainActor () -> Palette? {
    let (canShow, noColor) = (!TerminalControl.isDumb, LaunchedProcess.variable("NO_COLOR"))
    return { settings.colors.palette(canShow: canShow, noColor: noColor) }
  }
}

extension StandardStreams {
  /// `willShow` is called before bytes go to a terminal.
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
