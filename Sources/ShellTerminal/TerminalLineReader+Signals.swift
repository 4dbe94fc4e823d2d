import CReadline
import Glibc

/// What happens to a line when the terminal changes, or the process stops and goes on.
extension TerminalLineReader {
  func heed(_ numbers: Set<Int32>) {
    if numbers.contains(SIGTSTP) { suspend() }
    if numbers.contains(SIGCONT) { resume() }
    if numbers.contains(SIGWINCH) { rl_resize_terminal() }
  }

  /// Lets the process be stopped, with the terminal as it was found.
  private func suspend() {
    let point = seashell_readline_show_end()
    seashell_readline_move(point)
    rl_deprep_terminal()
    write("\n")
    rl_on_new_line()
    TerminalSignals.stop()
    resume()
  }

  /// Shows the line anew: what ran meanwhile may have set the terminal otherwise.
  ///
  /// It is called twice where a stop was heard, since going on is heard as well.
  private func resume() {
    rl_deprep_terminal()
    rl_prep_terminal(1)
    rl_reset_screen_size()
    clearLine()
    rl_on_new_line()
    rl_redisplay()
  }
}
