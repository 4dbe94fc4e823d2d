import Glibc
import SeashellKit

/// What a descriptor's reader can show.
enum TerminalStyle {
  /// Looks at a descriptor.
  ///
  /// - Returns: gives the style, with the terminal's width at the time of the call.
  @MainActor
  static func reader(of descriptor: Int32) -> @MainActor () -> OutputStyle {
    guard isatty(descriptor) == 1 else { return { .plain } }
    let hasColors = hasColors
    return {
      var size = winsize()
      let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      return OutputStyle(
        isTerminal: true, columns: hasSize ? Int(size.ws_col) : 80, hasColors: hasColors)
    }
  }

  /// https://no-color.org: any text that is not empty turns colour off.
  private static var hasColors: Bool {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let terminal = getenv("TERM").map { String(cString: $0) } ?? ""
    return !isRefused && !terminal.isEmpty && terminal != "dumb"
  }
}
