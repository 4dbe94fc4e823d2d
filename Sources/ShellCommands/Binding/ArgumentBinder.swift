import ShellOutput
package import ShellLanguage

/// Reads a command's words by its specification.
///
/// Created once for each command and used for every line that runs it.
package final class ArgumentBinder: Sendable {
  package let specification: CommandSpecification

  /// The command as typed, with its module's name: `reviews add`.
  let path: String

  /// The program that the command belongs to, for hints about its own options, unless it is the program
  /// itself.
  let program: String?

  /// The command's own options, `--yes` if it asks for confirmation, options that give arguments' values, and
  /// the options of every command.
  package let options: [OptionSpecification]

  /// The arguments whose value an option can give, with the option's index in ``options``.
  let argumentOptions: [(argument: Int, option: Int)]

  /// The positions of `--output` and `--help` in ``options``.
  var outputIndex: Int { options.count - 2 }
  var helpIndex: Int { options.count - 1 }

  /// Whether words `NAME=VALUE` can be options.
  let takesAssignments: Bool

  /// The position in ``options`` of the option that words give without its name.
  let wordsIndex: Int?

  let requiredCount: Int
  let hasRequiredOptions: Bool
  let takesAnyText: Bool
  /// Whether an argument is an id, which becomes a part of a path.
  let takesIDs: Bool
  /// Whether a value can be read from a file: `--comment @FILE`.
  package let takesLongTexts: Bool
  private let takesNegativeNumbers: Bool
  /// How many of the options are the command's own; they come first.
  let ownOptionCount: Int

  /// Creates the binder of the command with a path.
  ///
  /// - Parameter program: the name of the program that the command belongs to; nil for the program itself.
  package init(_ specification: CommandSpecification, path: String, program: String? = nil) {
    self.specification = specification
    self.path = path
    self.program = program
    var options = specification.ownOptions
    ownOptionCount = options.count
    var argumentOptions: [(argument: Int, option: Int)] = []
    for index in specification.arguments.indices {
      guard let option = specification.arguments[index].ownOption else { continue }
      argumentOptions.append((index, options.count))
      options.append(option)
    }
    self.options = options + OptionSpecification.everywhere
    self.argumentOptions = argumentOptions
    takesAssignments =
      specification.optionParsing == .anywhere && specification.arguments.last?.isRepeating != true
    wordsIndex = specification.wordsOption.flatMap { name in
      options.firstIndex { $0.name == name }
    }
    requiredCount = specification.arguments.count { $0.isRequired }
    hasRequiredOptions = specification.options.contains { $0.isRequired }
    takesAnyText = specification.arguments.allSatisfy { $0.type == .text() && $0.parser == nil }
    takesIDs = specification.arguments.contains { $0.completion?.isID == true }
    takesLongTexts =
      specification.arguments.contains { $0.isLong } || specification.options.contains { $0.isLong }
    takesNegativeNumbers = specification.arguments.contains { $0.type.isNumeric }
  }

  /// The index of the option with a long name.
  ///
  /// The options of every command take precedence over the command's own. A `_` is read as `-`.
  package func option(named name: String) -> Int? {
    // Most names differ in their length, which is cheaper to compare.
    let count = name.utf8.count
    let index = options.lastIndex { $0.name.utf8.count == count && $0.name == name }
    if let index { return index }
    let dashed = OptionSpecification.dashed(name)
    return dashed == name ? nil : options.lastIndex { $0.name == dashed }
  }

  /// The index of the option with a one-letter name.
  package func option(letter: String) -> Int? {
    options.lastIndex { $0.short == letter }
  }

  /// Whether a word that looks like an option is a negative number that an argument can take.
  package func isNegativeNumber(_ text: String) -> Bool {
    takesNegativeNumbers && ValueType.number(text) != nil
  }

  /// Whether a word `NAME=VALUE` stands for the option `--NAME=VALUE`.
  ///
  /// In a command whose last argument takes any number of words, such as `api post`, it is one of these. What
  /// comes from a variable is never a name.
  package func assigns(_ word: Word) -> Bool {
    guard takesAssignments, word.mayBeOption,
      let equals = word.text.utf8.firstIndex(of: UInt8(ascii: "=")),
      word.text.utf8.distance(from: word.text.utf8.startIndex, to: equals) < word.data.start
    else { return false }
    return option(named: String(Substring(word.text.utf8[..<equals]))) != nil
  }

  /// The positions, among the positional words, of the words that an argument takes.
  ///
  /// Required arguments get a word first; the remaining words go to optional arguments in order.
  ///
  /// - Parameters:
  ///   - argument: the argument's index.
  ///   - count: the number of positional words.
  ///   - given: the arguments whose values come from options; they take no words.
  package func positions(
    of argument: Int, among count: Int, without given: [Int] = []
  ) -> Range<Int> {
    let arguments = specification.arguments
    var spare = max(0, count - requiredCount + given.count { arguments[$0].isRequired })
    var next = 0
    for (index, specification) in arguments.enumerated() {
      if given.contains(index) {
        if index == argument { return next..<next }
        continue
      }
      var taken = min(specification.isRequired ? 1 : spare, 1, count - next)
      if !specification.isRequired { spare -= taken }
      if specification.isRepeating { taken = count - next }
      if index == argument { return next..<next + taken }
      next += taken
    }
    return count..<count
  }

  /// By default, the hint is to read the command's help.
  func error(_ message: String, hint: String? = nil, at word: Int? = nil) -> ShellError {
    ShellError(.usage, message, hint: hint ?? helpHint, word: word)
  }

  /// The default hint of an error.
  var helpHint: String { "see '\(path) --help'" }

  /// The user's text in quotes, cut to 60 characters, unless the command takes secrets.
  ///
  /// A mistyped option can put a secret into any argument, so no argument is quoted then.
  func quoted(_ text: String) -> String? {
    if specification.hasSecrets { return nil }
    let bound = 60
    return text.count > bound ? "'\(text.prefix(bound))…'" : "'\(text)'"
  }
}
