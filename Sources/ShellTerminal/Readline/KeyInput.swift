import CoreLoop
import CoreSystem
import Glibc

/// Reads keys from the terminal and passes them to readline, so that readline never waits for input.
///
/// It reads one byte at a time, so that input typed ahead stays in the kernel for a program or for the next
/// line. Pasted text is collected here until it is complete, since readline would block while reading it.
@MainActor
final class KeyInput {
  /// The size limit of a paste, in bytes: 1 MiB.
  static let longestPaste = 1 << 20

  enum Found {
    case key
    case nothing
    case end
    /// A paste was too long and is discarded.
    case tooLong
  }

  /// Whether the terminal marks pasted text (bracketed paste).
  var marksPaste = false

  private static let beginning = Array("\u{1B}[200~".utf8)
  private static let ending = Array("\u{1B}[201~".utf8)
  /// How long the rest of an escape sequence or of a character may take to arrive, in milliseconds.
  private static let patience: Int32 = 50

  /// Whether a Ctrl-C has arrived that was not handled yet; later keys are then left unread.
  let isInterrupted: @MainActor () -> Bool

  private let input: TerminalInput
  private var descriptor: Int32 { input.descriptor }
  /// Bytes for readline to read.
  private var ready: [UInt8] = []
  private var given = 0
  /// How many bytes of a paste's start or end mark have just been read.
  private var matched = 0
  private var paste: [UInt8]?
  private var pasteIsTooLong = false
  private var last: UInt8 = 0

  init(descriptor: Int32, isInterrupted: @escaping @MainActor () -> Bool) {
    input = TerminalInput(descriptor)
    self.isInterrupted = isInterrupted
  }

  var hasReady: Bool { given < ready.count }

  func pull() -> Found {
    // The time that readline takes for a key, such as to redraw the line, is outside our control.
    MainLoop.expect(.readline)
    if hasReady { return .key }
    // In this order: a Ctrl-C handled in between has cancelled the task.
    while isReadable(within: 0), !isInterrupted(), !Task.isCancelled {
      // The end mark of a paste needs this many bytes, so nothing after the paste is read.
      let wanted = paste == nil ? 1 : Self.ending.count - matched
      var bytes = [UInt8](repeating: 0, count: wanted)
      let count = read(descriptor, &bytes, wanted)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .nothing }
      guard count > 0 else { return .end }
      for byte in bytes[..<count] {
        if let found = paste == nil ? type(byte) : add(byte) { return found }
      }
    }
    return .nothing
  }

  /// Returns the next byte for readline; -1 if none arrives in time.
  func next() -> Int32 {
    if !hasReady {
      // The rest of a key's bytes has either been sent already, or never will be.
      guard isReadable(within: Self.patience) else { return -1 }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return -1 }
      last = byte
      return Int32(byte)
    }
    last = ready[given]
    given += 1
    if !hasReady {
      ready = []
      given = 0
    }
    return Int32(last)
  }

  /// Whether readline can read another byte, to distinguish Escape from an escape sequence.
  func hasNext() -> Bool {
    hasReady || (last == 0x1B && isReadable(within: Self.patience))
  }

  /// Has bytes read again, before all others.
  func putBack(_ bytes: [UInt8]) {
    ready = bytes + ready[given...]
    given = 0
  }

  func forget() {
    ready = []
    given = 0
    paste = nil
    matched = 0
  }

  private func type(_ byte: UInt8) -> Found? {
    matched =
      byte == Self.beginning[matched] ? matched + 1 : byte == Self.beginning[0] ? 1 : 0
    if marksPaste, matched == Self.beginning.count {
      matched = 0
      paste = []
      pasteIsTooLong = false
      return nil
    }
    if matched == Self.beginning.count { matched = 0 }
    ready.append(byte)
    return .key
  }

  private func add(_ byte: UInt8) -> Found? {
    matched = byte == Self.ending[matched] ? matched + 1 : byte == Self.ending[0] ? 1 : 0
    if byte == UInt8(ascii: "\n"), paste?.last == UInt8(ascii: "\r") { paste?.removeLast() }
    if byte != 0, !pasteIsTooLong { paste?.append(byte) }
    if let count = paste?.count, count > Self.longestPaste + Self.ending.count {
      pasteIsTooLong = true
      paste = []
    }
    guard matched == Self.ending.count else { return nil }
    matched = 0
    // Readline has already read the start mark of a paste, except for its last byte.
    ready = [UInt8(ascii: "~")] + (pasteIsTooLong ? Self.ending : paste ?? [])
    paste = nil
    return pasteIsTooLong ? .tooLong : .key
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal only prolongs the wait: readline would take a missing byte for the end of input.
    while true {
      let count = poll(&request, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}
