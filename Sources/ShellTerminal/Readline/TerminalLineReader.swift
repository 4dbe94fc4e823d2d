import CoreLoop
package import ShellCommands
import CoreSystem
package import ShellOutput
import CReadline
import Glibc

/// Reads lines from a terminal with GNU readline.
///
/// The main actor is free while it waits for a key, and notices appear above the line. Between two lines the
/// terminal has its original settings, and input typed then stays in the kernel for the next line.
@MainActor
package final class TerminalLineReader: LineReader, ReadlineDelegate {
  /// The size limit of a line, in bytes: 1 MiB.
  static let longestLine = 1 << 20

  let keys: KeyInput
  private let program: String
  let colors: @MainActor () -> Palette?
  let signals = TerminalSignals()
  private let streams: Streams
  var screen: LineScreen { streams.screen }
  private let history: HistoryList
  var search: HistorySearch
  /// The statement that was remembered since the prompt's last line.
  private var remembered: String?

  /// The line being read; nil between lines.
  var current: CurrentLine?
  /// Reads secrets, which are never passed to readline.
  private let plain: PlainLineReader
  var notices = NoticeQueue()
  /// The task that shows the waiting notices later.
  var notifying: Task<Void, Never>?
  /// When notices were last shown, as ``MonotonicTime``.
  var notifiedAt: Int64 = 0

  /// Knows what to show while a line is typed.
  package weak var guide: (any LineGuide)?
  var help: LineHelp { guide?.help ?? LineHelp() }

  /// The user's editor, if any.
  package var editor: TextEditor?
  /// Whether an editor uses the terminal in the middle of a line.
  var isEditing = false

  /// The prompt's wait for another read to end.
  private var waiting: Waiter<Void, any Error>?

  /// Called before a line is read.
  var willRead: () -> Void = {}

  /// Whether a line or a secret is being read.
  package var isReading: Bool { current != nil || isEditing || plain.isReading }

  struct CurrentLine {
    let completer: (any Completer)?
    /// The prompt before the line.
    var prompt = Prompt("")
    /// Whether the line can be edited in an editor.
    var isEditable = false
    /// The colours of the line; nil if readline draws it.
    var palette: Palette?
    var help = LineHelp()
    /// The suggestion on the screen, behind the cursor.
    var offer: String?
    /// The candidates to choose from, if they are shown.
    var menu: CandidateMenu?
    /// Whether the history is offered.
    var hasHistory = false
    /// Whether the user has requested the editor.
    var wantsEditor = false
    var completion: CandidateSet?
    /// Whether the last key was a Tab without candidates.
    ///
    /// Candidates that arrive later are shown, and the next Tab counts as the first.
    var isUnanswered = false
    /// The finished line; the inner optional is nil at the end of input.
    ///
    /// The outer optional is nil while the line is being read.
    var outcome: String??
  }

  private struct Streams {
    let input: UnsafeMutablePointer<FILE>
    let output: UnsafeMutablePointer<FILE>
    let terminal: String?
    let screen: LineScreen

    @MainActor init(
      input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>, terminal: String?
    ) {
      self.input = input
      self.output = output
      self.terminal = terminal
      screen = LineScreen(TerminalWriter(fileno(output)))
    }
  }

  /// Whether standard input and standard output are both terminals, as reading lines requires.
  package static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Creates a reader of standard input.
  ///
  /// - Parameters:
  ///   - program: the program's name, for the conditions of an inputrc: `$if orders`.
  ///   - path: the history's file, in a folder that exists.
  ///   - colors: returns the colours, if any. It is called at each use, since the user may change them.
  ///   - isInterrupted: returns whether a Ctrl-C has arrived that was not handled yet; keys are then left unread.
  package convenience init(
    program: String, history path: String, colors: @escaping @MainActor () -> Palette?,
    isInterrupted: @escaping @MainActor () -> Bool = { false }
  ) {
    self.init(
      program: program, history: path, colors: colors, input: seashell_standard_input(),
      output: seashell_standard_output(), terminal: nil, isInterrupted: isInterrupted)
  }

  /// Creates a reader of a terminal other than standard input.
  ///
  /// - Parameter terminal: the kind of terminal, or nil for `$TERM`.
  init(
    program: String, history path: String, colors: @escaping @MainActor () -> Palette?,
    input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>, terminal: String?,
    isInterrupted: @escaping @MainActor () -> Bool = { false }
  ) {
    self.program = program
    self.colors = colors
    streams = Streams(input: input, output: output, terminal: terminal)
    keys = KeyInput(descriptor: fileno(input), isInterrupted: isInterrupted)
    plain = PlainLineReader(input: fileno(input), output: fileno(output))
    let file = HistoryFile(path: path)
    history = HistoryList(file)
    search = HistorySearch(file)
  }

  isolated deinit {
    notifying?.cancel()
    streams.screen.close()
  }

  /// The terminal's descriptors.
  var descriptors: (input: Int32, output: Int32) {
    (fileno(streams.input), fileno(streams.output))
  }

  /// Reads the prompt's next line.
  ///
  /// An abandoned command may still be ending its question; reading waits for that.
  package func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
    while isReading { try await nextEnd() }
    return try await readLine(prompt, completer: completer, hasHistory: true, isEditable: true)
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - hasHistory: whether the user can recall earlier lines.
  ///   - isEditable: whether the user can edit the line in an editor, with newlines.
  ///   - text: the text that the line begins with.
  ///   - cancelMark: what is shown at the end of the line if the task is cancelled.
  func readLine(
    _ prompt: Prompt, completer: (any Completer)?, hasHistory: Bool, isEditable: Bool = false,
    text: String = "", cancelMark: String = "^C"
  ) async throws -> String? {
    guard !isReading else { throw Self.isBusy }
    prepare()
    let hidden = hasHistory ? nil : seashell_history_hide()
    defer { seashell_history_show(hidden) }
    if hasHistory {
      report(history.merge())
      if let remembered { search.note(remembered, hasFailed: help.hasFailed) }
      remembered = nil
    }
    showNoticesBetweenLines()
    try Task.checkCancellation()
    begin(
      prompt,
      CurrentLine(
        completer: completer, isEditable: isEditable && editor != nil, hasHistory: hasHistory))
    if !text.isEmpty { seashell_readline_type(text) }
    defer {
      end()
      hasEnded()
    }
    do {
      while true {
        let line = try await line()
        guard let current, current.wantsEditor else { return line }
        if let text = await edited(current, prompt) { return text }
      }
    } catch is CancellationError {
      abandonLine(showing: cancelMark)
      throw CancellationError()
    } catch {
      abandonLine(showing: "")
      throw error
    }
  }

  /// Reads a line without showing it.
  ///
  /// - Returns: the line, or nil at the end of the input.
  /// - Throws: `CancellationError` if the task is cancelled; ``ShellError`` if the line is too long.
  func readSecret(_ prompt: String, cancelMark: String = "^C") async throws -> String? {
    guard !isReading else { throw Self.isBusy }
    prepare()
    showNoticesBetweenLines()
    defer { hasEnded() }
    return try await plain.answer(to: prompt, isHidden: true, cancelMark: cancelMark)
  }

  /// Waits until no line or secret is being read.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  private func nextEnd() async throws {
    guard isReading else { return }
    let end = Waiter<Void, any Error>()
    waiting = end
    try await end.valueUnlessCancelled()
  }

  /// Lets the prompt check again whether it can read.
  func hasEnded() {
    waiting?.settle()
    waiting = nil
  }

  package func clearScreen() {
    if !TerminalControl.isDumb { write("\u{1B}[H\u{1B}[2J") }
  }

  package var statements: [String] { history.file.statements }

  package func remember(_ statement: String) {
    remembered = statement
    report(history.append(statement, in: help.environment))
  }

  package func forget() throws { try history.forget() }

  /// Cleans up before the process ends: saves the history, restores the terminal and shows the waiting
  /// notices.
  package func leave() {
    report(history.finish())
    restore()
    showNoticesBetweenLines()
  }

  /// Restores the terminal if a line is being read.
  func restore() {
    plain.restore()
    editor?.removeFile()
    guard current != nil else { return }
    abandonLine(showing: "")
    end(mayStop: false)
  }

  static let isBusy = ShellError(.failed, "the terminal is being read already")

  private func prepare() {
    willRead()
    Readline.delegate = self
    Readline.prepare(
      program: program, input: streams.input, output: streams.screen.stream ?? streams.output,
      terminal: streams.terminal)
  }

  /// Writes to the terminal.
  func write(_ text: String) {
    let screen = streams.screen.stream ?? streams.output
    fputs(text, screen)
    fflush(screen)
  }

  func begin(_ prompt: Prompt, _ line: CurrentLine) {
    current = line
    current?.prompt = prompt
    beginDrawing()
    TerminalGuard.arm(
      input: descriptors.input, output: descriptors.output, marksPaste: true,
      isDrawn: current?.palette != nil)
    signals.install()
    // Changes of the terminal's size between lines were not handled.
    seashell_readline_begin()
    keys.marksPaste = seashell_readline_is_set("enable-bracketed-paste") != 0
    rl_callback_handler_install(text(of: prompt), Readline.takeLine)
  }

  /// Leaves the line.
  ///
  /// - Parameter mayStop: whether a Ctrl-Z typed after the line's last key stops the process.
  func end(mayStop: Bool = true) {
    current = nil
    let missed = signals.uninstall()
    TerminalGuard.disarm()
    if mayStop, missed.contains(SIGTSTP) { TerminalSignals.stop() }
  }

  /// Passes input to readline until the line is finished.
  private func line() async throws -> String? {
    while true {
      try Task.checkCancellation()
      // The terminal was restored, because the process is ending.
      guard current != nil else { return nil }
      if feed() { return current?.outcome ?? nil }
      if keys.hasReady {
        await Task.yield()
      } else if keys.isInterrupted() {
        // Another thread handles it at once, and cancels this line.
        try await Task.sleep(for: .milliseconds(1))
      } else {
        try await wait()
      }
      handle(signals.take())
    }
  }

  /// Waits for a key or a signal.
  private func wait() async throws {
    // Also if the wait throws: the caller writes to the terminal afterwards.
    defer { CrashReport.provideStack() }
    try await Readiness.wait(for: [descriptors.input, signals.descriptor].filter { $0 >= 0 })
  }

  /// Passes available input to readline, for at most 20 milliseconds.
  ///
  /// - Returns: true if the line is finished.
  private func feed() -> Bool {
    let end = MonotonicTime.coarse() + 20_000_000
    while current?.outcome == nil {
      switch keys.pull() {
      case .nothing: return false
      case .key:
        current?.isUnanswered = false
        let searched = seashell_readline_is_searching() != 0
        if current?.menu == nil { rl_callback_read_char() } else { feedMenu() }
        // Readline draws the line before it leaves the search.
        if searched, seashell_readline_is_searching() == 0, current?.outcome == nil,
          !keys.hasNext()
        {
          seashell_readline_redraw()
        }
        if current?.wantsEditor == true { return true }
        if current?.isUnanswered == true { seashell_readline_forget_command() }
      case .end:
        abandonLine(showing: "")
        return true
      case .tooLong:
        current?.menu = nil
        rl_callback_read_char()
        notify("the pasted text is longer than 1 MiB and was discarded")
      }
      guard current?.outcome == nil else { break }
      if seashell_readline_length() > Self.longestLine {
        rl_replace_line("", 1)
        seashell_readline_redraw()
        notify("the line is longer than 1 MiB and was discarded")
      }
      showNoticesIfDue()
      if MonotonicTime.coarse() > end { return false }
    }
    return true
  }

  func finishInvalidLine() {
    notify("the line is not UTF-8 and was discarded")
    finish("")
  }

  func finish(_ line: String?) {
    current?.outcome = .some(line)
    // With bracketed paste, readline writes the newline itself.
    if line == nil, !keys.marksPaste { write("\n") }
  }

  /// Ends the line early, in any state of readline, and restores the terminal.
  private func abandonLine(showing mark: String) {
    guard current?.outcome == nil else { return }
    keys.forget()
    rl_callback_sigcleanup()
    _ = seashell_readline_show_end()
    write(mark + "\n")
    seashell_readline_give_up()
  }

  func report(_ error: ShellError?) {
    if let error { notify(error.message + (error.hint.map { "; \($0)" } ?? "")) }
  }
}
