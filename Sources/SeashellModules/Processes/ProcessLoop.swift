import CoreSystem
import Glibc
import SeashellKit

/// What the thread of a module's process does: reads, writes, and ends the process.
struct ProcessLoop: Sendable {
  let process: SpawnedProcess
  let input: ProcessInput
  let inbox: ProcessInbox
  let control: ProcessControl
  let limits: ModuleLimits
  /// Whether it is run for one call: it need not read its input, it may not be silent for long, and its
  /// last line needs no end.
  let isProgram: Bool
  let decode: @Sendable ([UInt8]) throws(ModuleError) -> CellValue

  private enum Stage {
    case running, asked, terminated, killed
  }

  private var stage = Stage.running
  private var wasAsked = false
  private var breach: ModuleError?
  private var lines = LineBuffer()
  private var errorLines = ErrorLines()
  private var lastErrorLine: String?
  private var rate: OutputRate
  private var isOutputOpen = true
  private var isErrorOpen = true
  /// Whether the breach is that it has closed its input or its output.
  private var hasClosed = false
  private var now = MonotonicTime.precise()

  /// When the next stage of ending it begins.
  private var nextStage: Int64?
  /// When a module that has closed its input or its output must have ended.
  private var closed: (time: Int64, reason: String)?
  /// When it must have read some of its input.
  private var reading: Int64?
  /// When it must have written something.
  private var writing: Int64?

  init(
    _ process: SpawnedProcess, input: ProcessInput, inbox: ProcessInbox, control: ProcessControl,
    limits: ModuleLimits, isProgram: Bool,
    decode: @escaping @Sendable ([UInt8]) throws(ModuleError) -> CellValue
  ) {
    self.process = process
    self.input = input
    self.inbox = inbox
    self.control = control
    self.limits = limits
    self.isProgram = isProgram
    self.decode = decode
    rate = OutputRate(limit: limits.bytesPerSecond)
  }

  /// Runs until the process has ended.
  mutating func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    heard()
    while !poll(buffer) {}
    finish(buffer)
  }

  /// Waits for the next thing to do, and does it.
  ///
  /// - Returns: whether the process has ended.
  private mutating func poll(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let pending = input.pending
    if pending.isBroken, !isProgram { expectEnd("it closed its input") }
    let isPaused = stage == .running && inbox.isFull
    // Its silence counts only while the shell reads.
    if isPaused { writing = nil } else if writing == nil { heard() }
    if !pending.waits || isProgram {
      reading = nil
    } else if reading == nil {
      reading = time(limits.silence)
    }
    var requests = [
      pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0),
      pollfd(fd: control.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isOutputOpen && !isPaused ? process.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isErrorOpen ? process.error : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pending.descriptor, events: pending.waits ? Int16(POLLOUT) : 0, revents: 0),
    ]
    Glibc.poll(&requests, nfds_t(requests.count), timeout)
    now = MonotonicTime.precise()
    let isReady = requests.map { $0.revents != 0 }
    if isReady[2] { _ = readOutput(buffer) }
    if isReady[3] { _ = readErrors(buffer) }
    if isReady[4] { writeInput() }
    if isReady[1], let request = control.takeRequest() { handle(request) }
    checkTimes()
    return isReady[0]
  }

  private var timeout: Int32 {
    let times = [nextStage, closed?.time, reading, writing].compactMap(\.self)
    guard let time = times.min() else { return -1 }
    return Int32(clamping: max(0, (time - now + 999_999) / 1_000_000))
  }

  private func time(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  private mutating func heard() {
    if isProgram, stage == .running { writing = time(limits.silence) }
  }
}

/// Ending the process.
extension ProcessLoop {
  private mutating func handle(_ request: ProcessControl.Request) {
    guard stage == .running || request == .kill else { return }
    wasAsked = breach == nil
    stopWatching()
    stage = .asked
    nextStage = time(limits.grace)
    switch request {
    case .end: input.close()
    case .interrupt: process.signalGroup(SIGINT)
    case .kill: kill()
    }
  }

  private mutating func stopWatching() {
    (closed, reading, writing) = (nil, nil, nil)
  }

  private mutating func kill() {
    process.signalGroup(SIGKILL)
    stage = .killed
    nextStage = nil
  }

  /// Ends a module that went beyond a bound.
  private mutating func fail(_ error: ModuleError) {
    guard stage == .running else { return }
    breach = error
    stopWatching()
    kill()
  }

