import CoreLoop
import CoreSystem
import Glibc
import SeashellKit

/// Reads, writes and ends a module's process on the main thread's loop.
///
/// Its watches hold it until the process has ended.
@MainActor
final class ProcessLoop {
  enum Request {
    /// Close its input; later SIGTERM, then SIGKILL.
    case end
    /// SIGINT; later SIGTERM, then SIGKILL.
    case interrupt
    case kill
  }

  private enum Stage {
    case running, asked, terminated, killed
  }

  /// Deadlines, in ``MonotonicTime``.
  private struct Times {
    /// The start of the next stage of ending.
    var nextStage: Int64?
    /// The deadline to end for a module that has closed its input or its output.
    var closed: Int64?
    /// The deadline to read some of its input.
    var reading: Int64?
    var writing: Int64?

    var next: Int64? { [nextStage, closed, reading, writing].compactMap(\.self).min() }
  }

  /// The maximum length of a line decoded on the main thread, in bytes.
  private static let shortLine = 1 << 20

  /// A read buffer that all processes share.
  private static let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 65_536, alignment: 16)

  private let process: SpawnedProcess
  private let input: ProcessInput
  private let limits: ModuleLimits
  /// Whether it runs for one call: it need not read its input, must not be silent for long, and its last
  /// line needs no line end.
  private let isProgram: Bool
  private let decode: @Sendable ([UInt8]) throws(ModuleError) -> CellValue
  private var handle: @MainActor (ProcessInbox.Event) -> Void = { _ in }

  private var inbox: ProcessInbox
  private var stage = Stage.running
  private var wasAsked = false
  private var breach: ModuleError?
  private var lines = LineBuffer()
  private var isDecoding = false
  private var errorLines = ErrorLines()
  private var lastErrorLine: String?
  private var rate: OutputRate
  /// Nil once the process has closed it.
  private var output: DescriptorWatch?
  private var errors: DescriptorWatch?
  /// Nil once the process has ended.
  private var exit: DescriptorWatch?
  /// The maximum number of reads after its end, enough for a full pipe; a process that left the group may
  /// still be writing.
  private var lastReads = 32
  private var isMidLine = false
  /// The reason it must end after it has closed its input or its output.
  private var closedReason = ""
  /// Whether the violation is a closed input or output.
  private var hasClosed = false
  private var times = Times() { didSet { timer.deadline = times.next } }
  private lazy var timer = LoopTimer { [weak self] in self?.checkTimes() }

  init(
    _ process: SpawnedProcess, limits: ModuleLimits, isProgram: Bool,
    decode: @escaping @Sendable ([UInt8]) throws(ModuleError) -> CellValue
  ) {
    self.process = process
    self.limits = limits
    self.isProgram = isProgram
    self.decode = decode
    input = ProcessInput(process.input)
    inbox = ProcessInbox(limits)
    rate = OutputRate(limit: limits.bytesPerSecond)
  }

  /// Starts reading.
  ///
  /// - Parameter handle: handles events; never called from a descriptor's handler.
  func start(_ handle: @escaping @MainActor (ProcessInbox.Event) -> Void) {
    self.handle = handle
    output = MainLoop.shared.watch(process.output, for: .read) { _ in _ = self.readOutput() }
    errors = MainLoop.shared.watch(process.error, for: .read) { _ in _ = self.readErrors() }
    exit = MainLoop.shared.watch(process.exit, for: .read) { _ in self.hasExited() }
    input.start { self.writeInput() }
    heard()
  }

  private func post(_ event: ProcessInbox.Event, bytes: Int = 0) {
    if inbox.add(event, bytes: bytes) { MainLoop.shared.post { self.deliver() } }
  }

  private func deliver() {
    let events = inbox.take()
    updateReading()
    for event in events { handle(event) }
  }

  private func time(after duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return MonotonicTime.precise() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension ProcessLoop {
  func end(_ request: Request) {
    guard exit != nil, stage == .running || request == .kill else { return }
    wasAsked = breach == nil
    stage = .asked
    times = Times(nextStage: time(after: limits.grace))
    switch request {
    case .end: input.close()
    case .interrupt: process.signalGroup(SIGINT)
    case .kill: kill()
    }
    updateReading()
  }

  private func kill() {
    process.signalGroup(SIGKILL)
    stage = .killed
    times = Times()
  }

  /// Ends a module that exceeded a limit.
  private func fail(_ error: ModuleError) {
    guard stage == .running else { return }
    breach = error
    kill()
  }

  /// Waits for the end, since an ending process closes its pipes slightly earlier.
  private func expectEnd(_ reason: String) {
    guard times.closed == nil, stage == .running, exit != nil else { return }
    closedReason = reason
    times.closed = time(after: limits.grace)
  }

  private func checkTimes() {
    // Events that have already happened count as in time, even if the main actor was busy.
    if Readiness.isReadable(process.exit) { return hasExited() }
    if !isPaused { _ = readOutput() }
    _ = readErrors()
    if input.isWaiting { writeInput() }
    let now = MonotonicTime.precise()
    if let time = times.nextStage, time <= now {
      if stage == .asked {
        process.signalGroup(SIGTERM)
        stage = .terminated
        times.nextStage = self.time(after: limits.grace)
      } else {
        kill()
      }
    }
    if let time = times.closed, time <= now {
      fail(ModuleError(closedReason))
      hasClosed = true
    }
    if let time = times.reading, time <= now { fail(ModuleError("it does not read its input")) }
    if let time = times.writing, time <= now {
      fail(ModuleError("it wrote nothing for \(limits.silence.formatted)"))
    }
    timer.deadline = times.next
  }

  /// Kills what is left in the process's group.
  private func hasExited() {
    exit?.end()
    exit = nil
    times = Times()
    // The process is not reaped yet, so no other group can have its id.
    process.signalGroup(SIGKILL)
    finish()
  }

  /// Reads the rest of the output, and reports the end.
  private func finish() {
    while !isDecoding, lastReads > 0, readOutput() { lastReads -= 1 }
    if !isDecoding, stage == .running, lines.unfinished > 0 {
      isMidLine = true
      lastReads = 0
      if isProgram { decodeRest() }
    }
    // This function is called again after decoding.
    guard !isDecoding else { return }
    for _ in 0..<32 where readErrors() {}
    for line in errorLines.takeLine() {
      // The shell's signal may have cut off this line, so the complete line before it is more useful.
      if breach != nil, lastErrorLine != nil {
        post(.errorLine(line))
      } else {
        post(line)
      }
    }
    input.close()
    output?.end()
    errors?.end()
    let status = ProcessGroups.remove(process)
    // The process was ending by itself.
    if hasClosed, status != .signal(SIGKILL) { breach = nil }
    for descriptor in [process.output, process.error, process.exit] { close(descriptor) }
    post(
      .ended(
        ProcessEnd(
          status: status, breach: breach, wasAsked: wasAsked, isMidLine: isMidLine,
          lastErrorLine: lastErrorLine)))
  }
}

extension ProcessLoop {
  /// Whether reading must wait until earlier output is decoded and handled.
  private var isPaused: Bool { stage == .running && (isDecoding || inbox.isFull) }

  /// Resumes reading if there is room; the silence timeout runs only while the shell reads.
  private func updateReading() {
    output?.events = isPaused ? [] : .read
    guard isProgram else { return }
    if isPaused { times.writing = nil } else if times.writing == nil { heard() }
  }

  private func heard() {
    guard isProgram, exit != nil, stage == .running, !isPaused else { return }
    times.writing = time(after: limits.silence)
  }

  /// Reads once.
  ///
  /// - Returns: whether there may be more to read.
  private func readOutput() -> Bool {
    guard let output, let bytes = read(process.output) else { return false }
    guard !bytes.isEmpty else {
      output.end()
      self.output = nil
      expectEnd("it closed its output")
      return false
    }
    guard stage == .running else { return true }
    lines.append(bytes)
    decodeLines()
    return true
  }

  private func readErrors() -> Bool {
    guard let errors, let bytes = read(process.error) else { return false }
    if bytes.isEmpty {
      errors.end()
      self.errors = nil
    }
    for line in errorLines.append(bytes) { post(line) }
    return !bytes.isEmpty
  }

  /// Reads from a pipe.
  ///
  /// - Returns: the bytes, valid until the next call; empty at the pipe's end; nil if there is nothing to
  ///   read.
  private func read(_ descriptor: Int32) -> UnsafeRawBufferPointer? {
    let count = Glibc.read(descriptor, Self.buffer.baseAddress, Self.buffer.count)
    guard count >= 0 else { return nil }
    heard()
    if rate.add(count, at: MonotonicTime.precise()) {
      fail(ModuleError("it floods: over \(ByteCount.text(limits.bytesPerSecond)) a second"))
    }
    return UnsafeRawBufferPointer(rebasing: Self.buffer[..<count])
  }

  /// Decodes and posts lines up to the first invalid one.
  private func decodeLines() {
    var values: [CellValue] = []
    var size = 0
    while stage == .running, !isDecoding {
      guard let line = lines.next() else {
        if lines.unfinished > limits.messageSize { failForLongLine() }
        break
      }
      if line.count > limits.messageSize {
        failForLongLine()
      } else if line.allSatisfy({ $0 <= 0x20 }) {
        continue
      } else if line.count > Self.shortLine {
        decodeElsewhere(line)
      } else {
        do throws(ModuleError) {
          values.append(try decode(line))
          size += line.count
        } catch {
          fail(error)
        }
      }
    }
    if !values.isEmpty { post(.values(values), bytes: size) }
    updateReading()
  }

  private func failForLongLine() {
    fail(ModuleError("it wrote a line longer than \(ByteCount.text(limits.messageSize))"))
  }

  /// Decodes a program's last line, which needs no line end.
  private func decodeRest() {
    let line = lines.takeRest()
    if line.count > Self.shortLine {
      decodeElsewhere(line)
    } else if let value = try? decode(line) {
      isMidLine = false
      post(.values([value]))
    }
  }

  /// Decodes a long line off the main thread.
  ///
  /// Reading pauses, so the order is kept.
  private func decodeElsewhere(_ line: [UInt8]) {
    isDecoding = true
    LongWork.run { [decode] in
      let result = Result { () throws(ModuleError) in try decode(line) }
      MainLoop.shared.post { self.take(result, bytes: line.count) }
    }
  }

  private func take(_ result: Result<CellValue, ModuleError>, bytes: Int) {
    isDecoding = false
    switch result {
    case .success(let value):
      isMidLine = false
      if stage == .running { post(.values([value]), bytes: bytes) }
    // An invalid last line may just be cut off.
    case .failure(let error): if !isMidLine { fail(error) }
    }
    decodeLines()
    if exit == nil, !isDecoding { finish() }
  }

  private func post(_ line: String) {
    lastErrorLine = line
    post(.errorLine(line))
  }
}

extension ProcessLoop {
  func send(_ bytes: [UInt8]) -> ProcessInput.Sending {
    let sending = input.send(bytes)
    inputHasChanged()
    return sending
  }

  /// Closes its standard input after all pending bytes.
  func closeInput() { input.finish() }

  private func writeInput() {
    switch input.flush() {
    case true?:
      times.reading = nil
      post(.written(input.written))
    case false?: break
    case nil: post(.inputClosed)
    }
    inputHasChanged()
  }

  /// Updates the deadlines for input: a server must read it and keep it open.
  private func inputHasChanged() {
    guard !isProgram, stage == .running else { return }
    if input.isBroken { expectEnd("it closed its input") }
    guard input.isWaiting != (times.reading != nil) else { return }
    times.reading = input.isWaiting ? time(after: limits.silence) : nil
  }
}
