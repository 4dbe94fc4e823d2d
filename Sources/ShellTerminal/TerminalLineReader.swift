package import ShellCommands
import CoreSystem
import ShellOutput
import CReadline
import Glibc

/// Reads lines from a terminal, by GNU readline.
///
/// While it waits for a key the main actor is free: what happens meanwhile is told above the line.
/// Between two lines the terminal is as it was found, so that what is typed then stays with the
/// kernel, and appears in the next line.
@MainActor
package final class TerminalLineReader: LineReader {
  /// The longest line, in bytes: 1 MiB.
  static let longestLine = 1 << 20

  let keys: KeyInput
  let hasColors: Bool
  let signals = TerminalSignals()
  private let streams: Streams
  private let history: HistoryList

  /// The line that is being read; nil between two.
  var current: CurrentLine?
  /// Reads what is not to be seen, which readline never has.
  private let plain: PlainLineReader
  var notices = NoticeQueue()
  var notifying: Task<Void, Never>?
  var toldAt: Int64 = 0

  /// Is called before a line is read.
  var willRead: () -> Void = {}

  /// Whether somebody is typing.
  package var isReading: Bool { current != nil || plain.isReading }

  /// What is known of a line while it is read.
  struct CurrentLine {
    let completer: (any Completer)?
    var completion: CandidateSet?
    /// Whether the last key was a Tab that had no answer: one that comes later is shown, and the next
    /// Tab is as good as the first.
    var isUnanswered = false
    var outcome: String??
  }

  private struct Streams {
    let input: UnsafeMutablePointer<FILE>
    let output: UnsafeMutablePointer<FILE>
    let terminal: String?
  }

  /// Whether standard input and standard output are both terminals; on nothing else lines are read.
  package static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Makes a reader of standard input.
  ///
  /// - Parameters:
  ///   - path: the file that keeps what was typed, in a folder that exists.
  ///   - hasColors: whether the prompt may be coloured.
  package convenience init(history path: String, hasColors: Bool) {
    self.init(
      history: path, hasColors: hasColors, input: seashell_standard_input(),
      output: seashell_standard_output(), terminal: nil)
  }

  /// Makes a reader of a terminal that is not standard input.
  ///
  /// - Parameter terminal: its kind; nil for `$TERM`.
  init(
    history path: String, hasColors: Bool, input: UnsafeMutablePointer<FILE>,
    output: UnsafeMutablePointer<FILE>, terminal: String?
  ) {
    self.hasColors = hasColors
    streams = Streams(input: input, output: output, terminal: terminal)
    keys = KeyInput(descriptor: fileno(input))
    plain = PlainLineReader(input: fileno(input), output: fileno(output))
    history = HistoryList(HistoryFile(path: path))
  }

  isolated deinit {
    notifying?.cancel()
  }
  /// The terminal's descriptors.
  var descriptors: (input: Int32, output: Int32) {
    (fileno(streams.input), fileno(streams.output))
  }

  package func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
    try await readLine(prompt, completer: completer, hasHistory: true)
  }

  /// Reads a line.
  ///
  /// - Parameter hasHistory: whether what was typed before can be fetched.
  func readLine(
    _ prompt: Prompt, completer: (any Completer)?, hasHistory: Bool
  ) async throws -> String? {
    guard !isReading else { throw Self.isBusy }
    prepare()
    let hidden = hasHistory ? nil : seashell_history_hide()
    defer { seashell_history_show(hidden) }
    if hasHistory { tell(history.merge()) }
    tellNotices()
    try Task.checkCancellation()
    begin(prompt, CurrentLine(completer: completer))
    defer { end() }
    do {
      return try await line()
    } catch is CancellationError {
      giveUp(saying: "^C")
      throw CancellationError()
    } catch {
      giveUp(saying: "")
      throw error
    }
  }

  /// Reads a line without showing it.
  ///
  /// - Returns: nil where the user wants to leave, or the terminal is gone.
  /// - Throws: `CancellationError` where the task is cancelled, ``ShellError`` where it is too long.
  func readSecret(_ prompt: String) async throws -> String? {
    guard !isReading else { throw Self.isBusy }
    prepare()
    tellNotices()
    return try await plain.answer(to: prompt, isHidden: true)
  }

  package func clearScreen() {
    if !TerminalControl.isDumb { write("\u{1B}[H\u{1B}[2J") }
  }

  package var statements: [String] { history.file.statements }

  package func remember(_ statement: String) { tell(history.append(statement)) }

  package func forget() throws { try history.forget() }

  /// Puts everything in its place before the process ends, wherever it is: the history into its file,
  /// the terminal as it was found, and what has not been told yet onto it.
  package func leave() {
    tell(history.finish())
    restore()
    tellNotices()
  }

  /// Puts the terminal back.
  func restore() {
    plain.restore()
    guard current != nil else { return }
    giveUp(saying: "")
    end(mayStop: false)
  }

  private static let isBusy = ShellError(.failed, "the terminal is being read already")

  private func prepare() {
    willRead()
    Readline.reader = self
    Readline.prepare(input: streams.input, output: streams.output, terminal: streams.terminal)
  }

  /// Writes to the terminal.
  func write(_ text: String) {
    fputs(text, streams.output)
    fflush(streams.output)
  }

  private func begin(_ prompt: Prompt, _ line: CurrentLine) {
    current = line
    TerminalGuard.arm(input: descriptors.input, output: descriptors.output, marksPaste: true)
    signals.listen()
    // A change of the terminal's size was not heard meanwhile.
    seashell_readline_begin()
    keys.marksPaste = seashell_readline_is_set("enable-bracketed-paste") != 0
    rl_callback_handler_install(text(of: prompt), Readline.takeLine)
  }

  /// Leaves the line.
  ///
  /// - Parameter mayStop: whether a Ctrl-Z that came behind the line's last key stops the process.
  private func end(mayStop: Bool = true) {
    current = nil
    let missed = signals.ignore()
    TerminalGuard.disarm()
    if mayStop, missed.contains(SIGTSTP) { TerminalSignals.stop() }
  }

  /// The prompt as readline wants it: what has no width stands between `\001` and `\002`.
  private func text(of prompt: Prompt) -> String {
    let text = TerminalText.escaped(prompt.text)
    guard hasColors else { return text }
    let color = prompt.isAlarming ? "1;31" : "1"
    return "\u{1}\u{1B}[\(color)m\u{2}\(text)\u{1}\u{1B}[0m\u{2}"
  }

  /// Hands readline what is typed until the line is there.
  private func line() async throws -> String? {
    while true {
      try Task.checkCancellation()
      // The terminal was put back because the process ends.
      guard current != nil else { return nil }
      if feed() { return current?.outcome ?? nil }
      if keys.hasReady {
        await Task.yield()
      } else {
        try await wait()
      }
      heed(signals.take())
    }
  }

  /// Waits for a key or a signal.
  private func wait() async throws {
    // Also where the wait throws: what follows is said on the terminal.
    defer { TerminalGuard.provideStack() }
    try await Readiness.wait(for: [descriptors.input, signals.descriptor].filter { $0 >= 0 })
  }

  /// Hands readline what is there, for some milliseconds at most.
  ///
  /// - Returns: whether the line has ended.
  private func feed() -> Bool {
    let end = MonotonicTime.coarse() + 20_000_000
    while current?.outcome == nil {
      switch keys.pull() {
      case .nothing: return false
      case .key:
        current?.isUnanswered = false
        rl_callback_read_char()
        if current?.isUnanswered == true { seashell_readline_forget_command() }
      case .end:
        giveUp(saying: "")
        return true
      case .tooLong:
        rl_callback_read_char()
        notify("what was pasted is longer than 1 MiB, and is left out")
      }
      guard current?.outcome == nil else { break }
      if seashell_readline_length() > Self.longestLine {
        rl_replace_line("", 1)
        rl_redisplay()
        notify("a line may have 1 MiB; this one was longer, and is left out")
      }
      showNoticesWhereDue()
      if MonotonicTime.coarse() > end { return false }
    }
    return true
  }

  /// Takes a line that is no text, and drops it.
  func refuse() {
    notify("what was typed is not UTF-8, and is left out")
    finish("")
  }

  /// Takes the line from readline, which has put the terminal back.
  func finish(_ line: String?) {
    current?.outcome = .some(line)
    // With the marking of pastes readline ends the line itself.
    if line == nil, !keys.marksPaste { write("\n") }
  }

  /// Ends the line, wherever readline is with it, and puts the terminal back.
  private func giveUp(saying mark: String) {
    guard current?.outcome == nil else { return }
    keys.forget()
    rl_callback_sigcleanup()
    _ = seashell_readline_show_end()
    write(mark + "\n")
    seashell_readline_give_up()
  }

  /// Takes the line from the screen, or leaves it there where the terminal cannot.
  func clearLine() {
    if seashell_readline_can_erase() != 0 {
      rl_clear_visible_line()
    } else {
      write("\n")
    }
  }

  private func tell(_ failure: ShellError?) {
    if let failure { notify(failure.message + (failure.hint.map { "; \($0)" } ?? "")) }
  }
}
