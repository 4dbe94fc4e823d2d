import CoreLoop
import CoreSystem
import Glibc
import SeashellKit

/// A module's process, with its limits.
///
/// It runs in its own process group. The main thread's loop reads and writes without blocking. However the
/// process ends, everything in its group is killed with it.
@MainActor
final class ModuleProcess {
  enum Event: Sendable {
    /// It wrote lines to standard output.
    case values([CellValue])
    /// It wrote a line to standard error.
    case errorLine(String)
    /// It has ended. This is the last event.
    case ended(ProcessEnd)
  }

  enum Kind: Sendable {
    /// It serves until it is ended. Closing its input or its output is an error.
    case server
    /// It is run for one call. It may ignore its input, but not be silent for long.
    case program
  }

  let id: Int32

  /// How it ended; nil while it runs.
  private(set) var end: ProcessEnd?

  private let kind: Kind
  /// The files with which it was started, until it has written its first line.
  private var files: CheckedFiles?
  private var breach: ModuleError?
  private let loop: ProcessLoop
  private let receive: @MainActor (Event) -> Void
  private var senders: [(position: Int, waiter: Waiter<Void, any Error>)] = []
  /// The number of bytes accepted by the pipe, as last reported to senders.
  private var handled = 0
  /// The reason nothing more can be sent, as last reported to senders.
  private var inputEnd: ModuleError?
  private var waiting: [Waiter<ProcessEnd, Never>] = []

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - command: the program, a name on PATH or a path, and its arguments.
  ///   - environment: its whole environment, with the PATH on which the program is searched.
  ///   - check: checks the files of the command line right before the start; nil if they need no check.
  ///   - decode: parses a line of its output; called off the main actor for a long line. A rejected line
  ///     ends the process.
  ///   - receive: receives events in order.
  /// - Throws: ``ModuleError`` if the program does not exist or cannot be started; what the check throws.
  init(
    _ command: [String], environment: [String: String], limits: ModuleLimits, kind: Kind,
    check: @MainActor () throws -> CheckedFiles? = { nil },
    decode: @escaping @Sendable ([UInt8]) throws(ModuleError) -> CellValue,
    receive: @escaping @MainActor (Event) -> Void
  ) throws {
    guard let name = command.first else { throw ModuleError("its command line is empty") }
    let path = try ProgramSearch.find(name, path: environment["PATH"])
    let files = try check()
    let process: SpawnedProcess
    do throws(SpawnedProcess.Failure) {
      process = try SpawnedProcess(
        files?.path ?? path, executable: files?.executable ?? -1, words: command,
        environment: environment, files: limits.files, memory: limits.memory)
    } catch {
      throw ModuleError(
        "'\(name)' cannot be started: \(SystemError.reason(error.code))",
        hint: Self.hint(for: error.code))
    }
    do {
      try files?.confirm()
    } catch {
      process.discard()
      throw error
    }
    ProcessGroups.add(process)
    id = process.id
    self.files = files
    self.kind = kind
    self.receive = receive
    loop = ProcessLoop(process, limits: limits, isProgram: kind == .program, decode: decode)
    loop.start { [weak self] in self?.handle($0) }
  }

  deinit { MainLoop.shared.perform { [loop] in loop.end(.kill) } }

  private static func hint(for code: Int32) -> String? {
    switch code {
    case ENOEXEC: "a script begins with a line such as #!/bin/sh"
    case ENOENT: "the interpreter in its first line does not exist"
    default: nil
    }
  }

  /// Writes to its standard input.
  ///
  /// Returns once the pipe has accepted all bytes. A process that reads nothing for the time of
  /// ``ModuleLimits/silence`` is ended.
  ///
  /// - Throws: ``ModuleError`` if the process has ended, has closed its input or does not read it;
  ///   `CancellationError` if the task is cancelled. The bytes are still written then.
  func send(_ bytes: [UInt8]) async throws {
    switch loop.send(bytes) {
    case .done: return
    case .isClosed: throw await sendingError()
    case .waits(let position): try await written(position)
    }
  }

  /// Closes its standard input after all pending bytes.
  func closeInput() { loop.closeInput() }

  /// Ends it in order: closes its input, sends SIGTERM after ``ModuleLimits/grace``, and SIGKILL after the
  /// same time again.
  ///
  /// - Returns: how it ended; at once if it already has.
  @discardableResult
  func stop() async -> ProcessEnd {
    loop.end(.end)
    return await ended()
  }

  /// Interrupts it like Ctrl-C: sends SIGINT, SIGTERM after ``ModuleLimits/grace``, and SIGKILL after the
  /// same time again.
  nonisolated func interrupt() {
    MainLoop.shared.perform { [loop] in loop.end(.interrupt) }
  }

  /// Waits until it has ended for any reason.
  func ended() async -> ProcessEnd {
    if let end { return end }
    let waiter = Waiter<ProcessEnd, Never>()
    waiting.append(waiter)
    return await waiter.value()
  }

  /// Its resident memory in bytes; nil if it has ended.
  var memory: Int? {
    guard end == nil, let file = fopen("/proc/\(id)/statm", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return nil }
    let fields = line.split(separator: CChar(0x20))
    guard fields.count > 1 else { return nil }
    return Int(String(decoding: fields[1].map { UInt8(bitPattern: $0) }, as: UTF8.self))
      .map { $0 * Int(getpagesize()) }
  }

  /// A server that has closed its input is about to end, and its end gives the reason.
  private func sendingError() async -> ModuleError {
    if kind == .program, end == nil { return ModuleError("it closed its input") }
    return await ended().error ?? ModuleError("it has ended")
  }

  private func written(_ position: Int) async throws {
    if handled >= position { return }
    if let inputEnd { throw inputEnd }
    let waiter = Waiter<Void, any Error>()
    senders.append((position, waiter))
    defer { senders.removeAll { $0.waiter === waiter } }
    try await waiter.valueUnlessCancelled()
  }

  private func handle(_ event: ProcessInbox.Event) {
    switch event {
    case .values(let values):
      confirmFiles()
      if breach == nil { receive(.values(values)) }
    case .errorLine(let line): receive(.errorLine(line))
    case .written(let count):
      handled = count
      for sender in senders where sender.position <= count { sender.waiter.settle() }
    case .inputClosed:
      if kind == .program { endSenders(ModuleError("it closed its input")) }
    case .ended(let end):
      let end = breach.map(end.replacing) ?? end
      self.end = end
      endSenders(end.error ?? ModuleError("it has ended"))
      receive(.ended(end))
      for waiter in waiting { waiter.settle(.success(end)) }
      waiting = []
    }
  }

  /// Checks that the interpreter has read the script that was checked.
  private func confirmFiles() {
    guard let files else { return }
    self.files = nil
    guard let breach = files.breach else { return }
    self.breach = breach
    loop.end(.kill)
  }

  private func endSenders(_ error: ModuleError) {
    inputEnd = error
    for sender in senders { sender.waiter.settle(.failure(error)) }
  }
}
