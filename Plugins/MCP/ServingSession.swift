import Glibc
import SeashellKit

/// A client's session with a ``ToolServer``, from the first message to the end of the input.
@MainActor
final class ServingSession {
  /// The time that running commands get after the end of the input, and the time that they and the output
  /// then get to end.
  private static let grace = Duration.seconds(1)

  private let server: ToolServer
  private let input: ServingInput
  private let output: ServingOutput
  private let clock: any Clock<Duration>
  private var isHeld = false
  private var isEnding = false
  private var inputEnded = false
  private let end = Waiter<Void, Never>()

  init(
    _ descriptors: ServingDescriptors, clock: any Clock<Duration>,
    server makeServer: (ServingOutput) -> ToolServer
  ) {
    self.clock = clock
    input = ServingInput(descriptors.input)
    output = ServingOutput(descriptors.output)
    server = makeServer(output)
    output.whenBroken = { [weak self] in self?.stop() }
  }

  /// Serves until the input ends, the client stops reading, or ``stop()`` is called.
  func run() async {
    server.whenRoom = { [weak self] in self?.readOnIfHeld() }
    input.start { [weak self] in self?.take($0) }
    await end.value()
    input.stop()
    if inputEnded { await waitForCalls() }
    server.cancelAll()
    await waitForCalls()
    server.stop()
    await waitForOutput()
    output.stop()
  }

  func stop() {
    isEnding = true
    end.settle()
  }

  func log(_ notice: String) { server.log(notice) }

  func toolsChanged() { server.toolsChanged() }

  private func take(_ lines: [ServingInput.Line]?) {
    guard let lines else {
      inputEnded = true
      return stop()
    }
    for line in lines {
      switch line {
      case .message(let message): server.receive(message)
      case .unreadable(let reason): server.refuse(reason)
      }
    }
    isHeld = true
    readOnIfHeld()
  }

  /// Continues reading, unless the queue of calls or of the output is full.
  private func readOnIfHeld() {
    guard isHeld, !isEnding else { return }
    guard !server.isFull else {
      // The queue of calls reports itself when it has room.
      if output.isFull { output.whenWritten { [weak self] in self?.readOnIfHeld() } }
      return
    }
    isHeld = false
    input.readOn()
  }

  private func waitForCalls() async { await server.untilIdle(within: Self.grace, on: clock) }

  private func waitForOutput() async {
    let written = Waiter<Void, any Error>()
    output.whenWritten { written.settle() }
    await written.hasValue(within: Self.grace, on: clock)
  }
}

/// The process's standard input and output, reserved for the protocol.
struct ServingDescriptors {
  let input: Int32
  let output: Int32

  /// Takes both from the rest of the process: afterwards, reading standard input returns end of
  /// file, and writing to standard output writes to standard error.
  static func takeStandardStreams() throws -> ServingDescriptors {
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0,
      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0
    else { throw ShellError(.failed, "cannot keep standard input and output for the protocol") }
    close(nothing)
    return ServingDescriptors(input: input, output: output)
  }
}
