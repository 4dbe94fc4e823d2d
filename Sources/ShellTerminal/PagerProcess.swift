import CoreSystem
import ShellOutput
import ShellRuntime
import Glibc

/// A pager that runs, and is fed through a pipe.
///
/// It reads its keys from the terminal itself.
@MainActor
final class PagerProcess {
  /// What it is called.
  let name: String
  private let stage: ProgramStage
  private let sink: DescriptorSink
  private var input: Int32
  /// Whether the pager reads no more, and something was left.
  private(set) var isClosed = false

  /// Starts a pager.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - terminal: becomes its standard output.
  ///   - isInterrupted: whether to give up a write; asked while the pager takes nothing.
  /// - Throws: ``ShellError`` where it cannot be started.
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

  /// Feeds the pager, waiting where it takes no more for now.
  ///
  /// - Throws: ``OutputClosed`` where the user has left it, ``ShellError`` where the user interrupts.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try sink.write(bytes)
    } catch let error as OutputClosed {
      isClosed = true
      throw error
    }
  }

  /// Says that nothing more comes, and waits until the user has left the pager.
  ///
  /// - Returns: the status with which the pager failed, without having read everything; nil where the
  ///   user, a signal or the end of what there was to show ended it.
  func end() async -> Int32? {
    // What is left in the pipe can be counted from its other end alone, which says no end to nobody.
    let rest = open("/proc/self/fd/\(input)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(rest) }
    close(input)
    input = -1
    let end = await stage.wait()
    var count: Int32 = 0
    // FIONREAD, a macro that Swift does not import.
    guard end.signal == nil, end.status != 0, end.status != ExitStatus.interrupted.rawValue,
      isClosed || (ioctl(rest, 0x541B, &count) == 0 && count > 0)
    else { return nil }
    return end.status
  }
}
