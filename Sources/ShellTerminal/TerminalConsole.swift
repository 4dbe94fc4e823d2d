package import CoreSystem
package import ShellCommands
package import ShellOutput
package import ShellRuntime

/// The console of a user at a terminal.
@MainActor
package final class TerminalConsole: Console {
  /// Has the candidates for questions that name a completion kind.
  package weak var completer: (any Completer)?

  private let reader: TerminalLineReader
  private let settings: ShellSettings
  private let style: @MainActor () -> OutputStyle
  private let display: ProgressDisplay
  private let progressLine: ProgressLine

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - reader: reads answers and shows notices.
  ///   - settings: the settings, for whether notices are shown.
  ///   - interrupts: tells whether a program such as a pager uses the terminal.
  ///   - style: returns the style of standard error. It is called at each use, since the width may change.
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
        },
        isUTF8: style().locale?.isUTF8 ?? true))
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
    let line = ProgressLine(display: display.show)
    progressLine = line
    // The end of a statement makes its progress obsolete.
    reader.willRead = line.clear
  }

  package var isInteractive: Bool { true }

  package var columns: Int? { style().columns }

  package func notify(_ notice: String) {
    if !settings.isQuiet, !ErrorFile.take(notice) { reader.notify(notice) }
  }

  package func instruct(_ line: String) { reader.notify(line, isNeeded: true) }

  package func ask(_ field: Question) async throws -> String {
    progressLine.pause()
    defer { progressLine.resume() }
    reader.introduce(field.introduction)
    let isEditable = field.isLong && reader.editor != nil
    if isEditable, field.opensEditor { return try await reader.written(field.present) }
    let label = isEditable ? Self.withEditor(field.label) : field.label
    // Readline would write control characters to the terminal as they are.
    let isShown = !field.present.unicodeScalars.contains(where: TerminalText.isHostile)
    let mark = field.mayBeWithdrawn ? "" : "^C"
    let answer =
      field.isSecret
      ? try await reader.readSecret("\(field.label): ", cancelMark: mark)
      : try await reader.readLine(
        prompt(isShown ? "\(label):" : "\(label), Enter keeps it:"),
        completer: field.completion.map(completer), hasHistory: false, isEditable: isEditable,
        text: isShown ? field.present : "", cancelMark: mark)
    guard let answer else { throw CancellationError() }
    return answer.isEmpty && !isShown ? field.present : answer
  }

  private static func withEditor(_ label: String) -> String {
    let keys = "Ctrl-X Ctrl-E opens an editor"
    return label.hasSuffix(")") ? "\(label.dropLast()); \(keys))" : "\(label) (\(keys))"
  }

  package func confirm(_ question: String) async throws -> Bool {
    try await confirm(question, below: [])
  }

  package func confirm(
    _ question: String, below introduction: [String]
  ) async throws -> Bool {
    progressLine.pause()
    defer { progressLine.resume() }
    reader.introduce(introduction)
    return try await confirm(question) {
      try await reader.readLine(prompt(String($0.dropLast())), completer: nil, hasHistory: false)
    }
  }

  /// Returns the prompt of a question, whose first lines are written above it if it is wider than the terminal.
  ///
  /// Readline would break it inside a word.
  private func prompt(_ question: String) -> Prompt {
    let lines = style().lines(of: question)
    reader.introduce(Array(lines.dropLast()))
    return Prompt((lines.last ?? "") + " ")
  }

  package func progress(_ progress: ProgressUpdate?) {
    guard !settings.isQuiet else { return }
    if let scope = ProgressScope.current {
      scope.report(progress)
    } else {
      progressLine.show(progress)
    }
  }

  package func makeProgressScope() -> ProgressScope? {
    guard !settings.isQuiet, display.isPossible else { return nil }
    return ProgressScope(display: progressLine.show)
  }

  /// Removes the progress before other text is written to the terminal.
  package func makeWay(for text: UnsafeRawBufferPointer) { display.makeWay(for: text) }

  /// Raised while progress is on the screen.
  package var showsProgress: SharedFlag { display.isShown }

  package func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    throw ShellError(
      .usage, "standard input is the terminal", hint: "leave out --password-stdin")
  }

  private func completer(_ kind: CompletionKind) -> FieldCompleter {
    FieldCompleter { [weak self] in self?.completer?.candidates(of: kind, for: $0) ?? [] }
  }
}

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
        // The whole answer is one word, so no space follows it.
        var candidate = candidate
        candidate.endsWord = false
        return candidate
      })
  }
}
