import CoreSystem
package import ShellCommands
package import ShellOutput
package import ShellRuntime

/// The console of a user at a terminal.
@MainActor
package final class TerminalConsole: Console {
  /// Answers for the fields that name a completion kind.
  package var completions: @MainActor (_ kind: String, _ prefix: String) -> [Completion.Candidate] =
    { _, _ in [] }

  private let reader: TerminalLineReader
  private let settings: ShellSettings
  private let style: @MainActor () -> OutputStyle
  private let display: ProgressDisplay

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - reader: reads the answers, and tells notices.
  ///   - settings: say whether there are notices.
  ///   - interrupts: say whether a program such as a pager has the terminal.
  ///   - style: what standard error shows; asked at every use, since a terminal's width changes.
  package convenience init(
    reader: TerminalLineReader, settings: ShellSettings, interrupts: Interrupts,
    style: @escaping @MainActor () -> OutputStyle
  ) {
    self.init(
      reader: reader, settings: settings, style: style,
      display: ProgressDisplay(
        columns: { style().isTerminal ? style().columns : nil },
        canDraw: { [weak reader] in
          reader?.isReading == false && !interrupts.isShared.isRaised
        }))
  }

  init(
    reader: TerminalLineReader, settings: ShellSettings,
    style: @escaping @MainActor () -> OutputStyle,
    display: ProgressDisplay
  ) {
    self.reader = reader
    self.settings = settings
    self.style = style
    self.display = display
    // What has come so far is told by what is asked, or was the last statement's.
    reader.willRead = { display.show(nil) }
  }

  package var isInteractive: Bool { true }

  package var columns: Int? { style().columns }

  package func notify(_ notice: String) {
    if !settings.isQuiet { reader.notify(notice) }
  }

  package func ask(_ field: Question) async throws -> String {
    let answer =
      field.isSecret
      ? try await reader.readSecret("\(field.label): ")
      : try await reader.readLine(
        Prompt("\(field.label): "), completer: field.completion.map(completer), hasHistory: false)
    guard let answer else { throw CancellationError() }
    return answer
  }

  package func confirm(_ question: String) async throws -> Bool {
    try await confirm(question) { [reader] in
      try await reader.readLine(Prompt($0), completer: nil, hasHistory: false)
    }
  }

  package func progress(_ progress: ProgressUpdate?) { display.show(progress) }

  /// Takes the progress away before something else is written, until the next thing begins.
  package func makeWay() { display.makeWay() }

  package func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    throw ShellError(
      .usage, "standard input is the terminal", hint: "leave out --password-stdin")
  }

  private func completer(_ kind: String) -> FieldCompleter {
    FieldCompleter { [weak self] in self?.completions(kind, $0) ?? [] }
  }
}

/// Completes the whole of an answer.
@MainActor
private final class FieldCompleter: Completer {
  private let candidates: @MainActor (String) -> [Completion.Candidate]

  init(_ candidates: @escaping @MainActor (String) -> [Completion.Candidate]) {
    self.candidates = candidates
  }

  func completion(of text: String, at cursor: Int) -> Completion {
    let prefix = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    return Completion(
      start: 0,
      candidates: candidates(prefix).map { candidate in
        // An answer is one word, after which nothing comes.
        var candidate = candidate
        candidate.endsWord = false
        return candidate
      })
  }
}