  private mutating func checkTimes() {
    if let time = nextStage, time <= now {
      if stage == .asked {
        process.signalGroup(SIGTERM)
        stage = .terminated
        nextStage = self.time(limits.grace)
      } else {
        kill()
      }
    }
    if let closed, closed.time <= now {
      fail(ModuleError(closed.reason))
      hasClosed = true
    }
    if let reading, reading <= now { fail(ModuleError("it does not read its input")) }
    if let writing, writing <= now {
      fail(ModuleError("it wrote nothing for \(limits.silence.formatted)"))
    }
  }

  /// Ends what the process leaves behind, reads the rest of its output, and reports the end.
  private mutating func finish(_ buffer: UnsafeMutableRawBufferPointer) {
    // The ended process is not reaped yet, so its group's id belongs to no other group.
    process.signalGroup(SIGKILL)
    // At most what a pipe can hold: a process that left the group may still be writing.
    for _ in 0..<32 where isOutputOpen && readOutput(buffer) {}
    for _ in 0..<32 where isErrorOpen && readErrors(buffer) {}
    var isMidLine = false
    if stage == .running, lines.unfinished > 0 {
      if isProgram, let value = try? decode(lines.takeRest()) {
        inbox.post(.values([value]))
      } else {
        isMidLine = true
      }
    }
    for line in errorLines.takeLine() {
      // The shell's signal cut a line that the module was writing; the whole one before says more.
      if breach != nil, lastErrorLine != nil {
        inbox.post(.errorLine(line))
      } else {
        post(line)
      }
    }
    input.close()
    let status = ProcessGroups.remove(process)
    // It was about to end by itself.
    if hasClosed, status != .signal(SIGKILL) { breach = nil }
    for descriptor in [process.output, process.error, process.exit] { close(descriptor) }
    control.close()
    inbox.post(
      .ended(
        ProcessEnd(
          status: status, breach: breach, wasAsked: wasAsked, isMidLine: isMidLine,
          lastErrorLine: lastErrorLine)))
  }
}

/// Reading and writing.
extension ProcessLoop {
  /// Reads once.
  ///
  /// - Returns: whether there may be more to read.
  private mutating func readOutput(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let bytes = read(process.output, buffer) else { return false }
    guard !bytes.isEmpty else {
      isOutputOpen = false
      expectEnd("it closed its output")
      return false
    }
    guard stage == .running else { return true }
    lines.append(bytes)
    var batch: [[UInt8]] = []
    while let line = lines.next() { batch.append(line) }
    deliver(batch)
    if lines.unfinished > limits.messageSize { failForLongLine() }
    return true
  }

  private mutating func failForLongLine() {
    fail(ModuleError("it wrote a line longer than \(ByteCount.text(limits.messageSize))"))
  }

  private mutating func readErrors(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let bytes = read(process.error, buffer) else { return false }
    isErrorOpen = !bytes.isEmpty
    for line in errorLines.append(bytes) { post(line) }
    return isErrorOpen
  }

  /// Reads from a pipe.
  ///
  /// - Returns: the bytes, none at the pipe's end; nil if there is nothing to read.
  private mutating func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    guard count >= 0 else { return nil }
    heard()
    if rate.add(count, at: now) {
      fail(ModuleError("it floods: over \(ByteCount.text(limits.bytesPerSecond)) a second"))
    }
    return UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }

  /// Decodes lines up to the first that is wrong, and hands them over.
  private mutating func deliver(_ batch: [[UInt8]]) {
    guard stage == .running else { return }
    var values: [CellValue] = []
    var size = 0
    var failure: ModuleError?
    for line in batch where !line.allSatisfy({ $0 <= 0x20 }) {
      do throws(ModuleError) {
        guard line.count <= limits.messageSize else { break }
        values.append(try decode(line))
        size += line.count
      } catch {
        failure = error
        break
      }
    }
    if !values.isEmpty { inbox.post(.values(values), bytes: size) }
    if let failure { fail(failure) }
    if batch.contains(where: { $0.count > limits.messageSize }) { failForLongLine() }
  }

  private mutating func post(_ line: String) {
    lastErrorLine = line
    inbox.post(.errorLine(line))
  }

  private mutating func writeInput() {
    reading = nil
    if let written = input.flush() {
      inbox.post(.written(written))
    } else {
      inbox.post(.inputClosed)
    }
  }

  /// A process that ends closes its pipes a little before.
  private mutating func expectEnd(_ reason: String) {
    if closed == nil, stage == .running { closed = (time(limits.grace), reason) }
  }
}
