import CoreLoop
package import ShellCommands
import CoreSystem
import ShellOutput
import Glibc

/// Asks the user at the process's terminal, if there is one.
@MainActor
package protocol AnswerReader: AnyObject {
  /// Whether there is a user who can answer a question.
  var isPossible: Bool { get }

  /// Asks a question and reads a line.
  ///
  /// - Parameter cancelMark: what is shown behind a hidden answer if the task is cancelled.
  /// - Returns: the answer, or nil if the user ends the input.
  /// - Throws: `CancellationError` if the task is cancelled.
  func answer(to question: String, isHidden: Bool, cancelMark: String) async throws -> String?
}

/// The console of a script or a one-shot command: it writes notices to standard error, and asks questions
/// only at a terminal.
@MainActor
package final class ScriptConsole: Console {
  private let streams: StandardStreams
  private let settings: ShellSettings
  /// Whether standard input is the script itself, so that commands must not read it.
  private let scriptIsInput: Bool
  private let reader: (any AnswerReader)?
  private let makeDisplay: @MainActor () -> (@MainActor (ProgressUpdate?) -> Void)?
  /// Shows progress, if standard error is a terminal.
  private lazy var progressLine = makeDisplay().map { ProgressLine(display: $0) }
  private var questions = 0
  private var waitingNotices: [String] = []

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - streams: receive the notices, on standard error.
  ///   - settings: the settings, for whether notices are suppressed.
  ///   - scriptIsInput: whether standard input is the script itself.
  ///   - reader: asks the user; nil if that is never possible.
  ///   - display: returns a function that shows or hides progress; nil if standard error is not a terminal.
  package init(
    streams: StandardStreams, settings: ShellSettings, scriptIsInput: Bool,
    reader: (any AnswerReader)?,
    display: @escaping @MainActor () -> (@MainActor (ProgressUpdate?) -> Void)? = { nil }
  ) {
    self.streams = streams
    self.settings = settings
    self.scriptIsInput = scriptIsInput
    self.reader = reader
    makeDisplay = display
  }

  package private(set) lazy var isInteractive = !scriptIsInput && reader?.isPossible == true

  package var columns: Int? { streams.destination.style.columns }

  package func notify(_ notice: String) {
    if !settings.isQuiet { instruct(notice) }
  }

  package func instruct(_ notice: String) {
    if questions > 0 { hold(notice) } else { streams.report(notice) }
  }

  /// Holds back a notice until the question is answered: otherwise it would appear in the middle of the typed
  /// answer.
  private func hold(_ notice: String) {
    if waitingNotices.count < Self.maximumWaitingNotices { waitingNotices.append(notice) }
  }

  private static let maximumWaitingNotices = 100

  package func ask(_ field: Question) async throws -> String {
    guard isInteractive else {
      throw refusal(to: "for the \(field.label)", instead: field.alternative)
    }
    let label = field.present.isEmpty ? field.label : "\(field.label), Enter keeps it"
    let answer = try await answer(
      to: "\(label): ", below: field.introduction, isHidden: field.isSecret,
      cancelMark: field.mayBeWithdrawn ? "" : "^C")
    guard let answer else { throw CancellationError() }
    return answer.isEmpty ? field.present : answer
  }

  package func confirm(_ question: String) async throws -> Bool {
    try await confirm(question, below: [])
  }

  package func confirm(
    _ question: String, below introduction: [String]
  ) async throws -> Bool {
    guard isInteractive else {
      let quote = question.contains("'") ? "\"" : "'"
      throw refusal(to: quote + question + quote, instead: "--yes")
    }
    var introduction = introduction
    return try await confirm(question) { question in
      defer { introduction = [] }
      return try await answer(to: question, below: introduction, isHidden: false)
    }
  }

  /// Asks a question, and holds back progress and notices until it is answered.
  private func answer(
    to question: String, below introduction: [String] = [], isHidden: Bool,
    cancelMark: String = "^C"
  ) async throws -> String? {
    progressLine?.pause()
    for line in introduction { streams.report(line) }
    questions += 1
    defer {
      questions -= 1
      if questions == 0 {
        for notice in waitingNotices { streams.report(notice) }
        waitingNotices = []
      }
      progressLine?.resume()
    }
    return try await reader?.answer(
      to: question, isHidden: isHidden, cancelMark: cancelMark)
  }

  private func refusal(to question: String, instead alternative: String) -> ShellError {
    let reason = scriptIsInput ? "standard input is the script" : "not a terminal"
    return ShellError(
      .usage, "\(reason), so I can't ask \(question)", hint: "pass \(alternative)")
  }

  package func progress(_ progress: ProgressUpdate?) {
    guard !settings.isQuiet, let progressLine else { return }
    if let scope = ProgressScope.current {
      scope.report(progress)
    } else {
      progressLine.show(progress)
    }
  }

  package func makeProgressScope() -> ProgressScope? {
    settings.isQuiet ? nil : progressLine.map { ProgressScope(display: $0.show) }
  }

  package func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    guard !scriptIsInput else {
      throw ShellError(
        .usage, "standard input is the script itself", hint: "run the script with -f or -c")
    }
    if isSecret, isatty(STDIN_FILENO) == 1 {
      let question = isInteractive ? "standard input (not shown): " : ""
      let line = try await answer(to: question, isHidden: true) ?? ""
      guard line.utf8.count <= maximum else { throw Self.isTooLong(maximum) }
      return line
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    let input = TerminalInput(STDIN_FILENO)
    while true {
      if !Readiness.isReadable(input.descriptor) {
        try await Readiness.wait(for: input.descriptor)
      }
      let count = read(input.descriptor, &piece, piece.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else {
        throw ShellError(system: "cannot read standard input")
      }
      if count == 0 { break }
      bytes += piece[..<count]
      guard bytes.count <= maximum else { throw Self.isTooLong(maximum) }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellError(.usage, "standard input is not UTF-8")
    }
    return text
  }

  private static func isTooLong(_ maximum: Int) -> ShellError {
    ShellError(.limit, "standard input is longer than \(maximum) bytes")
  }
}
