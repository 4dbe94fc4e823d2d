package import ShellOutput
package import ShellLanguage

/// Binds a command's words to its specification: which word is which argument, which option.
///
/// Made once for a command, and used for every line that runs it.
package final class ArgumentBinder: Sendable {
  /// The command's specification.
  package let specification: CommandSpecification

  /// The command as typed, its module's name included: `reviews add`.
  package let path: String

  /// The command's own options, and then those that every command has.
  package let options: [OptionSpecification]

  /// Where among the options `--output` and `--help` stand.
  var outputSlot: Int { options.count - 2 }
  var helpSlot: Int { options.count - 1 }

  private let requiredCount: Int
  private let hasRequiredOptions: Bool
  private let takesAnyText: Bool
  private let takesNegativeNumbers: Bool

  /// Makes a binder for the command with a path.
  package init(_ specification: CommandSpecification, path: String) {
    self.specification = specification
    self.path = path
    options = specification.options + OptionSpecification.everywhere
    requiredCount = specification.arguments.count { $0.isRequired }
    hasRequiredOptions = specification.options.contains { $0.isRequired }
    takesAnyText = specification.arguments.allSatisfy { $0.type == .text() }
    takesNegativeNumbers = specification.arguments.contains { $0.type.isNumeric }
  }

  /// Binds words.
  ///
  /// - Parameters:
  ///   - words: the command's words, those of its path included.
  ///   - start: the first word after the path.
  /// - Returns: the values, or the wish for help, which nothing else is checked for.
  /// - Throws: a `usage` error whose `word` is an index into `words`.
  package func bind(
    _ words: [Word], from start: Int
  ) throws(ShellError) -> BoundArguments {
    let bound = try scanned(words, from: start)
    if bound.wantsHelp { return bound }
    try refuseExcess(in: bound)
    if bound.positionalCount < requiredCount || hasRequiredOptions { try refuseGaps(in: bound) }
    if !takesAnyText || bound.hasOptions { try validate(bound) }
    return bound
  }

  /// Tells options from arguments, and checks nothing else.
  func scanned(_ words: [Word], from start: Int) throws(ShellError) -> BoundArguments {
    var bound = BoundArguments(binder: self, words: words, from: start)
    if Self.hasOptions(words, from: start) {
      var scanner = OptionScanner(self, words: words, from: start)
      try scanner.scan(into: &bound)
    }
    return bound
  }

  private static func hasOptions(_ words: [Word], from start: Int) -> Bool {
    for index in start..<words.count where words[index].looksLikeOption { return true }
    return false
  }

  /// Which of the positional words are an argument's.
  ///
  /// Required arguments come first in being served; what is left goes to optional ones, in order.
  ///
  /// - Parameters:
  ///   - argument: the argument's index.
  ///   - count: how many positional words there are.
  package func share(of argument: Int, among count: Int) -> Range<Int> {
    var spare = max(0, count - requiredCount)
    var next = 0
    for (index, specification) in specification.arguments.enumerated() {
      var taken = min(specification.isRequired ? 1 : spare, 1, count - next)
      if !specification.isRequired { spare -= taken }
      if specification.isRepeating { taken = count - next }
      if index == argument { return next..<next + taken }
      next += taken
    }
    return count..<count
  }

  /// Whether a word that looks like an option is a negative number that an argument may take.
  package func isNegativeNumber(_ text: String) -> Bool {
    takesNegativeNumbers && ValueType.number(String(text.dropFirst())) != nil
  }

  /// An error in the command's words.
  func error(_ message: String, hint: String? = nil, at word: Int? = nil) -> ShellError {
    ShellError(.usage, message, hint: hint ?? "see '\(path) --help'", word: word)
  }

  /// A text from outside as a message shows it: bounded, and not at all where the command takes
  /// secrets, since a blank or a letter too many makes a secret something else.
  func quoted(_ text: String) -> String? {
    if specification.hasSecrets { return nil }
    let bound = 60
    return text.count > bound ? "'\(text.prefix(bound))…'" : "'\(text)'"
  }

  func refuseExcess(in bound: BoundArguments) throws(ShellError) {
    let arguments = specification.arguments
    guard bound.positionalCount > arguments.count, arguments.last?.isRepeating != true else {
      return
    }
    let most =
      switch arguments.count {
      case 0: "no arguments"
      case 1: "one argument"
      default: "at most \(arguments.count) arguments"
      }
    let word = bound.positional(arguments.count)
    let extra = quoted(bound.words[word].text).map { ", and \($0) is one too many" } ?? ""
    throw error(
      "\(path) takes \(most)\(extra)",
      hint: "usage: " + HelpText(specification, path: path).usage, at: word)
  }

  private func refuseGaps(in bound: BoundArguments) throws(ShellError) {
    var missing: [String] = []
    for (index, argument) in specification.arguments.enumerated()
    where argument.isRequired && share(of: index, among: bound.positionalCount).isEmpty {
      missing.append(argument.usage)
    }
    for (index, option) in specification.options.enumerated()
    where option.isRequired && bound.option(index) == nil {
      missing.append(option.usage)
    }
    guard !missing.isEmpty else { return }
    throw error("\(path) needs \(missing.joined(separator: " and "))")
  }

  func validate(_ bound: BoundArguments) throws(ShellError) {
    for (index, argument) in specification.arguments.enumerated() {
      for position in share(of: index, among: bound.positionalCount) {
        let word = bound.positional(position)
        try validate(bound.words[word].text, as: argument.type, of: argument.name, at: word)
      }
    }
    for (index, option) in specification.options.enumerated() where !option.isFlag {
      guard let value = bound.option(index) else { continue }
      for value in [value] + value.others {
        try validate(
          value.text, as: option.type, of: "--\(option.name)", at: value.word,
          isSecret: option.isSecret)
      }
    }
  }

  func validate(
    _ text: String, as type: ValueType, of name: String, at word: Int?, isSecret: Bool = false
  ) throws(ShellError) {
    guard !type.accepts(text), let expectation = type.expectation else { return }
    switch type {
    case .text:
      throw error("\(name) takes \(expectation), not \(text.count)", at: word)
    case .choice(let words):
      let nearest = Spelling.nearest(to: text, among: words)
      throw error(
        "\(name) takes \(expectation)\(isSecret ? "" : negation(text))",
        hint: isSecret ? nil : nearest.map { "did you mean \($0)?" }, at: word)
    case .integer, .number:
      throw error(
        "\(name) takes \(expectation)\(isSecret ? "" : negation(text))", at: word)
    }
  }

  private func negation(_ text: String) -> String {
    quoted(text).map { ", not \($0)" } ?? ""
  }
}
