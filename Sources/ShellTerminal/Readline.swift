import CReadline
import Glibc

/// What the process has of readline: one line at a time, whoever reads it.
@MainActor
enum Readline {
  /// Who reads a line now; readline's hooks ask it.
  static weak var reader: TerminalLineReader?

  private static var isConfigured = false

  /// Prepares readline, once, for streams and a kind of terminal.
  ///
  /// - Parameter terminal: the kind; nil for `$TERM`.
  static func prepare(
    input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>, terminal: String?
  ) {
    seashell_readline_streams(input, output)
    guard !isConfigured else {
      if let terminal { rl_reset_terminal(terminal) }
      return
    }
    isConfigured = true
    chooseLocale()
    // Readline keeps the pointer.
    seashell_readline_configure(strdup("seashell"))
    seashell_readline_hooks(
      nextByte, hasByte, wordBreaks, completions,
      { _, _, _ in MainActor.assumeIsolated { Readline.reader?.showCandidates() } })
    rl_initialize()
    if let terminal { rl_reset_terminal(terminal) }
    using_history()
  }

  /// What is typed is UTF-8, whatever the environment says; readline looks at the variables itself,
  /// at every line.
  private static func chooseLocale() {
    setlocale(LC_ALL, "")
    // Numbers are never written for a country.
    setlocale(LC_NUMERIC, "C")
    guard seashell_locale_is_utf8() == 0 else { return }
    let all = getenv("LC_ALL").map { $0.pointee != 0 } ?? false
    setenv(all ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// Takes a line that readline has finished; nil at the end of the input.
  static let takeLine: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void = { line in
    let text = line.map { String(validatingCString: $0) }
    free(line)
    MainActor.assumeIsolated {
      seashell_readline_stop()
      switch text {
      case .some(.none): Readline.reader?.refuse()
      case .some(let text?): Readline.reader?.finish(text)
      case .none: Readline.reader?.finish(nil)
      }
    }
  }

  private static let nextByte: @convention(c) (UnsafeMutablePointer<FILE>?) -> Int32 = { _ in
    MainActor.assumeIsolated { Readline.reader?.keys.next() ?? -1 }
  }

  private static let hasByte: @convention(c) () -> Int32 = {
    MainActor.assumeIsolated { Readline.reader?.keys.hasNext() ?? false } ? 1 : 0
  }

  private static let wordBreaks: @convention(c) () -> UnsafeMutablePointer<CChar>? = {
    UnsafeMutablePointer(
      bitPattern: MainActor.assumeIsolated { UInt(bitPattern: Readline.reader?.findWord()) })
  }

  private static let completions:
    @convention(c) (UnsafePointer<CChar>?, Int32, Int32) ->
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = { _, start, _ in
        UnsafeMutablePointer(
          bitPattern: MainActor.assumeIsolated {
            UInt(bitPattern: Readline.reader?.matches(from: Int(start)))
          })
      }

  /// The line as typed so far.
  static var line: [UInt8] {
    guard let line = seashell_readline_line() else { return [] }
    return UnsafeBufferPointer(start: line, count: Int(seashell_readline_length())).map {
      UInt8(bitPattern: $0)
    }
  }

  /// Binds a key, or sets a variable, as a line of `inputrc` does; readline writes into the line.
  static func bind(_ line: inout [CChar]) {
    line.withUnsafeMutableBufferPointer { _ = rl_parse_and_bind($0.baseAddress) }
  }
}
