import CoreLoop
import CoreSecrets
import CoreSystem
import FoundationEssentials
import Glibc
import ShellCommands
import ShellOutput

/// The program that runs the tests of a file: this one, started again.
package struct TestProgram {
  /// How a process is started.
  package struct Launch {
    let arguments: [String]
    let environment: [String: String]

    /// - Parameters:
    ///   - arguments: the options with which this process was started.
    ///   - environment: the environment, with what this process has taken from its own.
    package init(arguments: [String], environment: [String: String]) {
      (self.arguments, self.environment) = (arguments, environment)
    }
  }

  /// The variable that holds the ``TestSettings``.
  let variable: String
  let launch: @MainActor () -> Launch

  package init(variable: String, launch: @escaping @MainActor () -> Launch) {
    (self.variable, self.launch) = (variable, launch)
  }
}

/// The process that runs the tests of one file, and what it reports.
///
/// A test can neither change what the others begin with, nor end them: not by ending the program, by hanging or by
/// writing without an end.
@MainActor
final class TestProcess {
  /// How much longer than its limit a test may take to end by itself.
  private static let patience = 5
  /// How much of its output is read at once: what a pipe holds, in pieces of 64 KiB.
  private static let piecesInPipe = 2
  /// How long a process may take to end after SIGTERM, in seconds.
  private static let grace = 2

  private let file: String
  private var settings: TestSettings
  private let program: TestProgram
  private let began: @MainActor (_ name: String) -> Void
  private let ended: @MainActor (TestResult) -> Void

  private var result: FileResult
  /// The test that runs, and since when.
  private var current: TestResult?
  private var testStart: Int64 = 0
  private var tail = OutputTail()
  private let secrets = SecretTexts()
  private let start = MonotonicTime.precise()
  private var reports: [UInt8] = []
  /// Whether the process has reported that the file is over.
  private var isOver = false
  private var isLate = false
  private var isTerminated = false
  private var isInterrupted = false
  /// Whether its tests are to end after the one that runs.
  var isStopped = false

  private var id: Int32 = 0
  private var (socket, output, exit): (Int32, Int32, Int32) = (-1, -1, -1)
  private var watches: [DescriptorWatch] = []
  private let outcome = Waiter<FileResult, Never>()
  private lazy var timer = LoopTimer { [weak self] in self?.end() }

  init(
    _ file: String, _ settings: TestSettings, by program: TestProgram,
    began: @escaping @MainActor (String) -> Void, ended: @escaping @MainActor (TestResult) -> Void
  ) {
    (self.file, self.settings, self.program) = (file, settings, program)
    (self.began, self.ended) = (began, ended)
    result = FileResult(path: file)
  }

  /// Runs the file's tests to their end; cancelling the task ends the process.
  func run() async -> FileResult {
    do {
      try begin()
    } catch {
      add(
        TestResult(
          name: "the start", file: file, outcome: .error, message: "\(ShellError(error).message)"))
      await removeFolder()
      return result
    }
    watches = [
      MainLoop.shared.watch(output, for: .read) { _ in self.readOutput(pieces: 1) },
      MainLoop.shared.watch(socket, for: .read) { _ in self.readReports() },
      MainLoop.shared.watch(exit, for: .read) { _ in self.hasExited() },
    ]
    expectReport()
    let result = await withTaskCancellationHandler {
      await outcome.value()
    } onCancel: {
      MainLoop.shared.post { self.interrupt() }
    }
    await removeFolder()
    return result
  }

  private func removeFolder() async {
    let folder = settings.folder
    if !folder.isEmpty { await offMain { try? FileManager.default.removeItem(atPath: folder) } }
  }

  private func begin() throws {
    settings.folder = try TestSettings.makeFolder()
    let pipe = try Pipe()
    let sockets: SocketPair
    do { sockets = try SocketPair() } catch {
      pipe.close()
      throw error
    }
    defer {
      close(pipe.writing)
      close(sockets.other)
    }
    (output, socket) = (pipe.reading, sockets.own)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    let launch = program.launch()
    var environment = launch.environment
    environment[program.variable] = settings.text
    do throws(SpawnedProcess.Failure) {
      id = try SpawnedProcess.start(
        "/proc/self/exe",
        words: [CommandLine.arguments.first ?? "seashell"] + launch.arguments + ["-f", file],
        environment: environment, streams: (sockets.other, pipe.writing, pipe.writing),
        isAlone: true)
    } catch {
      close(output)
      close(socket)
      throw ShellError(.failed, "cannot start the program: \(SystemError.reason(error.code))")
    }
    exit = SpawnedProcess.exitDescriptor(of: id)
    guard exit >= 0 else {
      let reason = SystemError.reason()
      kill(-id, SIGKILL)
      _ = SpawnedProcess.reap(id)
      close(output)
      close(socket)
      throw ShellError(.failed, "cannot watch the program: \(reason)")
    }
  }

