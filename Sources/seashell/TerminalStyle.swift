import Glibc
import SeashellKit
import ShellTerminal

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
      OutputStyle(
        isTerminal: true, columns: TerminalControl.size(of: descriptor)?.columns ?? 80,
        hasColors: hasColors)
    }
  }

  /// https://no-color.org: any text that is not empty turns colour off.
  static var hasColors: Bool {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return !isRefused && !TerminalControl.isDumb
  }
}
