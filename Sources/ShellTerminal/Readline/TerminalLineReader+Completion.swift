import ShellCommands
import CReadline
import Glibc

extension TerminalLineReader {
  /// How far before the cursor a word may begin, in bytes: readline searches in quadratic time.
  private static let longestWord = 4096

  func findWord() -> UnsafeMutablePointer<CChar>? {
    let breaks = Self.wordBreaks
    breaks[0] = 0
    current?.completion = nil
    guard let completer = current?.completer else { return breaks }
    let point = Int(seashell_readline_point())
    let line = Readline.line
    guard point <= line.count, let text = String(validating: line, as: UTF8.self) else {
      return breaks
    }
    let set = CandidateSet(
      completer.completion(of: text, at: point), of: Array(line.prefix(point)))
    current?.isUnanswered = set == nil
    if let separator = set?.separator { breaks[0] = CChar(bitPattern: separator) }
    let start = breaks[0] == 0 ? 0 : set?.completion.start ?? point
    if point - start <= Self.longestWord {
      current?.completion = set
    } else {
      // Complete nothing, and let readline's search end at once.
      breaks[0] = line.prefix(point).last.map { CChar(bitPattern: $0) } ?? 0
    }
    return breaks
  }

  private static let wordBreaks: UnsafeMutablePointer<CChar> = {
    let breaks = UnsafeMutablePointer<CChar>.allocate(capacity: 2)
    breaks.initialize(repeating: 0, count: 2)
    return breaks
  }()

  func matches(from start: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    // At the start of the line, readline has not called the hook that finds the word.
    if seashell_readline_point() == 0 { _ = findWord() }
    let listsOnly = seashell_readline_lists_only() != 0
    let candidates = current?.completion?.completion.candidates ?? []
    seashell_readline_ends_word(candidates.count == 1 && candidates[0].endsWord ? 1 : 0)
    guard let texts = current?.completion?.matches(from: start, listsOnly: listsOnly),
      let memory = calloc(texts.count + 1, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)
    else { return nil }
    let matches = memory.bindMemory(
      to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      matches[index] = strdup(String(decoding: text, as: UTF8.self))
    }
    return matches
  }

  /// Completes again if candidates have arrived: in the open menu, or if the last key was a Tab without candidates.
  package func completeAgain() {
    guard let current, current.outcome == nil else { return }
    if current.menu != nil { return updateMenu() }
    guard current.isUnanswered,
      seashell_readline_is_searching() == 0, let completer = current.completer,
      let text = String(validating: Readline.line, as: UTF8.self)
    else { return }
    let point = Int(seashell_readline_point())
    guard !completer.completion(of: text, at: point).candidates.isEmpty else { return }
    seashell_readline_complete_again()
  }

  func showCandidates() {
    guard let set = current?.completion, !openMenu(set) else { return }
    let candidates = set.completion.candidates
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    let lines = CandidateList.lines(
      of: candidates, columns: Int(columns), colors: colors())
    let point = seashell_readline_show_end()
    write("\n" + lines.joined(separator: "\n") + "\n")
    seashell_readline_move(point)
    rl_on_new_line()
    seashell_readline_redraw()
  }
}
