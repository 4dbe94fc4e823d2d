package import Glibc

/// What is known of a terminal besides what is typed there.
package enum TerminalControl {
  /// The size of the terminal behind a descriptor, in cells; nil where it does not say.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Begins a new line where the terminal itself has shown ^C; on any thread.
  package static func endEchoedLine() {
    var settings = termios()
    let echoing = tcflag_t(ECHO | ICANON)
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & echoing == echoing else {
      return
    }
    var newline = UInt8(ascii: "\n")
    write(STDERR_FILENO, &newline, 1)
  }

  /// Whether the process's terminal obeys no escape sequences.
  package static var isDumb: Bool { isDumb(kind: getenv("TERM").map { String(cString: $0) }) }

  /// Whether a kind of terminal obeys no escape sequences, or is not known.
  static func isDumb(kind: String?) -> Bool {
    kind.map { $0.isEmpty || $0 == "dumb" } ?? true
  }

  /// How a terminal is set; nil where there is none.
  package static func settings(of descriptor: Int32) -> termios? {
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// Sets a terminal.
  package static func set(_ descriptor: Int32, to settings: termios) {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
