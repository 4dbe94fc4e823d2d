package import ShellOutput
package import ShellLanguage

/// Separates the options in a command's words from its arguments.
///
/// The only reader of options: binding and forms use a strict scan, completion a lenient one.
package struct OptionScanner {
  private let binder: ArgumentBinder
  private let words: [Word]
  private let isStrict: Bool
  private var index: Int
  private(set) var values: [Value?]

  struct Value: Sendable {
    var given: GivenText
    var word: Int
    var others: [Value] = []

    var text: String { given.text }
  }

  /// The first error; nil in a lenient scan.
  package private(set) var error: ShellError?

  /// The indexes of the words that are arguments.
  package private(set) var positionals: [Int] = []

  /// The index of the option whose value is the next word.
  package private(set) var awaitedOption: Int?

  /// Whether the next word can be an option.
  package private(set) var takesOptions = true

  /// Reads words.
  ///
  /// - Parameters:
  ///   - words: the command's words.
  ///   - start: the index of the first word after the command's path.
  ///   - isStrict: whether to stop at the first error or at `--help`. A lenient scan reads all words and
  ///     skips errors, since the user is still typing.
  package init(_ binder: ArgumentBinder, words: [Word], from start: Int, isStrict: Bool) {
    self.binder = binder
    self.words = words
    self.isStrict = isStrict
    index = start
    values = Array(repeating: nil, count: binder.options.count)
    while index < words.count, !isDone {
      read(words[index])
      index += 1
    }
    if let awaitedOption, !isDone {
      index -= 1
      let option = binder.options[awaitedOption]
      fail { $0.error("--\(option.name) needs a value: \(option.usage)", at: $1) }
    }
    if let option = binder.wordsIndex, let first = positionals.first, !isDone {
      index = first
      let name = binder.options[option].name
      if values[option] != nil {
        fail { $0.error("give the words or --\(name), not both", at: $1) }
      }
      set(option, to: joined(positionals))
      positionals = []
    }
  }

  /// The text last given for an option, by the option's index.
  package func text(ofOption option: Int) -> String? {
    values[option].map { $0.others.last?.text ?? $0.text }
  }

  /// The last text given for the option with a name, if it was given.
  package func text(ofOptionNamed name: String) -> String? {
    binder.option(named: name).flatMap { text(ofOption: $0) }
  }

  /// The index of the word that gave an option, if it was given.
  package func word(ofOption name: String) -> Int? {
    binder.option(named: name).flatMap { values[$0]?.word }
  }

  /// The arguments whose values come from options.
  package var givenArguments: [Int] {
    binder.argumentOptions.filter { values[$0.option] != nil }.map { $0.argument }
  }

  /// Words with blanks between them.
  private func joined(_ indexes: [Int]) -> GivenText {
    var text = ""
    var parts: [Range<Int>] = []
    for index in indexes {
      if index != indexes.first { text += " " }
      parts += words[index].data.shifted(by: text.utf8.count).ranges
      text += words[index].text
    }
    return GivenText(text, data: DataParts(parts))
  }

  private var isDone: Bool {
    isStrict && (error != nil || values[binder.helpIndex] != nil)
  }

  private mutating func fail(_ error: (ArgumentBinder, _ word: Int) -> ShellError) {
    if isStrict, self.error == nil { self.error = error(binder, index) }
  }

  private mutating func read(_ word: Word) {
    let parsing = binder.specification.optionParsing
    if let option = awaitedOption {
      awaitedOption = nil
      set(option, to: GivenText(word))
    } else if takesOptions, binder.assigns(word) {
      readLong(word, dashes: 0)
    } else if !takesOptions || !word.looksLikeOption || binder.isNegativeNumber(word.text) {
      positionals.append(index)
      if parsing == .beforeArguments { takesOptions = false }
    } else if word.text == "--", parsing != .knownOnly || !word.isQuotedInSource {
      takesOptions = false
    } else if parsing == .knownOnly, !isKnown(word) {
      positionals.append(index)
    } else if word.text.hasPrefix("--") {
      readLong(word, dashes: 2)
    } else {
      readShort(word)
    }
  }

  /// Whether a whole word is one of the command's options; false for `-ab`, and for a quoted word without a
  /// value.
  private func isKnown(_ word: Word) -> Bool {
    let text = word.text
    if word.isQuotedInSource, !text.utf8.contains(UInt8(ascii: "=")) { return false }
    if text.hasPrefix("--") { return binder.option(named: Self.parts(of: text).name) != nil }
    let letters = text.dropFirst()
    return letters.count == 1 && binder.option(letter: String(letters)) != nil
  }

  /// Reads `--name`, `--name value` or `--name=value`; without dashes `name=value`.
  private mutating func readLong(_ word: Word, dashes: Int) {
    let (name, value) = Self.parts(of: dashes == 0 ? "--" + word.text : word.text)
    guard let option = binder.option(named: name) else {
      return failUnknown("--" + name, meaning: name)
    }
    if binder.options[option].isFlag {
      if value != nil { fail { $0.error("--\(name) takes no value", at: $1) } }
      set(option, to: GivenText(""))
    } else if value != nil {
      set(option, to: GivenText(word, from: dashes + name.utf8.count + 1))
    } else {
      awaitedOption = option
    }
  }

  /// Reads `-n`, `-n value`, `-nvalue`, `-n=value` and several flags in one word, `-ab`.
  private mutating func readShort(_ word: Word) {
    let text = word.text
    var letters = text.dropFirst()
    while let letter = letters.popFirst() {
      let end = text.utf8.count - letters.utf8.count
      let written = text.utf8.prefix(end - letter.utf8.count)
      guard !word.data.overlap(written.count..<end) else {
        return fail { $0.error("'\(Substring(written))' takes no value", at: $1) }
      }
      guard let option = binder.option(letter: String(letter)) else {
        failUnknown(letter, in: text)
        if isStrict { return }
        continue
      }
      if binder.options[option].isFlag {
        set(option, to: GivenText(""))
      } else if letters.isEmpty {
        awaitedOption = option
      } else {
        let sign = letters.utf8.first == UInt8(ascii: "=") ? 1 : 0
        return set(option, to: GivenText(word, from: end + sign))
      }
    }
  }

  private mutating func set(_ option: Int, to text: GivenText) {
    let value = Value(given: text, word: index)
    if values[option] == nil {
      values[option] = value
    } else if binder.options[option].isRepeating {
      values[option]?.others.append(value)
    } else {
      fail { $0.error("--\($0.options[option].name) is given twice", at: $1) }
      values[option] = value
    }
  }

  /// Splits `--name=value`, by bytes, since a letter can combine with the `=`.
  package static func parts(of text: String) -> (name: String, value: String?) {
    let body = text.utf8.dropFirst(2)
    guard let equals = body.firstIndex(of: UInt8(ascii: "=")) else {
      return (String(Substring(body)), nil)
    }
    return (
      String(Substring(body[..<equals])), String(Substring(body[equals...].dropFirst()))
    )
  }

  /// The value in `-nvalue` or `-n=value`, given what follows the letter.
  package static func value(attached text: Substring) -> String {
    text.utf8.first == UInt8(ascii: "=") ? String(Substring(text.utf8.dropFirst())) : String(text)
  }
}

