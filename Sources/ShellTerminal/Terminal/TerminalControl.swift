import CoreSystem
package import Glibc

/// A terminal's size, settings and abilities.
package enum TerminalControl {
  private static let errors = TerminalWriter(STDERR_FILENO)

  /// The terminal's size in cells, if the terminal reports it.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Starts a new line if the terminal itself has echoed ^C.
  ///
  /// It may be called on any thread.
  ///
  /// - Parameter isProgress: whether the line is a display of progress, which is then erased.
  package static func endEchoedLine(isProgress: Bool = false) {
    var settings = termios()
    let echoing = tcflag_t(ECHO | ICANON)
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & echoing == echoing else {
      return
    }
    errors.write(isProgress ? "\r\u{1B}[K^C\n" : "\n")
  }

  /// Whether the process's terminal supports no escape sequences.
  package static var isDumb: Bool { isDumb(kind: getenv("TERM").map { String(cString: $0) }) }

  /// Whether a kind of terminal (a value of `$TERM`) supports no escape sequences, or is unknown.
  static func isDumb(kind: String?) -> Bool {
    kind.map { $0.isEmpty || $0 == "dumb" } ?? true
  }

  /// Reads the terminal's settings.
  ///
  /// - Returns: the settings; nil if the descriptor is not a terminal.
  package static func settings(of descriptor: Int32) -> termios? {
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// Changes the terminal's settings once pending output has been written.
  package static func set(_ descriptor: Int32, to settings: termios) {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