  /// Reads what has been written.
  ///
  /// - Parameter pieces: how many pieces of 64 KiB are read at most.
  private func readOutput(pieces: Int) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      for _ in 0..<pieces {
        let count = read(output, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        tail.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  private func readReports() {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      while case let count = read(socket, buffer.baseAddress, buffer.count), count > 0 {
        reports.append(contentsOf: buffer[..<count])
      }
    }
    while let end = reports.firstIndex(of: UInt8(ascii: "\n")) {
      let line = reports[..<end]
      if let report = try? CellValue(json: line) {
        // The process waits for the answer, so that all that it has written before is in the pipe. What its
        // programs write meanwhile may never end.
        readOutput(pieces: Self.piecesInPipe)
        receive(report)
      }
      reports.removeSubrange(...end)
    }
  }

  private func receive(_ report: CellValue) {
    for secret in report["secrets"]?.listValue ?? [] {
      secrets.insert(
        secret["text"]?.textValue ?? "", isReceived: secret["received"] == .boolean(true))
    }
    switch report["event"]?.textValue {
    case "begin":
      takeOutput(outside: nil)
      // Then it is not run.
      if isStopped { break }
      testStart = MonotonicTime.precise()
      let name = report["name"]?.textValue ?? ""
      current = TestResult(
        name: name, file: file, line: report["line"]?.integerValue, outcome: .error)
      began(name)
    case "end":
      guard var test = current else { break }
      current = nil
      test.outcome = report["outcome"]?.textValue.flatMap(TestResult.Outcome.init) ?? .error
      test.message = report["message"]?.textValue ?? ""
      test.text = report["text"]?.textValue ?? ""
      test.seconds = report["seconds"]?.number ?? 0
      takeOutput(of: &test)
      add(test)
    case "over":
      isOver = true
      result.resentCount = report["resent"]?.integerValue ?? 0
      let status = report["status"]?.integerValue ?? 1
      if current == nil, !isInterrupted || status == 0 {
        takeOutput(outside: status == 0 ? nil : "the file has ended with status \(status)")
      } else {
        isOver = false
      }
    default: break
    }
    expectReport()
    var answer = UInt8(ascii: isStopped ? "s" : "g")
    _ = withUnsafeBytes(of: &answer) { SpawnedProcess.write($0, to: socket) }
  }

  /// Replaces what the tests have sent or got as a credential, and what has the name of one.
  private func masked(_ text: String) -> String { CredentialText.masked(secrets.masked(text)) }

  /// Takes what a test has written, if it will be shown.
  private func takeOutput(of test: inout TestResult) {
    if test.hasFailed || settings.showsAll {
      (test.output, test.droppedCount) = tail.take(masked)
    } else {
      tail = OutputTail()
    }
  }

  /// Ends what was written outside of tests.
  ///
  /// - Parameter problem: what is wrong there; nil if nothing is.
  private func takeOutput(outside problem: String?) {
    guard let problem else { return tail = OutputTail() }
    let (text, droppedCount) = tail.take(masked)
    add(
      TestResult(
        name: "outside of tests", file: file, outcome: .error, message: problem,
        text: "\(problem)\n\(text)", droppedCount: droppedCount))
  }

  private func add(_ test: TestResult) {
    result.tests.append(test)
    ended(test)
  }

  private func expectReport() {
    guard !isInterrupted else { return }
    // What cleans up after a test may take as long as the test.
    let seconds = current == nil ? settings.seconds : 2 * settings.seconds + Self.patience
    let most = isOver ? Self.patience : seconds
    timer.deadline = MonotonicTime.precise() + Int64(most) * 1_000_000_000
  }

  private func interrupt() {
    guard !outcome.isSettled, !isInterrupted else { return }
    isInterrupted = true
    isStopped = true
    // As Ctrl-C in a script: what cleans up after the test still runs.
    kill(id, SIGINT)
    timer.deadline = MonotonicTime.precise() + Int64(Self.grace) * 1_000_000_000
  }

  /// Ends the process, whose time is over.
  private func end() {
    if isTerminated {
      kill(-id, SIGKILL)
    } else {
      isLate = !isInterrupted
      isTerminated = true
      kill(-id, SIGTERM)
      timer.deadline = MonotonicTime.precise() + Int64(Self.grace) * 1_000_000_000
    }
  }

  private func hasExited() {
    timer.deadline = nil
    // Its programs, too; what it has started has its session.
    kill(-id, SIGKILL)
    readReports()
    readOutput(pieces: Self.piecesInPipe)
    watches.forEach { $0.end() }
    let end = SpawnedProcess.reap(id)
    for descriptor in [socket, output, exit] { close(descriptor) }
    if !isOver { addEnd(end) }
    result.seconds = Double(MonotonicTime.precise() - start) / 1e9
    outcome.settle(.success(result))
  }

  /// Adds that the process has ended too early.
  private func addEnd(_ end: SpawnedProcess.End) {
    let reason =
      switch end {
      case _ where isInterrupted: "interrupted"
      case _ where isLate: "it has not ended in \(settings.seconds) s, and the shell was killed"
      case .status(let status): "the shell has ended with status \(status)"
      case .signal(let number): "the shell was ended by signal \(number)"
      }
    guard var test = current else { return takeOutput(outside: reason) }
    current = nil
    test.message = "\(reason); later tests of the file were not run"
    test.seconds = Double(MonotonicTime.precise() - testStart) / 1e9
    takeOutput(of: &test)
    add(test)
  }
}

extension CellValue {
  /// A number as the nearest double.
  fileprivate var number: Double? { Double(plainText) }
}
