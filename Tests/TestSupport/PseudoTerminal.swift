import Foundation
package import Glibc

/// A pseudoterminal.
///
/// One end is a program's terminal, the other belongs to the test.
package final class PseudoTerminal {
  /// The path of the program's end.
  package let path: String
  /// The test's end; -1 once it has hung up.
  package private(set) var master: Int32

  private var held: Int32 = -1

  /// Creates a terminal.
  ///
  /// - Parameter isHeld: whether to keep the program's end open, so that its output outlives it.
  package init(columns: Int = 80, rows: Int = 24, isHeld: Bool = false) throws {
    master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    let isOpen =
      master >= 0 && ioctl(master, unlock, &isLocked) == 0
      && ioctl(master, getNumber, &number) == 0
    path = "/dev/pts/\(number)"
    guard isOpen else { throw POSIXError(.EIO) }
    resize(columns: columns, rows: rows)
    if isHeld { held = open() }
  }

  deinit {
    if held >= 0 { close(held) }
    hangUp()
  }

  /// Opens the program's end; the caller closes it.
  package func open() -> Int32 { Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }

  /// Hangs up, as when a user closes the window.
  package func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// Sets the size; a program in the foreground gets SIGWINCH.
  package func resize(columns: Int, rows: Int = 24) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  package var settings: termios {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings
  }

  /// Whether the terminal edits lines, echoes and sends signals, as it must after the shell exits.
  package var isSane: Bool {
    let wanted = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & wanted == wanted && settings.c_iflag & tcflag_t(ICRNL) != 0
  }

  /// The process group in the foreground; -1 if there is none.
  package var foreground: pid_t { tcgetpgrp(master) }

  /// Types keys.
  ///
  /// - Parameter waits: whether to wait until the terminal accepts them.
  /// - Returns: the number of bytes accepted; the terminal buffers only a few unread kilobytes.
  package func type(_ bytes: some Collection<UInt8>, waits: Bool = true) -> Int {
    let bytes = Array(bytes)
    if !waits { _ = fcntl(master, F_SETFL, O_NONBLOCK) }
    defer { if !waits { _ = fcntl(master, F_SETFL, 0) } }
    return max(0, write(master, bytes, bytes.count))
  }

  /// Reads at most 64 KiB from a terminal or a pipe.
  ///
  /// - Returns: the bytes; empty after the last writer has closed its end; nil if none arrived in time.
  package static func read(
    from descriptor: Int32, within milliseconds: Int32 = 0
  ) -> [UInt8]? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    // At the end a terminal fails with EIO.
    return Array(bytes.prefix(max(0, count)))
  }
}
