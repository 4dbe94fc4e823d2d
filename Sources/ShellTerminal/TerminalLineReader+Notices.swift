import CoreSystem
import CReadline

/// What is told while a line is typed: whole lines above it, never often enough to disturb.
extension TerminalLineReader {
  /// How long it is from one telling to the next, in nanoseconds: a second.
  private static let pause: Int64 = 1_000_000_000

  /// Tells something above the line that is being read, or before the next one.
  ///
  /// Of many at once the first ten are told, and the number of the others. A call costs no more
  /// than keeping the notice.
  package func notify(_ notice: String) {
    notices.add(notice)
    guard current != nil, notifying == nil else { return }
    showNoticesWhereDue()
  }

  /// Tells what waits, between two lines.
  func tellNotices() {
    guard !isReading, !notices.isEmpty else { return }
    toldAt = MonotonicTime.coarse()
    write(takeNotices().joined(separator: "\n") + "\n")
  }

  /// Tells what waits above the line, unless it is too early or the line is not on the screen.
  func showNoticesWhereDue() {
    guard !notices.isEmpty, notifying == nil, let current, current.outcome == nil,
      seashell_readline_is_searching() == 0
    else { return }
    let wait = toldAt + Self.pause - MonotonicTime.coarse()
    guard toldAt == 0 || wait <= 0 else {
      notifying = Task { [weak self] in
        try? await Task.sleep(for: .nanoseconds(wait))
        self?.notifying = nil
        self?.showNoticesWhereDue()
      }
      return
    }
    toldAt = MonotonicTime.coarse()
    show(takeNotices())
  }

  private func takeNotices() -> [String] {
    notices.take(columns: TerminalControl.size(of: descriptors.output)?.columns)
  }

  /// Writes lines above the one that is being typed.
  private func show(_ lines: [String]) {
    clearLine()
    write(lines.joined(separator: "\n") + "\n")
    rl_on_new_line()
    rl_redisplay()
  }
}
