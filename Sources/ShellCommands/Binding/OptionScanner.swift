import ShellOutput
package import ShellLanguage

/// Tells the options among a command's words from its arguments.
package struct OptionScanner {
  private let binder: ArgumentBinder
  private let words: [Word]
  private var index: Int
  private var positionals: [Int] = []
  private var values: [BoundArguments.OptionValue?]

  package init(_ binder: ArgumentBinder, words: [Word], from start: Int) {
    self.binder = binder
    self.words = words
    index = start
    values = Array(repeating: nil, count: binder.options.count)
  }

  /// Reads the words up to the end, or up to the wish for help.
  mutating func scan(into bound: inout BoundArguments) throws(ShellError) {
    let parsing = binder.specification.optionParsing
    scan: while index < words.count {
      let word = words[index]
      if !word.looksLikeOption || binder.isNegativeNumber(word.text) {
        if parsing == .beforeArguments { break scan }
        positionals.append(index)
      } else if word.text == "--" {
        index += 1
        break scan
      } else if parsing == .knownOnly, !isKnown(word.text) {
        positionals.append(index)
      } else if word.text.hasPrefix("--") {
        try readLong(word.text)
      } else {
        try readShort(word.text)
      }
      index += 1
      if values[binder.helpSlot] != nil { break scan }
    }
    positionals.append(contentsOf: index..<words.count)
    bound.take(positionals: positionals, options: values)
  }

  /// Whether a word is an option of the command's as it stands, short ones not run together.
  package func isKnown(_ text: String) -> Bool {
    if text.hasPrefix("--") { return long(Self.parts(of: text).name) != nil }
    let letters = text.dropFirst()
    return letters.count == 1 && short(String(letters)) != nil
  }

  /// Reads `--name`, `--name value` or `--name=value`.
  private mutating func readLong(_ text: String) throws(ShellError) {
    let (name, value) = Self.parts(of: text)
    guard let slot = long(name) else { throw unknown("--" + name, meaning: name) }
    if binder.options[slot].isFlag {
      guard value == nil else { throw binder.error("--\(name) takes no value", at: index) }
      try set(slot, to: "")
    } else if let value {
      try set(slot, to: value)
    } else {
      try set(slot, to: try nextWord(for: slot))
    }
  }

  /// Reads `-n`, `-n value`, `-nvalue`, `-n=value`, and flags run together.
  private mutating func readShort(_ text: String) throws(ShellError) {
    var letters = text.dropFirst()
    while let letter = letters.popFirst() {
      guard let slot = short(String(letter)) else {
        throw unknown("-\(letter)", meaning: String(text.dropFirst()))
      }
      if binder.options[slot].isFlag {
        try set(slot, to: "")
      } else {
        try set(
          slot, to: try letters.isEmpty ? nextWord(for: slot) : Self.value(attached: letters))
        return
      }
    }
  }

  private mutating func nextWord(for slot: Int) throws(ShellError) -> String {
    guard index + 1 < words.count else {
      let option = binder.options[slot]
      throw binder.error("--\(option.name) needs a value: \(option.usage)", at: index)
    }
    index += 1
    return words[index].text
  }

  private mutating func set(_ slot: Int, to text: String) throws(ShellError) {
    guard values[slot] == nil else {
      if binder.options[slot].isRepeating {
        values[slot]?.others.append(BoundArguments.OptionValue(text: text, word: index))
        return
      }
      throw binder.error("--\(binder.options[slot].name) is given twice", at: index)
    }
    values[slot] = BoundArguments.OptionValue(text: text, word: index)
  }

  /// The name after `--`, and the value after a `=`; cut by bytes, for a letter may combine with `=`.
  package static func parts(of text: String) -> (name: String, value: String?) {
    let body = text.utf8.dropFirst(2)
    guard let equals = body.firstIndex(of: UInt8(ascii: "=")) else {
      return (String(Substring(body)), nil)
    }
    return (
      String(Substring(body[..<equals])), String(Substring(body[equals...].dropFirst()))
    )
  }

  /// The value that is attached to a short option's letter, with or without a `=` between them.
  package static func value(attached text: Substring) -> String {
    text.utf8.first == UInt8(ascii: "=") ? String(Substring(text.utf8.dropFirst())) : String(text)
  }

  /// The options of every command come last and win.
  package func long(_ name: String) -> Int? {
    binder.options.lastIndex { $0.name == name }
  }

  package func short(_ letter: String) -> Int? {
    binder.options.lastIndex { $0.short == letter }
  }

  /// Whether an unknown option is no more than a name: nothing that it was to be given is attached.
  private static func isMereName(_ option: String) -> Bool {
    option.utf8.count <= 20
      && option.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "-") }
  }

  private func unknown(_ option: String, meaning name: String) -> ShellError {
    if let error = misplaced(option) { return error }
    let nearest = Spelling.nearest(to: name, among: binder.options.map(\.name))
    let isShown = !binder.specification.hasSecretWords && Self.isMereName(option)
    let shown = (isShown ? "'\(option)'" : binder.quoted(option)).map { "no option \($0)" }
    return binder.error(
      "\(binder.path) has \(shown ?? "no such option")",
      hint: nearest.map { "did you mean --\($0)?" }, at: index)
  }
}

extension OptionScanner {
  /// The error for an option of the program's own, which stands before the command.
  private func misplaced(_ option: String) -> ShellError? {
    let meant = OptionSpecification.ofProgram.first {
      option == "--\($0.name)" || $0.short.map { option == "-\($0)" } ?? false
    }
    guard let meant, binder.path != "seashell" else { return nil }
    var value = meant.valueName.map { " \($0)" } ?? ""
    if !meant.isFlag, !binder.specification.hasSecrets, index + 1 < words.count {
      value = " \(words[index + 1].text)"
    }
    return binder.error(
      "'\(option)' is an option of seashell",
      hint: "put it before the command: seashell \(option)\(value) \(binder.path)", at: index)
  }
}

extension Word {
  /// Whether the word begins with a dash and may be an option.
  @inline(__always)
  package var looksLikeOption: Bool {
    guard mayBeOption, case .literal(let text) = content else { return false }
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "-") && bytes.count > 1
  }
}