extension OptionScanner {
  private mutating func failUnknown(_ option: String, meaning name: String) {
    guard isStrict else { return }
    let error = misplaced(option) ?? unknown(option, meaning: name)
    fail { _, _ in error }
  }

  /// Reports a letter that is not an option, or a long option written with one dash.
  private mutating func failUnknown(_ letter: Character, in text: String) {
    let name = Self.parts(of: "-" + text).name
    let isLong =
      name.utf8.count > 2
      && Spelling.nearest(to: name, among: binder.options.map(\.name)) != nil
    guard isStrict, isLong else {
      return failUnknown("-\(letter)", meaning: String(text.dropFirst()))
    }
    let error = unknown("-" + name, meaning: name)
    fail { _, _ in error }
  }

  /// Whether an unknown option is only a name, without an attached value that could be secret.
  ///
  /// - Parameter isLike: whether it is like the name of an option, and so no secret, if it has capitals or digits.
  private static func isMereName(_ option: String, isLike: Bool) -> Bool {
    option.utf8.count <= 20
      && option.utf8.allSatisfy { byte in
        byte &- UInt8(ascii: "a") < 26 || "-._".utf8.contains(byte)
          || isLike && ByteClass.continuesName(byte)
      }
  }

  private func unknown(_ option: String, meaning name: String) -> ShellError {
    let nearest = Spelling.nearest(to: name, among: binder.options.map(\.name))
    let isShown =
      !binder.specification.hasSecretWords && Self.isMereName(option, isLike: nearest != nil)
    let shown = (isShown ? "'\(option)'" : binder.quoted(option)).map { "no option \($0)" }
    return binder.error(
      "\(binder.path) has \(shown ?? "no such option")",
      hint: nearest.map { "did you mean --\($0)?" }, at: index)
  }

  /// The error for an option of the program itself: on a command line it comes before the command, and in a
  /// statement a setting or a command does the same.
  private func misplaced(_ option: String) -> ShellError? {
    let meant = OptionSpecification.ofProgram.first {
      option == "--\($0.name)" || $0.short.map { option == "-\($0)" } ?? false
    }
    guard let meant, let program = binder.program else { return nil }
    var value = meant.valueName.map { " \($0)" } ?? ""
    if !meant.isFlag, !binder.specification.hasSecrets, index + 1 < words.count {
      value = " \(words[index + 1].text)"
    }
    // Only words of a statement have a place in a source.
    let isStatement = words[index].end > 0
    let hint =
      if !isStatement {
        "put it before the command: \(program) \(option)\(value) \(binder.path)"
      } else if let statement = meant.statement {
        "write '\(statement)\(value)' before the command"
      } else {
        "give it when \(program) starts"
      }
    return binder.error("'\(option)' is an option of \(program)", hint: hint, at: index)
  }
}
