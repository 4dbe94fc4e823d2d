import CoreSystem
package import ShellCommands
import ShellOutput
import CReadline
import Glibc

/// Redraws the line while it is typed: after a notice, a new window size, or a stop.
extension TerminalLineReader {
  /// The minimum time between two displays of notices, in nanoseconds: a second.
  private static let pause: Int64 = 1_000_000_000

  /// Shows a notice above the line that is being read, or before the next one.
  ///
  /// Of many notices at once, it shows the first ten, those that are needed, and the number of the others.
  package func notify(_ notice: String, isNeeded: Bool = false) {
    notices.add(notice, isNeeded: isNeeded)
    guard current != nil, notifying == nil else { return }
    showNoticesIfDue()
  }

  func showNoticesBetweenLines() {
    let lines = takeNoticesBetweenLines()
    if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
  }

  /// Removes and returns the lines of the waiting notices; none while a line is being read.
  package func takeNoticesBetweenLines() -> [String] {
    guard !isReading, !notices.isEmpty else { return [] }
    notifiedAt = MonotonicTime.coarse()
    return takeNotices()
  }

  /// Shows lines above the next question: all of them, whatever their length.
  func introduce(_ lines: [String]) {
    guard !isReading, !lines.isEmpty else { return }
    willRead()
    showNoticesBetweenLines()
    let style = OutputStyle(
      isTerminal: true, columns: TerminalControl.size(of: descriptors.output)?.columns)
    write(lines.flatMap(style.lines).joined(separator: "\n") + "\n")
  }

  /// Shows the waiting notices above the line, unless it is too early or the line is not on the screen.
  func showNoticesIfDue() {
    guard !notices.isEmpty, notifying == nil, let current, current.outcome == nil,
      seashell_readline_is_searching() == 0
    else { return }
    let wait = notifiedAt + Self.pause - MonotonicTime.coarse()
    guard notifiedAt == 0 || wait <= 0 else {
      notifying = Task { [weak self] in
        try? await Task.sleep(for: .nanoseconds(wait))
        self?.notifying = nil
        self?.showNoticesIfDue()
      }
      return
    }
    notifiedAt = MonotonicTime.coarse()
    clearLine()
    write(takeNotices().joined(separator: "\n") + "\n")
    rl_on_new_line()
    seashell_readline_redraw()
  }

  /// Replaces the prompt of the current line, if the line has the old prompt.
  ///
  /// During a search or in an editor, the line keeps its prompt.
  package func replacePrompt(_ old: Prompt, by new: Prompt) {
    guard let current, current.prompt == old, old != new, current.outcome == nil, !isEditing,
      seashell_readline_is_searching() == 0
    else { return }
    self.current?.prompt = new
    clearLine()
    rl_set_prompt(text(of: new))
    rl_on_new_line()
    seashell_readline_redraw()
  }

  private func takeNotices() -> [String] {
    notices.take(columns: TerminalControl.size(of: descriptors.output)?.columns)
  }

  func handle(_ signals: Set<Int32>) {
    if signals.contains(SIGTSTP) { suspend() }
    if signals.contains(SIGCONT) { resume() }
    if signals.contains(SIGWINCH) { seashell_readline_resize() }
  }

  /// Stops the process, with the terminal's original settings.
  private func suspend() {
    let point = seashell_readline_show_end()
    seashell_readline_move(point)
    rl_deprep_terminal()
    write("\n")
    rl_on_new_line()
    TerminalSignals.stop()
    resume()
  }

  /// Sets up the terminal again and redraws the line, since other programs may have changed both.
  ///
  /// After Ctrl-Z it runs twice: when `stop` returns, and for SIGCONT.
  private func resume() {
    rl_deprep_terminal()
    rl_prep_terminal(1)
    rl_reset_screen_size()
    clearLine()
    rl_on_new_line()
    seashell_readline_redraw()
  }

  /// Erases the line from the screen, or starts a new one if the terminal cannot erase.
  func clearLine() {
    if seashell_readline_can_erase() != 0 {
      rl_clear_visible_line()
    } else {
      write("\n")
    }
  }

  /// The prompt in readline's form: sequences without width are enclosed in `\001` and `\002`.
  func text(of prompt: Prompt) -> String {
    let text = TerminalText.escaped(prompt.text)
    let start = colors()?.start(of: prompt.isAlarming ? .production : .prompt) ?? ""
    return start.isEmpty ? text : "\u{1}\(start)\u{2}\(text)\u{1}\(Palette.end)\u{2}"
  }
}
