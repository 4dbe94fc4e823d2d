import CoreSystem
@testable import ShellCommands
@testable import ShellOutput
@testable import ShellRecords
@testable import ShellRuntime
import SeashellTesting
import ShellLanguage

/// Runs a stage on records, without a shell around it.
@MainActor
struct StageBench {
  /// Records with the same fields, as a stage receives them.
  struct Part {
    var columns: [Column]
    var rows: [[CellValue]]
    var isList = true

    init(_ columns: [String], _ rows: [[CellValue]], isList: Bool = true) {
      self.init(columns.map { Column($0) }, rows, isList: isList)
    }

    init(_ columns: [Column], _ rows: [[CellValue]], isList: Bool = true) {
      self.columns = columns
      self.rows = rows
      self.isList = isList
    }
  }

  var gatherLimit = 1_000_000
  var format = OutputFormat.jsonl
  var style = OutputStyle.plain

  /// Returns the output of a stage.
  ///
  /// - Parameters:
  ///   - line: the stage with its words, as typed.
  ///   - parts: the input of the stage.
  func run(_ line: String, _ parts: [Part]) throws -> String {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let flow = RecordFlow()
    let output = Output(format, to: stream, style: style, flow: flow)
    try feed(parts, to: try makeStage(line, to: output))
    try output.finish()
    try stream.flush()
    return sink.text
  }

  /// Returns the records that a stage passes on to the next one.
  func passed(_ line: String, _ parts: [Part]) throws -> [Part] {
    let keeper = Keeper()
    let output = Output(passingTo: NextStage(keeper), in: RecordFlow())
    try feed(parts, to: try makeStage(line, to: output))
    return keeper.parts
  }

  /// The notices of a stage.
  func notices(_ line: String, _ parts: [Part]) throws -> [String] {
    let host = StageHost(gatherLimit: gatherLimit)
    let output = Output(passingTo: NextStage(Keeper()), in: RecordFlow())
    try feed(parts, to: try makeStage(line, to: output, on: host))
    return host.notices
  }

  /// What a stage writes, and its error.
  func outcome(_ line: String, _ parts: [Part]) throws -> (text: String, error: ShellError?) {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    var failure: ShellError?
    do {
      try feed(parts, to: try makeStage(line, to: Output(format, to: stream, flow: RecordFlow())))
    } catch {
      failure = ShellError(error)
    }
    try stream.flush()
    return (sink.text, failure)
  }

  /// The error of a stage.
  func error(_ line: String, _ parts: [Part]) -> ShellError? {
    do {
      _ = try run(line, parts)
      return nil
    } catch {
      return ShellError(error)
    }
  }

  /// Whether a stage that is interrupted before the last record ends with `CancellationError`.
  func endsEarly(_ line: String, _ part: Part) throws -> Bool {
    let interrupt = SharedFlag()
    let output = Output(passingTo: NextStage(Keeper()), in: RecordFlow(endedBy: interrupt))
    let stage = try makeStage(line, to: output)
    try stage.begin(part.columns, isList: part.isList)
    for row in part.rows.dropLast() { try stage.row(row) }
    interrupt.raise()
    do {
      for row in part.rows.suffix(1) { try stage.row(row) }
      try stage.end()
      return false
    } catch is CancellationError {
      return true
    }
  }

  func command(_ name: String) -> any StageCommand {
    let commands = BuiltInStage.allCases.compactMap { $0.command as? any StageCommand }
    return commands.first { $0.specification.name == name } ?? CountCommand()
  }

  private func feed(_ parts: [Part], to stage: any RecordStage) throws {
    do {
      for part in parts {
        try stage.begin(part.columns, isList: part.isList)
        for row in part.rows { try stage.row(row) }
      }
    } catch is OutputClosed {
      // The stage needs no more records.
    }
    try stage.end()
  }

  /// Creates a stage that receives records as in a pipeline.
  func makeStage(_ line: String, to output: Output) throws -> any RecordStage {
    try makeStage(line, to: output, on: StageHost(gatherLimit: gatherLimit))
  }

  private func makeStage(
    _ line: String, to output: Output, on host: StageHost
  ) throws -> any RecordStage {
    let words = Self.words(line)
    let command = command(words[0].text)
    let binder = ArgumentBinder(command.specification, path: words[0].text)
    let stage = try command.stage(
      Invocation(
        arguments: try binder.bind(words, from: 1), output: output,
        host: host))
    let flow = output.flow ?? RecordFlow()
    return (stage as? any FieldStage).flatMap { FieldGate($0, in: flow) } ?? stage
  }

  /// The words of a stage; inside quotes, `_` stands for a blank.
  private static func words(_ line: String) -> [Word] {
    var parser = ScriptParser()
    var text = "p | " + line
    guard case .complete(let list)? = try? text.withUTF8({ try parser.feed($0) }),
      let words = list.first.stages.first
    else { preconditionFailure("'\(line)' is no stage") }
    return words.map { word in
      guard word.isQuoted, case .literal(let text) = word.content else { return word }
      return word.with(text.replacing("_", with: " "))
    }
  }

  /// Keeps the records that it receives.
  private final class Keeper: RecordStage {
    var parts: [Part] = []

    func begin(_ columns: [Column], isList: Bool) {
      parts.append(Part(columns, [], isList: isList))
    }

    func row(_ values: [CellValue]) {
      parts[parts.count - 1].rows.append(values)
    }
  }
}

extension StageBench.Part: Equatable {}

extension Word {
  fileprivate func with(_ text: String) -> Word {
    var word = self
    word.content = .literal(text)
    return word
  }
}

/// A shell that runs nothing.
private final class StageHost: CommandHost {
  let isTyped = false
  let console: any Console = RecordingConsole()
  let formatOption: OutputFormat? = nil
  let gatherLimit: Int
  let place: Place? = nil
  private(set) var notices: [String] = []

  init(gatherLimit: Int) { self.gatherLimit = gatherLimit }

  func report(_ notice: String) { notices.append(notice) }
  func open(_ parts: [String]) async throws {}
  var catalogue: any CommandCatalogue { fatalError("a stage runs no command") }
  func followChanges() -> @MainActor () -> Void { {} }
  func observe(_ read: @escaping @MainActor () -> Void) {}
  func beginHandlingTermination() {}
  func endHandlingTermination() {}
  func waitForTermination() async throws {}
}

/// Fields of CSV, which are untyped text.
func untyped(_ rows: [String]...) -> [[CellValue]] {
  rows.map { row in row.map { .untyped($0) } }
}
