import ShellCommands
import ShellLanguage

/// The place of the next word among a command's arguments and options.
///
/// It reads the earlier words as binding does, but ignores errors: the user is still typing.
struct ArgumentPlace {
  let binder: ArgumentBinder

  /// The arguments so far.
  private(set) var positionals: [Word] = []

  /// The texts of the options so far, by index in the binder's options.
  private(set) var given: [Int: String] = [:]

  /// The option whose value is the next word; nil if there is none.
  private(set) var awaitedOption: Int?

  /// Whether a word that starts with `-` is an option.
  private(set) var takesOptions = true

  private let scanner: OptionScanner

  /// Reads a command's words.
  init(_ binder: ArgumentBinder, _ words: ArraySlice<Word>) {
    self.binder = binder
    scanner = OptionScanner(binder, words: [], from: 0)
    for word in words { read(word) }
  }

  private mutating func read(_ word: Word) {
    let parsing = binder.specification.optionParsing
    if let option = awaitedOption {
      given[option] = word.text
      awaitedOption = nil
    } else if !takesOptions || !word.looksLikeOption || binder.isNegativeNumber(word.text) {
      positionals.append(word)
      if parsing == .beforeArguments { takesOptions = false }
    } else if word.text == "--" {
      takesOptions = false
    } else if parsing == .knownOnly, !scanner.isKnown(word.text) {
      positionals.append(word)
    } else if word.text.hasPrefix("--") {
      let (name, value) = OptionScanner.parts(of: word.text)
      if let option = scanner.long(name) { give(option, value) }
    } else {
      var letters = word.text.dropFirst()
      while let letter = letters.popFirst() {
        guard let option = scanner.short(String(letter)) else { continue }
        let isFlag = binder.options[option].isFlag
        give(option, isFlag || letters.isEmpty ? nil : OptionScanner.value(attached: letters))
        if !isFlag { return }
      }
    }
  }

  private mutating func give(_ option: Int, _ value: String?) {
    if value == nil, !binder.options[option].isFlag {
      awaitedOption = option
    } else {
      given[option] = value ?? ""
    }
  }

  /// The candidate arguments for the next word, each with the total number of arguments that it
  /// assumes; the largest number comes first.
  var nextArguments: [(argument: ArgumentSpecification, count: Int)] {
    let arguments = binder.specification.arguments
    let index = positionals.count
    var found: [(argument: ArgumentSpecification, count: Int)] = []
    for count in stride(from: max(index + 1, arguments.count), to: index, by: -1) {
      for (number, argument) in arguments.enumerated()
      where binder.share(of: number, among: count).contains(index)
        && !found.contains(where: { $0.argument.name == argument.name })
      {
        found.append((argument, count))
      }
    }
    return found
  }

  /// Returns the values given so far for arguments and options, by name.
  ///
  /// - Parameter count: the total number of arguments; nil if all will be given.
  func values(among count: Int? = nil) -> [String: String] {
    var values: [String: String] = [:]
    for (option, text) in given where !binder.options[option].isFlag {
      values[binder.options[option].name] = text
    }
    let arguments = binder.specification.arguments
    let count = count ?? max(positionals.count, arguments.count)
    for (number, argument) in arguments.enumerated() {
      guard let first = binder.share(of: number, among: count).first, first < positionals.count
      else { continue }
      values[argument.name] = positionals[first].text
    }
    return values
  }

  /// Splits a word that holds an option and its value, `--name=…` or `-n…`: returns the option and
  /// the part before the value, or nil for any other word.
  func option(in text: String) -> (option: OptionSpecification, head: String)? {
    if text.hasPrefix("--") {
      let (name, value) = OptionScanner.parts(of: text)
      guard value != nil, let option = scanner.long(name), !binder.options[option].isFlag else {
        return nil
      }
      return (binder.options[option], "--\(name)=")
    }
    guard let letter = text.dropFirst().first, text.dropFirst(2).first != nil,
      let option = scanner.short(String(letter)), !binder.options[option].isFlag
    else { return nil }
    let sign = text.dropFirst(2).utf8.first == UInt8(ascii: "=") ? "=" : ""
    return (binder.options[option], "-\(letter)\(sign)")
  }

  /// Suggests the options that are not given yet: long names first, then short ones.
  func options(beginningWith prefix: String) -> [Suggestion] {
    let left = binder.options.indices.filter {
      (given[$0] == nil || binder.options[$0].isRepeating)
        && scanner.long(binder.options[$0].name) == $0
    }.map { binder.options[$0] }
    let long = left.map { Suggestion("--\($0.name)", $0.abstract) }
    let short = left.compactMap { option in
      option.short.map { Suggestion("-\($0)", option.abstract) }
    }
    return (long + short).filter { $0.begins(with: prefix) }
  }
}
