import ShellCommands
import ShellLanguage

/// The place of the next word among a command's arguments and options.
struct ArgumentPlace {
  private let binder: ArgumentBinder
  private let scanner: OptionScanner

  /// The words that are arguments.
  let positionals: [Word]

  /// Reads a command's words, without those of its path.
  init(_ binder: ArgumentBinder, _ words: ArraySlice<Word>) {
    self.binder = binder
    let words = Array(words)
    scanner = OptionScanner(binder, words: words, from: 0, isStrict: false)
    positionals = scanner.positionals.map { words[$0] }
  }

  /// The option whose value comes next.
  var awaitedOption: Int? { scanner.awaitedOption }

  /// Whether a word that begins with `-` is an option.
  var takesOptions: Bool { scanner.takesOptions }

  /// The candidate arguments for the next word, each with the total number of arguments that it
  /// assumes; the largest number comes first.
  var nextArguments: [(argument: ArgumentSpecification, count: Int)] {
    let arguments = binder.specification.arguments
    let index = positionals.count
    var found: [(argument: ArgumentSpecification, count: Int)] = []
    for count in stride(from: max(index + 1, arguments.count), to: index, by: -1) {
      for (number, argument) in arguments.enumerated()
      where binder.positions(of: number, among: count, without: scanner.givenArguments)
        .contains(index)
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
    for (index, option) in binder.options.enumerated() where !option.isFlag {
      if let text = scanner.text(ofOption: index) { values[option.name] = text }
    }
    let arguments = binder.specification.arguments
    let count = count ?? max(positionals.count, arguments.count)
    for (number, argument) in arguments.enumerated() {
      let positions = binder.positions(of: number, among: count, without: scanner.givenArguments)
      guard let first = positions.first, first < positionals.count else { continue }
      values[argument.name] = positionals[first].text
    }
    return values
  }

  /// Splits a word that holds an option and its value, `--name=…` or `-n…`: returns the option and
  /// the part before the value, or nil for any other word.
  ///
  /// A command that reads unknown options as arguments takes no `-n…`.
  func option(in text: String) -> (option: OptionSpecification, head: String)? {
    if text.hasPrefix("--") {
      let (name, value) = OptionScanner.parts(of: text)
      guard value != nil, let option = binder.option(named: name), !binder.options[option].isFlag
      else {
        return nil
      }
      return (binder.options[option], "--\(name)=")
    }
    guard binder.specification.optionParsing != .knownOnly,
      let letter = text.dropFirst().first, text.dropFirst(2).first != nil,
      let option = binder.option(letter: String(letter)), !binder.options[option].isFlag
    else { return nil }
    let sign = text.dropFirst(2).utf8.first == UInt8(ascii: "=") ? "=" : ""
    return (binder.options[option], "-\(letter)\(sign)")
  }

  /// Suggests the options that are not given yet: long names first, then short ones.
  func options(beginningWith prefix: String) -> [Suggestion] {
    let left = binder.options.indices.filter {
      (scanner.text(ofOption: $0) == nil || binder.options[$0].isRepeating)
        && binder.option(named: binder.options[$0].name) == $0
    }.map { binder.options[$0] }
    let long = left.map { Suggestion("--\($0.name)", $0.abstract) }
    let short = left.compactMap { option in
      option.short.map { Suggestion("-\($0)", option.abstract) }
    }
    return (long + short).filter { $0.begins(with: prefix) }
  }
}
