import CoreSystem
import ShellLanguage
import ShellOutput
import ShellRuntime
import Glibc

@MainActor
final class PagerProcess {
  let name: String
  private let stage: ProgramStage
  private let sink: DescriptorSink
  private var input: Int32
  /// Whether a write failed because the pager no longer reads.
  private(set) var isClosed = false

  /// `isInterrupted` returns whether to abandon a blocked write.
  init(
    _ words: [String], terminal: Int32, isInterrupted: @escaping @Sendable () -> Bool
  ) throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    name = words[0]
    do {
      stage = try ProgramStage(words, input: pipe.reading, output: terminal)
    } catch {
      close(pipe.writing)
      throw error
    }
    input = pipe.writing
    sink = DescriptorSink(
      descriptor: input, name: "'\(words[0])'", isInterrupted: isInterrupted)
  }

  deinit {
    if input >= 0 { close(input) }
  }

  /// Blocks while the pipe is full.
  ///
  /// Throws ``OutputClosed`` if the user has left the pager; ``ShellError`` if the user interrupts.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try sink.write(bytes)
    } catch let error as OutputClosed {
      isClosed = true
      throw error
    }
  }

  /// Closes the pipe, and waits until the user has left the pager.
  ///
  /// - Returns: the exit status, if the pager failed before it had read everything.
  func end() async -> Int32? {
    // Only the reading end can report the unread bytes. Opening one does not keep the pager from seeing the
    // end of its input.
    let rest = open("/proc/self/fd/\(input)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(rest) }
    close(input)
    input = -1
    let end = await stage.wait()
    var count: Int32 = 0
    // 0x541B is FIONREAD, a macro that Swift does not import.
    guard end.signal == nil, end.status != 0, end.status != ExitStatus.interrupted.rawValue,
      isClosed || (ioctl(rest, 0x541B, &count) == 0 && count > 0)
    else { return nil }
    return end.status
  }
}

enum PagerChoice {
  /// `less` with options to show colours, to quit if the text fits, and to leave it on the screen.
  private static let standard = ["less", "-RFX"]

  /// For wide tables: `less` does not wrap lines, so that the arrow keys move sideways, and keeps the header on
  /// the screen if it can, from version 600.
  private static let wide = [
    "sh", "-c",
    "case $(less --version) in less\\ [6-9][0-9][0-9]*) exec less -RSX --header=1;; esac; exec less -RSX",
  ]

  /// Returns nil for no pager.
  ///
  /// Without a setting, `$PAGER` counts.
  static func words(
    _ setting: String?, isWide: Bool = false, environment: (String) -> String?
  ) -> [String]? {
    let standard = isWide ? wide : standard
    guard !TerminalControl.isDumb(kind: environment("TERM")) else { return nil }
    guard let text = setting ?? environment("PAGER") else { return standard }
    guard text.contains(where: { $0 != " " && $0 != "\t" }) else { return nil }
    guard let words = ProgramWords.words(of: text) else { return standard }
    switch words {
    case ["off"], ["cat"]: return nil
    // Without options, less would show colours as codes.
    case ["less"]: return standard
    default: return words
    }
  }
}
