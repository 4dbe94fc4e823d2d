import CoreLoop
import CoreSystem
import Glibc
import SeashellKit

/// What the loop of the main thread does for a module's process: reads, writes, and ends the process.
///
/// Its watches hold it until the process has ended.
@MainActor
final class ProcessLoop {
  /// How to end a process.
  enum Request {
    /// Close its input; later SIGTERM, then SIGKILL.
    case end
    /// SIGINT; later SIGTERM, then SIGKILL.
    case interrupt
    /// SIGKILL.
    case kill
  }

  private enum Stage {
    case running, asked, terminated, killed
  }

  /// When something is due, in ``MonotonicTime``.
  private struct Times {
    /// When the next stage of ending it begins.
    var nextStage: Int64?
    /// When a module that has closed its input or its output must have ended.
    var closed: Int64?
    /// When it must have read some of its input.
    var reading: Int64?
    /// When it must have written something.
    var writing: Int64?

    var next: Int64? { [nextStage, closed, reading, writing].compactMap(\.self).min() }
  }

  /// The longest line that is decoded on the main thread, in bytes.
  private static let shortLine = 1 << 20

  /// What all processes are read into.
  private static let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 65_536, alignment: 16)

  private let process: SpawnedProcess
  private let input: ProcessInput
  private let limits: ModuleLimits
  /// Whether it is run for one call: it need not read its input, it may not be silent for long, and its
  /// last line needs no end.
  private let isProgram: Bool
  private let decode: @Sendable ([UInt8]) throws(ModuleError) -> CellValue
  private var handle: @MainActor (ProcessInbox.Event) -> Void = { _ in }

  private var inbox: ProcessInbox
  private var stage = Stage.running
  private var wasAsked = false
  private var breach: ModuleError?
  private var lines = LineBuffer()
  /// Whether a long line is being decoded.
  private var isDecoding = false
  private var errorLines = ErrorLines()
  private var lastErrorLine: String?
  private var rate: OutputRate
  /// Nil once the process has closed it.
  private var output: DescriptorWatch?
  private var errors: DescriptorWatch?
  /// Nil once the process has ended.
  private var exit: DescriptorWatch?
  /// How often its output is read after its end, at most: what a pipe can hold, since a process that left
  /// the group may still be writing.
  private var lastReads = 32
  private var isMidLine = false
  /// Why it must end after it has closed its input or its output.
  private var closedReason = ""
  /// Whether the breach is that it has closed its input or its output.
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

  /// Begins to read.
  ///
  /// - Parameter handle: handles what the process does; never called by a handler of a descriptor.
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

/// Ending the process.
extension ProcessLoop {
  /// Ends the process, unless it is ending already.
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

  /// Ends a module that went beyond a bound.
  private func fail(_ error: ModuleError) {
    guard stage == .running else { return }
    breach = error
    kill()
  }

  /// A process that ends closes its pipes a little before.
  private func expectEnd(_ reason: String) {
    guard times.closed == nil, stage == .running, exit != nil else { return }
    closedReason = reason
    times.closed = time(after: limits.grace)
  }

  private func checkTimes() {
    // What has happened meanwhile counts as in time, however long the main actor was busy.
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

  /// Ends what the process leaves behind.
  private func hasExited() {
    exit?.end()
    exit = nil
    times = Times()
    // The ended process is not reaped yet, so its group's id belongs to no other group.
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
    // It is called again then.
    guard !isDecoding else { return }
    for _ in 0..<32 where readErrors() {}
    for line in errorLines.takeLine() {
      // The shell's signal cut a line that the module was writing; the whole one before says more.
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
    // It was about to end by itself.
    if hasClosed, status != .signal(SIGKILL) { breach = nil }
    for descriptor in [process.output, process.error, process.exit] { close(descriptor) }
    post(
      .ended(
        ProcessEnd(
          status: status, breach: breach, wasAsked: wasAsked, isMidLine: isMidLine,
          lastErrorLine: lastErrorLine)))
  }
}

/// Reading.
extension ProcessLoop {
  /// Whether its output must wait until what was read is decoded and handled.
  private var isPaused: Bool { stage == .running && (isDecoding || inbox.isFull) }

  /// Reads on if there is room; its silence counts only while the shell reads.
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
  /// - Returns: the bytes, until the next call, none at the pipe's end; nil if there is nothing to read.
  private func read(_ descriptor: Int32) -> UnsafeRawBufferPointer? {
    let count = Glibc.read(descriptor, Self.buffer.baseAddress, Self.buffer.count)
    guard count >= 0 else { return nil }
    heard()
    if rate.add(count, at: MonotonicTime.precise()) {
      fail(ModuleError("it floods: over \(ByteCount.text(limits.bytesPerSecond)) a second"))
    }
    return UnsafeRawBufferPointer(rebasing: Self.buffer[..<count])
  }

  /// Decodes lines up to the first that is wrong, and posts them.
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

  /// Decodes a program's last line, which needs no end.
  private func decodeRest() {
    let line = lines.takeRest()
    if line.count > Self.shortLine {
      decodeElsewhere(line)
    } else if let value = try? decode(line) {
      isMidLine = false
      post(.values([value]))
    }
  }

  /// Decodes a long line off the main thread; nothing is read meanwhile, so the order stays.
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
    // What is no value at the end of the output is the beginning of one.
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

/// Writing.
extension ProcessLoop {
  /// Sends bytes to its standard input.
  func send(_ bytes: [UInt8]) -> ProcessInput.Sending {
    let sending = input.send(bytes)
    inputHasChanged()
    return sending
  }

  /// Closes its standard input after all that was sent.
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

  /// A server has to read what is sent, and not to close its input.
  private func inputHasChanged() {
    guard !isProgram, stage == .running else { return }
    if input.isBroken { expectEnd("it closed its input") }
    guard input.isWaiting != (times.reading != nil) else { return }
    times.reading = input.isWaiting ? time(after: limits.silence) : nil
  }
}
