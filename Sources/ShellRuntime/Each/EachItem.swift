import CoreLoop
import ShellCommands
import ShellOutput
import ShellRecords

/// One record of an `each` stage: collects the results of its command until its turn.
@MainActor
final class EachItem: WaitingStage, ByteSink {
  /// The number of the record, counted from 0.
  let number: Int
  let record: RecordQueue.Record

  /// The answers to its requests, while other records send some too.
  private(set) var answers: StatementAnswers?

  private var output: Output?
  var task: Task<Void, Never>?
  private(set) var outcome: Result<Void, any Error>?

  /// Whether all earlier records have ended, so that results pass through.
  private(set) var isFirst = false
  private let results: EachResults
  private let limit: GatherLimit
  private let roomBehind: @MainActor () async throws -> Void
  private var held: [Piece] = []
  private var heldBytes = 0
  private var line: [UInt8] = []
  private var waiters: [Waiter<Void, any Error>] = []

  private enum Piece {
    case columns([Column], isList: Bool)
    case row([CellValue])
    case text(String)
  }

  /// How many pieces a command that can suspend may write before it waits for its turn.
  private static let window = 1000
  /// How many bytes of text are held: 32 MiB.
  private static let mostBytes = 32 << 20

  /// `limit` is for a command that cannot suspend; `roomBehind` waits until the following stages
  /// can accept more records.
  init(
    _ number: Int, _ record: RecordQueue.Record, to results: EachResults, _ limit: GatherLimit,
    roomBehind: @escaping @MainActor () async throws -> Void
  ) {
    self.number = number
    self.record = record
    self.results = results
    self.limit = limit
    self.roomBehind = roomBehind
  }

  /// Begins to collect the answers to the requests of a command that can suspend.
  func collectAnswers() -> StatementAnswers? {
    answers = StatementAnswers.current.map { StatementAnswers(partOf: $0) }
    return answers
  }

  func makeOutput() -> Output {
    let flow = RecordFlow()
    flow.waitingStages = [self]
    let output = Output(passingTo: NextStage(self), text: ByteStream(to: self), in: flow)
    self.output = output
    return output
  }

  /// Records the end of the command; later output is discarded.
  func end(_ outcome: Result<Void, any Error>) {
    if case .failure = outcome { try? endText() }
    self.outcome = outcome
    output?.cutOff()
    output = nil
    task = nil
  }

  /// Cancels the command, and discards its further output.
  func cancel() {
    output?.cutOff()
    task?.cancel()
  }

  /// Writes the held results, and passes on later ones; called when all earlier records have ended.
  func becomeFirst() {
    isFirst = true
    let pieces = held
    held = []
    // An error stays in the results, where the stage checks for it.
    for piece in pieces {
      guard (try? write(piece)) != nil else { break }
    }
    for waiter in waiters { waiter.settle() }
    waiters = []
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    try flushText()
    try add(.columns(columns, isList: isList || record.isInList))
  }

  func row(_ values: [CellValue]) throws { try add(.row(values)) }

  func room() async throws {
    if !isFirst, held.count >= Self.window {
      let waiter = Waiter<Void, any Error>()
      waiters.append(waiter)
      try await waiter.valueUnlessCancelled()
    }
    try await roomBehind()
  }

  /// Does nothing, since the item has no work of its own.
  func finish() async throws {}

  func ended() async {}

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard isFirst || heldBytes + bytes.count <= Self.mostBytes, line.count <= Self.mostBytes else {
      throw ShellError(.limit, "the text of one record is larger than 32 MiB")
    }
    heldBytes += bytes.count
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return line.append(contentsOf: bytes)
    }
    let text = String(decoding: line + bytes[..<end], as: UTF8.self)
    line = Array(bytes[(end + 1)...])
    try add(.text(text))
  }

  func endText() throws {
    try flushText()
    guard !line.isEmpty else { return }
    defer { line = [] }
    try add(.text(String(decoding: line, as: UTF8.self)))
  }

  private func flushText() throws { try output?.destination.stream.flush() }

  private func add(_ piece: Piece) throws {
    if isFirst { return try write(piece) }
    try limit.check(held.count + 1, "results of one record")
    held.append(piece)
  }

  private func write(_ piece: Piece) throws {
    switch piece {
    case .columns(let columns, let isList):
      try results.begin(columns, isList: isList, isFirstValue: record.isFirstValue)
    case .row(let values): try results.row(values, keeping: record.kept, from: record.origin)
    case .text(let text): try results.text(text)
    }
  }
}
