import Glibc

/// Writes to a terminal without waiting inside `write(2)`.
///
/// On Ctrl-C the kernel empties a pseudoterminal's output without waking a thread that waits for room in it.
/// The thread sleeps on, and its prompt never appears. This writer waits for room outside of `write`, and
/// checks again every 100 ms.
package final class TerminalWriter: Sendable {
  private let descriptor: Int32
  private let ownsDescriptor: Bool

  /// Creates a writer.
  ///
  /// - Parameter descriptor: a terminal. Any other descriptor, and a terminal that cannot be opened again,
  ///   is written to as it is.
  package init(_ descriptor: Int32) {
    let own = isatty(descriptor) == 1 ? ReopenedTerminal.open(descriptor, O_WRONLY) : nil
    self.descriptor = own ?? descriptor
    ownsDescriptor = own != nil
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Writes a text; returns when the terminal has accepted all of it, or is gone.
  package func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes bytes; returns when the terminal has accepted all of them, or is gone.
  ///
  /// - Returns: how many were written.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, start + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if count == 0 || errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // A terminal that is ready may still lack room for a whole character.
        if poll(&request, 1, 100) > 0 { poll(nil, 0, 1) }
      } else if errno != EINTR {
        break
      }
    }
    return done
  }
}

/// Reads a terminal without waiting inside `read(2)`.
///
/// On Ctrl-C the kernel discards what was typed before it. A read that poll(2) has just promised would then
/// wait for the next key, and the prompt with it.
package final class TerminalInput: Sendable {
  /// The descriptor to poll and read; reading a terminal fails with EAGAIN if it has no input.
  package let descriptor: Int32
  private let ownsDescriptor: Bool

  /// Opens a terminal again.
  ///
  /// - Parameter descriptor: a terminal. Any other descriptor, and a terminal that cannot be opened again,
  ///   is read as it is.
  package init(_ descriptor: Int32) {
    let own = isatty(descriptor) == 1 ? ReopenedTerminal.open(descriptor, O_RDONLY) : nil
    self.descriptor = own ?? descriptor
    ownsDescriptor = own != nil
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }
}

/// A terminal that is opened again, in non-blocking mode.
///
/// A terminal that is ready to be written can have room for one byte and block on the second. Setting
/// O_NONBLOCK on the given descriptor would affect every process that shares it.
package enum ReopenedTerminal {
  /// Opens a terminal again.
  ///
  /// The master side of a pseudoterminal, device 5:2, is not opened: that would create another one.
  ///
  /// - Parameter mode: `O_RDONLY` or `O_WRONLY`.
  /// - Returns: a descriptor that the caller closes; nil if it cannot be opened.
  package static func open(_ descriptor: Int32, _ mode: Int32) -> Int32? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_rdev != 0x502 else { return nil }
    let own = Glibc.open(
      "/proc/self/fd/\(descriptor)", mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : nil
  }
}
