import SeashellKit

/// A module that is a program without a protocol.
///
/// `PROGRAM ARGUMENTS --seashell-describe` prints the tools. A call runs `PROGRAM ARGUMENTS TOOL` with the
/// tool's arguments as a JSON object on standard input. Each line of its output that begins with `{` is a
/// record, any other is text. The caller receives them as they arrive.
@MainActor
final class ProgramProvider: ToolProvider {
  private let command: [String]
  private let environment: [String: String]
  private let limits: ModuleLimits
  private let check: @MainActor () throws -> CheckedFiles?
  private var description: [ToolDescription]?
  private var observe: @MainActor (ProviderEvent) -> Void = { _ in }
  private var running: [Int32: ModuleProcess] = [:]

  /// Creates a provider.
  ///
  /// The program first runs in ``start(_:)``.
  ///
  /// - Parameters:
  ///   - command: the program, a name on PATH or a path, and its first arguments.
  ///   - environment: its whole environment; see ``ModuleEnvironment``.
  ///   - check: checks the files of the command line right before each call.
  init(
    _ command: [String], environment: [String: String], limits: ModuleLimits,
    check: @escaping @MainActor () throws -> CheckedFiles? = { nil }
  ) {
    self.check = check
    self.command = command
    self.environment = environment
    self.limits = limits
  }

  func start(
    _ observe: @escaping @MainActor (ProviderEvent) -> Void
  ) async throws -> ProviderOffer {
    self.observe = observe
    var limits = limits
    limits.silence = limits.start
    var text: [UInt8] = []
    var isTooLong = false
    let end = try await run(ProgramDescription.question, input: [], limits: limits) { line in
      // A description may have many lines.
      .text(String(decoding: line, as: UTF8.self))
    } receive: { value, process in
      text += Array((value.textValue ?? "").utf8) + [0x0A]
      if text.count > limits.messageSize, !isTooLong {
        isTooLong = true
        process.interrupt()
      }
    }
    if isTooLong {
      throw ModuleError(
        "its description is longer than \(ByteCount.text(limits.messageSize))",
        hint: ProgramDescription.hint)
    }
    try Task.checkCancellation()
    if let breach = end.breach { throw breach }
    guard end.status == .status(0) else {
      throw ModuleError(
        "called with \(ProgramDescription.question), \(end.sentence)",
        hint: end.hint ?? ProgramDescription.hint)
    }
    description = try ProgramDescription.tools(in: text)
    return ProviderOffer(dialect: "program")
  }

  /// Returns the tools that the program described when it was started.
  func tools() async throws -> [ToolDescription] { description ?? [] }

  /// Runs the program for a call.
  ///
  /// The result is empty, since the caller has already received all records and lines. Cancelling the task
  /// interrupts the program.
  ///
  /// - Throws: `ShellError` with the program's exit status if that is one of the shell's; ``ModuleError``
  ///   for any other end.
  func call(
    _ tool: String, arguments: CellValue, for caller: any ToolCaller
  ) async throws -> ToolResult {
    var errorLines: ArraySlice<String> = []
    let end = try await run(
      tool, input: arguments.jsonBytes + [0x0A], limits: limits, decode: ProgramLine.value
    ) { value, _ in
      if let line = value.textValue { caller.text(line) } else { caller.row(value) }
    } receiveError: { line in
      if errorLines.count == Self.keptErrorLines { errorLines.removeFirst() }
      errorLines.append(line)
    }
    try Task.checkCancellation()
    guard let error = ProgramFailure.error(of: end, tool: tool) else {
      return ToolResult(content: [])
    }
    for line in error is ShellError ? errorLines.dropLast() : errorLines { caller.errorLine(line) }
    throw error
  }

  /// Returns an empty list, since a program has only tools.
  func resources() async throws -> [CellValue] { [] }

  /// Throws an error, since a program has only tools.
  func read(_ uri: String, for caller: any ToolCaller) async throws -> [CellValue] {
    throw ShellError(.notFound, "there is no resource '\(uri)'")
  }

  func stop() async {
    for process in running.values { await process.stop() }
    observe(.ended(nil))
  }

  /// The resident memory of all running calls in bytes; nil if there is none.
  var memory: Int? {
    running.isEmpty ? nil : running.values.reduce(0) { $0 + ($1.memory ?? 0) }
  }

  /// The maximum number of lines of standard error kept for the user of a call.
  private static let keptErrorLines = 100

  private func run(
    _ word: String, input: [UInt8], limits: ModuleLimits,
    decode: @escaping @Sendable ([UInt8]) throws(ModuleError) -> CellValue,
    receive: @escaping @MainActor (CellValue, ModuleProcess) -> Void,
    receiveError: @escaping @MainActor (String) -> Void = { _ in }
  ) async throws -> ProcessEnd {
    let observe = observe
    weak var current: ModuleProcess?
    let process = try ModuleProcess(
      command + [word], environment: environment, limits: limits, kind: .program, check: check,
      decode: decode
    ) { event in
      switch event {
      case .values(let values):
        guard let current else { return }
        for value in values { receive(value, current) }
      case .errorLine(let line):
        observe(.errorLine(line))
        receiveError(line)
      case .ended: break
      }
    }
    current = process
    running[process.id] = process
    defer { running[process.id] = nil }
    return await withTaskCancellationHandler {
      // A program need not read its input.
      try? await process.send(input)
      process.closeInput()
      return await process.ended()
    } onCancel: {
      process.interrupt()
    }
  }
}

/// A line that a program writes during a call.
enum ProgramLine {
  /// Parses a line: one that begins with `{` is a record, any other is text.
  ///
  /// - Throws: ``ModuleError`` if a record is not JSON.
  static func value(of line: [UInt8]) throws(ModuleError) -> CellValue {
    guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
      let isCRLF = line.last == 0x0D
      return .text(String(decoding: line.dropLast(isCRLF ? 1 : 0), as: UTF8.self))
    }
    do throws(JSONError) {
      return try CellValue(json: line)
    } catch {
      throw ModuleError(
        "it wrote a record that is not JSON: \(error)",
        hint: "a record is one line, as 'jq -c' writes it")
    }
  }
}
