import CoreLoop
import CoreSystem
import FoundationEssentials
import Glibc
package import ShellCommands
package import ShellOutput

/// Reports the tests of a file to the process that has started this one for it.
///
/// It is connected by the socket that is this process's standard input at its start. Each line is a report in JSON, which
/// is answered with a byte when all that was written before has been read: what a test writes is known by that.
@MainActor
package final class TestReporter {
  let settings: TestSettings
  private let socket: Int32
  private let secrets: SecretTexts
  private let retries: RetrySetting
  private var watch: DescriptorWatch?
  /// After how many insertions of secrets the last report was.
  private var sentCount = 0
  /// Whether no further test is to be run.
  private(set) var hasStopped = false

  /// Takes the socket, so that commands have nothing to read.
  ///
  /// - Parameters:
  ///   - settings: how the tests run.
  ///   - secrets: the texts that are masked in the reports.
  ///   - retries: counts the requests that are sent again.
  /// - Throws: `SystemError` if the standard input cannot be replaced.
  package init(
    _ settings: TestSettings, secrets: SecretTexts, retries: RetrySetting
  ) throws {
    (self.settings, self.secrets, self.retries) = (settings, secrets, retries)
    socket = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard socket >= 0, nothing >= 0, dup2(nothing, STDIN_FILENO) == 0 else {
      throw SystemError("cannot report the tests")
    }
    close(nothing)
    // Without the other process nobody would end this one.
    watch = MainLoop.shared.watch(socket, for: .read) { [socket, folder = settings.folder] _ in
      var byte: UInt8 = 0
      if recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 {
        try? FileManager.default.removeItem(atPath: folder)
        kill(getpid(), SIGTERM)
      }
    }
  }

  /// Whether a test of this name runs.
  func begin(_ name: String, line: Int) -> Bool {
    guard !hasStopped, settings.select(name) else { return false }
    send([
      .init("event", .text("begin")), .init("name", .text(secrets.masked(name))),
      .init("line", .integer(line)), texts(),
    ])
    return !hasStopped
  }

  func end(_ result: TestResult) {
    if settings.failsFast, result.hasFailed { hasStopped = true }
    send([
      .init("event", .text("end")), .init("outcome", .text(result.outcome.rawValue)),
      .init("message", .text(secrets.masked(result.message))),
      .init("text", .text(secrets.masked(result.text))),
      .init("seconds", CellValue(result.seconds)), texts(),
    ])
  }

  /// Reports that the file is over.
  ///
  /// - Parameter status: the exit status of what is outside of its tests.
  package func finish(_ status: ExitStatus) {
    send([
      .init("event", .text("over")), .init("status", .integer(Int(status.rawValue))),
      .init("resent", .integer(retries.resentCount)), texts(),
    ])
    watch?.end()
  }

  /// The secrets that were inserted since the last report, which are masked in what the tests have written.
  private func texts() -> CellValue.Field {
    let (new, count) = secrets.inserted(after: sentCount)
    sentCount = count
    let texts = new.map { text, isReceived in
      CellValue.record([.init("text", .text(text)), .init("received", .boolean(isReceived))])
    }
    return .init("secrets", .list(texts))
  }

  private func send(_ fields: [CellValue.Field]) {
    var line = CellValue.record(fields).jsonBytes
    line.append(UInt8(ascii: "\n"))
    var sent = 0
    while sent < line.count {
      let count = line[sent...].withUnsafeBytes { SpawnedProcess.write($0, to: socket) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return stop() }
      sent += count
    }
    var answer: UInt8 = 0
    while read(socket, &answer, 1) < 0, errno == EINTR {}
    if answer != UInt8(ascii: "g") { hasStopped = true }
  }

  private func stop() { hasStopped = true }
}
