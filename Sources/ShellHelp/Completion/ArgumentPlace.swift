import ShellCommands
import ShellLanguage
import ShellRuntime

struct ArgumentPlace {
  private let binder: ArgumentBinder
  private let scanner: OptionScanner
  private let here: [CompletionKind: String]

  /// The API of the command; nil for the current one.
  let api: String?

  let positionals: [Word]

  /// Reads a command's words, without those of its path.
  init(
    _ binder: ArgumentBinder, _ words: ArraySlice<Word>, at here: [CompletionKind: String] = [:],
    of api: String? = nil
  ) {
    self.binder = binder
    self.api = api
    self.here = here
    let words = Array(words)
    scanner = OptionScanner(binder, words: words, from: 0, isStrict: false)
    positionals = scanner.positionals.map { words[$0] }
  }

  var awaitedOption: Int? { scanner.awaitedOption }

  func isGiven(_ name: String) -> Bool { scanner.word(ofOption: name) != nil }

  /// Whether a word that begins with `-` is an option.
  var takesOptions: Bool { scanner.takesOptions }

  struct Reading {
    let argument: ArgumentSpecification
    /// The total number of arguments assumed by the reading.
    let count: Int
    let usesPlace: Bool
  }

  /// The readings in which the place fills an argument come first, then those with more arguments.
  var readings: [Reading] {
    let arguments = binder.specification.arguments
    let index = positionals.count
    var found: [Reading] = []
    for count in stride(from: max(index + 1, arguments.count), to: index, by: -1) {
      let implied = implied(among: count)
      let given = scanner.givenArguments + implied.map(\.argument)
      for (number, argument) in arguments.enumerated()
      where binder.positions(of: number, among: count, without: given).contains(index)
        && !found.contains(where: { $0.argument.name == argument.name })
      {
        found.append(Reading(argument: argument, count: count, usesPlace: !implied.isEmpty))
      }
    }
    return found.filter(\.usesPlace) + found.filter { !$0.usesPlace }
  }

  /// Whether no word gives an argument yet, and the place fills all of them.
  var isFilledByPlace: Bool {
    guard positionals.isEmpty else { return false }
    let implied = implied(among: 0)
    return !implied.isEmpty
      && scanner.givenArguments.count + implied.count >= binder.specification.arguments.count
  }

  private func implied(among count: Int) -> [(argument: Int, text: String)] {
    here.isEmpty
      ? []
      : binder.implied(
        by: here, among: count, assignments: min(count, binder.assignments(among: positionals)),
        without: scanner.givenArguments)
  }

  /// Returns the values known so far for arguments, options and completion kinds, by name.
  func values(among count: Int? = nil) -> [String: String] {
    var values: [String: String] = [:]
    for (index, option) in binder.options.enumerated() where !option.isFlag {
      if let text = scanner.text(ofOption: index) { values[option.name] = text }
    }
    let arguments = binder.specification.arguments
    let implied = implied(among: count ?? positionals.count)
    let whole = implied.isEmpty ? max(positionals.count, arguments.count) : positionals.count
    let count = count ?? whole
    for (kind, text) in here { values[kind.name] = text }
    func set(_ argument: ArgumentSpecification, to text: String) {
      values[argument.name] = text
      if let kind = argument.completion { values[kind.name] = text }
    }
    for (index, text) in implied { set(arguments[index], to: text) }
    let given = scanner.givenArguments + implied.map(\.argument)
    for (number, argument) in arguments.enumerated() {
      let positions = binder.positions(of: number, among: count, without: given)
      guard let first = positions.first, first < positionals.count else { continue }
      set(argument, to: positionals[first].text)
    }
    return values
  }

  /// Splits a word with an option and its value, `--name=…`, `name=…` or `-n…`, into the option and the part
  /// before the value.
  ///
  /// A command that reads unknown options as arguments does not accept `-n…`.
  func option(in text: String) -> (option: OptionSpecification, head: String)? {
    let dashes = text.hasPrefix("--") ? "--" : ""
    if !dashes.isEmpty || binder.assigns(Word(text)) {
      let (name, value) = OptionScanner.parts(of: dashes.isEmpty ? "--" + text : text)
      guard value != nil, let option = binder.option(named: name), !binder.options[option].isFlag
      else {
        return nil
      }
      return (binder.options[option], "\(dashes)\(name)=")
    }
    guard text.hasPrefix("-"), binder.specification.optionParsing != .knownOnly,
      let letter = text.dropFirst().first, text.dropFirst(2).first != nil,
      let option = binder.option(letter: String(letter)), !binder.options[option].isFlag
    else { return nil }
    let sign = text.dropFirst(2).utf8.first == UInt8(ascii: "=") ? "=" : ""
    return (binder.options[option], "-\(letter)\(sign)")
  }

  /// Suggests words `NAME=VALUE` for the command's own options that are not given yet.
  func assignments(beginningWith prefix: String) -> [Suggestion] {
    binder.specification.options.filter { option in
      !option.isFlag && binder.assigns(Word("\(option.name)="))
        && (scanner.word(ofOption: option.name) == nil || option.isRepeating)
    }.map { Suggestion("\($0.name)=", $0.abstract, endsWord: false) }
      .filter { $0.begins(with: prefix) }
  }

  /// Suggests the options not given yet: long names first, then short ones.
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
