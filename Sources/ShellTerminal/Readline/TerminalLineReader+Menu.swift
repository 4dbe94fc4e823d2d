import CReadline
import ShellCommands

/// The menu of candidates that Tab opens.
extension TerminalLineReader {
  /// Opens the menu; returns false if there is no room for it, or readline draws the line.
  func openMenu(_ set: CandidateSet) -> Bool {
    guard current?.palette != nil, seashell_readline_is_searching() == 0 else { return false }
    let start = set.completion.start
    let word = Readline.line.prefix(Int(seashell_readline_point())).dropFirst(start)
    current?.menu = CandidateMenu(
      set.completion, original: Array(set.typed[start...]), typed: Array(word))
    seashell_readline_redraw()
    if current?.menu == nil { return false }
    seashell_readline_forget_command()
    return true
  }

  /// Passes a byte to the menu; it closes at a key that is not its own, which readline then reads.
  func feedMenu() {
    let byte = keys.next()
    guard byte >= 0, var menu = current?.menu else { return }
    let result = menu.read(UInt8(byte), isLast: !keys.hasNext())
    let before = menu.word.utf8.count
    current?.menu = menu
    switch result {
    case .success(nil): return
    case .success(let key?): handle(key, menu, before)
    case .failure(let other):
      current?.menu = nil
      seashell_readline_redraw()
      keys.putBack(other.bytes)
    }
  }

  private func handle(_ key: CandidateMenu.Key, _ before: CandidateMenu, _ length: Int) {
    var menu = before
    switch key {
    case .next where menu.isDecided: return takeOnly(menu, length)
    case .accept where menu.canTakeOnly: return takeOnly(menu, length)
    case .next: menu.move(by: 1)
    case .previous: menu.move(by: -1)
    case .nextPage: menu.move(by: max(menu.page, 2))
    case .previousPage: menu.move(by: -max(menu.page, 2))
    case .accept:
      current?.menu = nil
      guard let selected = menu.selected else { return keys.putBack([UInt8(ascii: "\r")]) }
      if menu.completion.candidates[selected].endsWord { seashell_readline_insert(" ", 0) }
      return seashell_readline_redraw()
    case .leave:
      current?.menu = nil
      return replaceWord(length, by: String(decoding: menu.original, as: UTF8.self))
    case .text(let text): return filter(menu.typed + text.utf8, instead: length)
    case .delete:
      guard menu.typed.count > menu.original.count,
        let shorter = String(validating: menu.typed, as: UTF8.self)?.dropLast()
      else {
        current?.menu = nil
        replaceWord(length, by: String(decoding: menu.typed, as: UTF8.self))
        return keys.putBack([0x7F])
      }
      return filter(Array(shorter.utf8), instead: length)
    }
    current?.menu = menu
    replaceWord(length, by: menu.word)
  }

  /// Takes the only candidate.
  private func takeOnly(_ menu: CandidateMenu, _ length: Int) {
    current?.menu = nil
    let candidate = menu.completion.candidates[0]
    seashell_readline_insert(candidate.replacement, Int32(length))
    if candidate.endsWord { seashell_readline_insert(" ", 0) }
    seashell_readline_redraw()
  }

  /// Shows the candidates of a word that was typed on.
  ///
  /// If there are none, the beginning that Tab inserted is left out: `p-mug` becomes `mug`, a word of a
  /// description. The menu stays open without candidates while a service searches for the word.
  private func filter(_ typed: [UInt8], instead length: Int) {
    guard let menu = current?.menu else { return }
    var word = typed
    var found = completion(of: typed, instead: length)
    if found?.candidates.isEmpty ?? true {
      let own = menu.withoutInserted(typed)
      if own != typed, let other = completion(of: own, instead: length) {
        (found, word) = (other, own)
      }
    }
    // One redisplay is enough.
    seashell_readline_insert(String(decoding: word, as: UTF8.self), Int32(length))
    if let found { current?.menu?.show(found, for: word) } else { current?.menu = nil }
    seashell_readline_redraw()
  }

  /// Adds candidates that have arrived to the open menu, unless one is chosen.
  func updateMenu() {
    guard let menu = current?.menu, menu.selected == nil,
      let found = completion(of: menu.typed, instead: menu.typed.count), found != menu.completion
    else { return }
    current?.menu?.show(found, for: menu.typed)
    seashell_readline_redraw()
  }

  /// Completes another word in place of the bytes before the cursor; returns nil if there are no candidates, and none
  /// may come.
  private func completion(of word: [UInt8], instead length: Int) -> Completion? {
    guard let current, let menu = current.menu, let completer = current.completer else {
      return nil
    }
    var line = Readline.line
    let start = Int(seashell_readline_point()) - length
    guard start >= 0 else { return nil }
    line.replaceSubrange(start..<start + length, with: word)
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    let found = completer.completion(of: text, at: start + word.count)
    let mayCome = !found.candidates.isEmpty || found.isSearched
    return found.start == menu.completion.start && mayCome ? found : nil
  }

  private func replaceWord(_ length: Int, by text: String) {
    seashell_readline_insert(text, Int32(length))
    seashell_readline_redraw()
  }
}
