import CoreSystem
import Glibc
package import SeashellKit

/// A module's process, with its bounds.
///
/// It runs in a process group of its own, and a thread of its own reads and writes for it; nothing waits on
/// the main actor. When it ends, for whatever reason, so does everything in its group.
@MainActor
package final class ModuleProcess {
  /// What a process does.
  package enum Event: Sendable {
    /// It wrote lines to standard output.
    case values([CellValue])
    /// It wrote a line to standard error.
    case errorLine(String)
    /// It has ended. This is the last event.
    case ended(ProcessEnd)
  }

  /// What a process is for.
  package enum Kind: Sendable {
    /// It serves until it is ended: that it closes its input or its output is an error.
    case server
    /// It is run for one call: it may ignore its input, but not be silent for long.
    case program
  }

  /// The process's id.
  package let id: Int32

  /// How it ended; nil while it runs.
  package private(set) var end: ProcessEnd?

  private let kind: Kind
  /// The files with which it was started, until it has written its first line.
  private var files: CheckedFiles?
  /// Why nothing that it writes is received.
  private var breach: ModuleError?
  private let input: ProcessInput
  private let control: ProcessControl
  private let receive: @MainActor (Event) -> Void
  private var senders: [Int: (position: Int, continuation: CheckedContinuation<Void, any Error>)] =
    [:]
  private var lastSender = 0
  /// How many bytes the process's thread has reported as taken by the pipe.
  private var writtenCount = 0
  private var isInputClosed = false
  private var waiting: [CheckedContinuation<ProcessEnd, Never>] = []

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - command: the program, a name on PATH or a path, and its arguments.
  ///   - environment: its whole environment; its PATH is where the program is looked for.
  ///   - check: checks the files of the command line right before the start; nil if they need no check.
  ///   - decode: reads a line of its output; called on the process's thread. A line that it rejects ends
  ///     the process.
  ///   - receive: receives what the process does, in order.
  /// - Throws: ``ModuleError`` if there is no such program or it cannot be started; what the check throws.
  package init(
    _ command: [String], environment: [String: String], limits: ModuleLimits, kind: Kind,
    check: @MainActor () throws -> CheckedFiles? = { nil },
    decode: @escaping @Sendable ([UInt8]) throws(ModuleError) -> CellValue,
    receive: @escaping @MainActor (Event) -> Void
  ) throws {
    guard let name = command.first else { throw ModuleError("its command line is empty") }
    let path = try ProgramSearch.find(name, path: environment["PATH"])
    guard let control = try? ProcessControl() else {
      throw ModuleError("it cannot be started: \(SystemError.reason(EMFILE))")
    }
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
    input = ProcessInput(process.input)
    self.control = control
    self.receive = receive
    let inbox = ProcessInbox(
      messages: limits.waitingMessages, bytes: limits.messageSize, resume: { control.wake() },
      handle: { [weak self] in self?.handle($0) })
    let loop = ProcessLoop(
      process, input: input, inbox: inbox, control: control, limits: limits,
      isProgram: kind == .program, decode: decode)
    BlockingThread.run {
      var loop = loop
      loop.run()
    }
  }

  deinit { control.wake(.kill) }

  /// What to do about a file that is there but cannot be started.
  private static func hint(for code: Int32) -> String? {
    switch code {
    case ENOEXEC: "a script begins with a line such as #!/bin/sh"
    case ENOENT: "the interpreter in its first line does not exist"
    default: nil
    }
  }

  /// Writes to its standard input.
  ///
  /// Returns once the pipe has taken all bytes. A process that reads nothing for the time of
  /// ``ModuleLimits/silence`` is ended.
  ///
  /// - Throws: ``ModuleError`` if the process has ended, has closed its input or does not read it;
  ///   `CancellationError` if the task is cancelled, and the bytes are still written.
  package func send(_ bytes: [UInt8]) async throws {
    switch input.send(bytes) {
    case .done: return
    case .isClosed:
      control.wake()
      throw await sendingError()
    case .waits(let position):
      control.wake()
      try await written(position)
    }
  }

  /// Closes its standard input after all that was sent.
  package func closeInput() {
    input.finish()
    control.wake()
  }

  /// Ends it as it expects: closes its input, sends SIGTERM after ``ModuleLimits/grace``, and SIGKILL after
  /// as long again.
  ///
  /// - Returns: how it ended; at once if it already has.
  @discardableResult
  package func stop() async -> ProcessEnd {
    control.wake(.end)
    return await ended()
  }

  /// Interrupts it as Ctrl-C does: sends SIGINT, SIGTERM after ``ModuleLimits/grace``, and SIGKILL after as
  /// long again.
  package nonisolated func interrupt() { control.wake(.interrupt) }

  /// Waits until it has ended by itself or was ended.
  package func ended() async -> ProcessEnd {
    await withCheckedContinuation { continuation in
      if let end { continuation.resume(returning: end) } else { waiting.append(continuation) }
    }
  }

  /// Its resident memory in bytes; nil if it has ended.
  package var memory: Int? {
    guard end == nil, let file = fopen("/proc/\(id)/statm", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return nil }
    let fields = line.split(separator: CChar(0x20))
    guard fields.count > 1 else { return nil }
    return Int(String(decoding: fields[1].map { UInt8(bitPattern: $0) }, as: UTF8.self))
      .map { $0 * Int(getpagesize()) }
  }

  /// The reason why nothing can be sent.
  ///
  /// A server that has closed its input ends; why, its end says.
  private func sendingError() async -> ModuleError {
    if kind == .program, end == nil { return ModuleError("it closed its input") }
    return await ended().error ?? ModuleError("it has ended")
  }

  private func written(_ position: Int) async throws {
    lastSender += 1
    let sender = lastSender
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if position <= writtenCount {
          continuation.resume()
        } else if let end {
          continuation.resume(throwing: end.error ?? ModuleError("it has ended"))
        } else if isInputClosed, kind == .program {
          continuation.resume(throwing: ModuleError("it closed its input"))
        } else {
          senders[sender] = (position, continuation)
        }
      }
    } onCancel: {
      Task { @MainActor in
        self.senders.removeValue(forKey: sender)?.continuation.resume(throwing: CancellationError())
      }
    }
  }

  private func handle(_ event: ProcessInbox.Event) {
    switch event {
    case .values(let values):
      confirmFiles()
      if breach == nil { receive(.values(values)) }
    case .errorLine(let line): receive(.errorLine(line))
    case .written(let count):
      writtenCount = count
      for (sender, state) in senders where state.position <= count {
        senders[sender] = nil
        state.continuation.resume()
      }
    case .inputClosed:
      isInputClosed = true
      if kind == .program { endSenders(ModuleError("it closed its input")) }
    case .ended(let end):
      let end = breach.map(end.replacing) ?? end
      self.end = end
      endSenders(end.error ?? ModuleError("it has ended"))
      receive(.ended(end))
      for continuation in waiting { continuation.resume(returning: end) }
      waiting = []
    }
  }

  /// Checks, when the interpreter has read its script, that this was the one that was checked.
  private func confirmFiles() {
    guard let files else { return }
    self.files = nil
    guard let breach = files.breach else { return }
    self.breach = breach
    control.wake(.kill)
  }

  private func endSenders(_ error: ModuleError) {
    let failed = senders.values
    senders = [:]
    for sender in failed { sender.continuation.resume(throwing: error) }
  }
}
