import CoreLoop
import CoreSystem
import Glibc

/// A running program that prints or stores a secret.
///
/// It has no terminal, and what it writes to standard error is discarded. The main thread's loop reads and
/// writes without blocking.
@MainActor
final class SecretRun {
  /// The limits of the process: open files, and bytes of data.
  private static let (files, memory) = (1_024, 4 << 30)

  private let process: SpawnedProcess
  private var printed: [UInt8] = []
  private let result = Waiter<[UInt8], any Error>()
  private let input: ProcessInput
  private var output: DescriptorWatch?
  private var errors: DescriptorWatch?
  private var exit: DescriptorWatch?
  private var hasEnded = false

  private init(_ process: SpawnedProcess) {
    self.process = process
    input = ProcessInput(process.input)
  }

  /// Runs a program, and returns up to one byte more than a secret may have.
  ///
  /// `environment` is its whole environment. After `limit`, all processes of its group are killed.
  /// A ``SecretProblem`` contains nothing that the program printed.
  static func output(
    of program: SecretProgram, input: [UInt8] = [], environment: [String: String],
    limit: Duration, clock: any Clock<Duration>
  ) async throws -> [UInt8] {
    let process: SpawnedProcess
    do throws(SpawnedProcess.Failure) {
      process = try SpawnedProcess(
        program.file, words: program.words, environment: environment, files: files, memory: memory)
    } catch {
      throw SecretProblem("cannot be started: \(SystemError.reason(error.code))")
    }
    ProcessGroups.add(process)
    let run = SecretRun(process)
    run.begin(input)
    defer { run.kill() }
    guard let output = try await run.result.value(within: limit, on: clock) else {
      throw SecretProblem("took longer than \(limit.components.seconds) seconds")
    }
    return output
  }

  private func begin(_ secret: [UInt8]) {
    exit = MainLoop.shared.watch(process.exit, for: .read) { _ in self.hasExited() }
    output = MainLoop.shared.watch(process.output, for: .read) { _ in self.readOutput() }
    errors = MainLoop.shared.watch(process.error, for: .read) { _ in self.skipErrors() }
    input.start { _ = self.input.flush() }
    _ = input.send(secret)
    input.finish()
  }

  /// Kills the program and the processes that it has started, unless it has ended; it is reaped as soon as it has.
  private func kill() {
    guard !hasEnded else { return }
    process.signalGroup(SIGKILL)
    output?.end()
    output = nil
  }

  private func hasExited() {
    // Output that it wrote before it ended may still be in the pipe.
    while !result.isSettled, output != nil, readOutput() {}
    hasEnded = true
    input.close()
    for watch in [output, errors, exit] { watch?.end() }
    let end = ProcessGroups.remove(process)
    for descriptor in [process.output, process.error, process.exit] { close(descriptor) }
    switch end {
    case .status(0): result.settle(.success(printed))
    case .status(let status): fail("ended with status \(status)")
    case .signal(let signal): fail("was ended by signal \(signal)")
    }
  }

  /// Reads some of the output; returns whether there was any.
  @discardableResult
  private func readOutput() -> Bool {
    var count = 0
    printed += [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, size in
      count = read(process.output, buffer.baseAddress, buffer.count)
      size = max(0, count)
    }
    if count == 0 {
      output?.end()
      output = nil
    }
    if printed.count > SecretText.maximumSize { fail("printed more than 64 KiB") }
    return count > 0
  }

  private func fail(_ problem: String) { result.settle(.failure(SecretProblem(problem))) }

  private func skipErrors() {
    var piece = [UInt8](repeating: 0, count: 4_096)
    guard read(process.error, &piece, piece.count) == 0 else { return }
    errors?.end()
    errors = nil
  }
}
