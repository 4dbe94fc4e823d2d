import CReadline
import CoreSystem
import Glibc

@MainActor
protocol ReadlineDelegate: AnyObject {
  var keys: KeyInput { get }

  /// Handles the end of the line. The text is nil at the end of input.
  func finish(_ line: String?)

  func finishInvalidLine()

  /// Finds the word at the cursor; returns the characters that separate words, in memory that stays
  /// valid.
  func findWord() -> UnsafeMutablePointer<CChar>?

  /// Returns the candidates for the word, in memory that readline frees.
  func matches(from start: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  func showCandidates()

  func openEditor()

  func drawLine()

  /// Inserts the suggestion, or its next word; returns false if there is none.
  func takeSuggestion(word: Bool) -> Bool
}

/// The readline library, which has one state for the whole process and reads one line at a time.
@MainActor
enum Readline {
  static weak var delegate: (any ReadlineDelegate)?

  private static var isConfigured = false

  /// Initializes readline at the first call.
  ///
  /// `program` is for the conditions of an inputrc: `$if orders`. Without `terminal`, `$TERM`
  /// counts.
  static func prepare(
    program: String, input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>,
    terminal: String?
  ) {
    seashell_readline_streams(input, output)
    // Readline would learn less of the terminal if it did not draw itself.
    seashell_readline_draw_by(nil)
    guard !isConfigured else {
      if let terminal { rl_reset_terminal(terminal) }
      return
    }
    isConfigured = true
    chooseLocale()
    // Readline keeps the pointer.
    seashell_readline_configure(strdup(program))
    seashell_readline_hooks(
      nextByte, hasByte, wordBreaks, completions,
      { _, _, _ in MainActor.assumeIsolated { Readline.delegate?.showCandidates() } })
    seashell_readline_name_editor(openEditor)
    seashell_readline_bind_enter()
    rl_initialize()
    seashell_readline_bind_editor(openEditor)
    bindSuggestions()
    if let terminal { rl_reset_terminal(terminal) }
    using_history()
  }

  /// Has the keys that move to the right take a suggestion where the line ends.
  private static func bindSuggestions() {
    for keys in ["\\e[1;5C", "\\e[1;3C"] { rl_bind_keyseq_if_unbound(keys, rl_forward_word) }
    for map in [seashell_readline_emacs_map(), seashell_readline_vi_map()] {
      seashell_readline_replace(map, rl_forward_char) {
        Readline.takesSuggestion($0) ? 0 : rl_forward_char($0, $1)
      }
      seashell_readline_replace(map, rl_forward_byte) {
        Readline.takesSuggestion($0) ? 0 : rl_forward_byte($0, $1)
      }
      seashell_readline_replace(map, rl_end_of_line) {
        Readline.takesSuggestion($0) ? 0 : rl_end_of_line($0, $1)
      }
      seashell_readline_replace(map, rl_forward_word) {
        Readline.takesSuggestion($0, word: true) ? 0 : rl_forward_word($0, $1)
      }
    }
  }

  private nonisolated static func takesSuggestion(_ count: Int32, word: Bool = false) -> Bool {
    count == 1
      && MainActor.assumeIsolated { Readline.delegate?.takeSuggestion(word: word) == true }
  }

  /// Draws the line in readline's place.
  static let draw: @convention(c) () -> Void = {
    MainActor.assumeIsolated { Readline.delegate?.drawLine() }
  }

  /// Makes readline treat input as UTF-8; it reads the locale variables for every line.
  private static func chooseLocale() {
    setlocale(LC_ALL, "")
    // Numbers are always formatted in the C locale.
    setlocale(LC_NUMERIC, "C")
    guard seashell_locale_is_utf8() == 0 else { return }
    let all = getenv("LC_ALL").map { $0.pointee != 0 } ?? false
    setenv(all ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// The handler of finished lines; nil at the end of the input.
  static let takeLine: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void = { line in
    let text = line.map { String(validatingCString: $0) }
    free(line)
    MainActor.assumeIsolated {
      seashell_readline_stop()
      switch text {
      case .some(.none): Readline.delegate?.finishInvalidLine()
      case .some(let text?): Readline.delegate?.finish(text)
      case .none: Readline.delegate?.finish(nil)
      }
    }
  }

  private static let openEditor: @convention(c) (Int32, Int32) -> Int32 = { _, _ in
    MainActor.assumeIsolated { Readline.delegate?.openEditor() }
    return 0
  }

  private static let nextByte: @convention(c) (UnsafeMutablePointer<FILE>?) -> Int32 = { _ in
    MainActor.assumeIsolated { Readline.delegate?.keys.next() ?? -1 }
  }

  private static let hasByte: @convention(c) () -> Int32 = {
    MainActor.assumeIsolated { Readline.delegate?.keys.hasNext() ?? false } ? 1 : 0
  }

  private static let wordBreaks: @convention(c) () -> UnsafeMutablePointer<CChar>? = {
    UnsafeMutablePointer(
      bitPattern: MainActor.assumeIsolated { UInt(bitPattern: Readline.delegate?.findWord()) })
  }

  private static let completions:
    @convention(c) (UnsafePointer<CChar>?, Int32, Int32) ->
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = { _, start, _ in
        UnsafeMutablePointer(
          bitPattern: MainActor.assumeIsolated {
            UInt(bitPattern: Readline.delegate?.matches(from: Int(start)))
          })
      }

  static var line: [UInt8] {
    guard let line = seashell_readline_line() else { return [] }
    return UnsafeBufferPointer(start: line, count: Int(seashell_readline_length())).map {
      UInt8(bitPattern: $0)
    }
  }

  /// Executes a line of `inputrc`; readline modifies the line.
  static func bind(_ line: inout [CChar]) {
    line.withUnsafeMutableBufferPointer { _ = rl_parse_and_bind($0.baseAddress) }
  }
}

/// The readline library used by the prompt.
package enum ReadlineVersion {
  /// Its version: `8.2`.
  package static var current: String { String(cString: seashell_readline_version()) }
}
