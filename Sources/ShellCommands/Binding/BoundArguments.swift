import ShellOutput
package import ShellLanguage

/// The values given to a command, by their names in its specification.
///
/// The shell has checked them: every required value is there, and every value has its type. An argument's
/// name is written as declared, `PRODUCT`, an option's without its dashes, `per-page`. An unknown name stops
/// a debug build.
@usableFromInline
package struct BoundArguments: Sendable {
  let binder: ArgumentBinder

  /// The command's words, with those of its path.
  package let words: [Word]

  private let start: Int
  /// The values from options and the place; nil for most commands, so that copies are cheap.
  private var extras: Extras?
  /// The errors of option values, as warnings, if the user has turned off their check.
  package var warnings: [String] { binder.warnings(of: self) }
  /// The values parsed from texts, by parameter name; for the type `String`, the texts themselves.
  private var values: [(name: String, value: any Sendable)] = []

  /// Separates options from arguments, and checks nothing else.
  ///
  /// - Parameter place: the values of the place, which fill omitted arguments.
  init(
    _ binder: ArgumentBinder, scanning words: [Word], from start: Int,
    at place: [CompletionKind: String]
  ) throws(ShellError) {
    self.binder = binder
    self.words = words
    self.start = start
    if words.haveOptions(from: start) || binder.wordsIndex != nil
      || binder.takesAssignments && words[start...].contains(where: binder.assigns)
    {
      let scanner = OptionScanner(binder, words: words, from: start, isStrict: true)
      if let error = scanner.error { throw error }
      extras = Extras(scanner)
    }
    if !place.isEmpty {
      let excused = binder.specification.arguments.indices.filter {
        hasAny(of: binder.specification.arguments[$0].unless)
      }
      let implied = binder.implied(
        by: place, among: positionalCount,
        assignments: binder.assignments(among: (0..<positionalCount).map { words[positional($0)] }),
        without: givenArguments, excusing: excused)
      if !implied.isEmpty {
        let values = implied.map {
          ($0.argument, GivenText($0.text, data: DataParts(all: $0.text)))
        }
        extras = Extras(extras, implied: values)
      }
    }
  }

  private final class Extras: Sendable {
    /// The indexes of the positional words; nil if all words from the start are positional.
    let positionals: [Int]?
    let options: [OptionScanner.Value?]
    let givenArguments: [Int]
    let implied: [(argument: Int, text: GivenText)]

    init(_ scanner: OptionScanner) {
      positionals = scanner.positionals
      options = scanner.values
      givenArguments = scanner.givenArguments
      implied = []
    }

    init(_ other: Extras?, implied: [(argument: Int, text: GivenText)]) {
      positionals = other?.positionals
      options = other?.options ?? []
      givenArguments = other?.givenArguments ?? []
      self.implied = implied
    }
  }

  private var positionals: [Int]? { extras?.positionals }
  private var options: [OptionScanner.Value?] { extras?.options ?? [] }
  var givenArguments: [Int] { extras?.givenArguments ?? [] }
  var implied: [(argument: Int, text: GivenText)] { extras?.implied ?? [] }

  /// The text given for an argument or an option, or the option's default.
  ///
  /// - Returns: the text, or nil if there is neither; of a repeating argument or option, the first text.
  package func text(_ name: String) -> String? {
    switch source(of: name) {
    case .argument(let positions): positions.first.map { words[positional($0)].text }
    case .option(let index): option(index)?.text ?? binder.options[index].defaultValue
    case .implied(let text): text.text
    case nil: nil
    }
  }

  /// All texts given for a repeating argument or option, or the option's default.
  package func texts(_ name: String) -> [String] {
    if case .option(let index) = source(of: name), option(index) == nil {
      return binder.options[index].defaultValue.map { [$0] } ?? []
    }
    return given(name).map(\.text)
  }

  /// The indexes of the words that gave a repeating argument or option, in the order of
  /// ``texts(_:)``.
  package func words(of name: String) -> [Int] {
    switch source(of: name) {
    case .argument(let positions): positions.map(positional)
    case .option(let index): option(index).map { [$0.word] + $0.others.map(\.word) } ?? []
    case .implied, nil: []
    }
  }

  /// Whether an option was given.
  package func flag(_ name: String) -> Bool {
    guard case .option(let index) = source(of: name) else { return false }
    return option(index) != nil
  }

  /// The index of the word that gave an argument or an option, for `ShellError.word`.
  package func word(of name: String) -> Int? {
    switch source(of: name) {
    case .argument(let positions): positions.first.map(positional)
    case .option(let index): option(index)?.word
    case .implied, nil: nil
    }
  }

  /// The values given for a parameter, without its default, as values of its Swift type.
  @inlinable
  func values<Value: ParameterValue>(of name: String, as type: Value.Type) -> [Value] {
    var found: [Value] = []
    for value in keptValues(of: name) {
      if let value = value as? Value { found.append(value) }
    }
    guard found.isEmpty else { return found }
    for text in given(name) {
      if let value = try? Value(given: text) { found.append(value) }
    }
    return found
  }

  @usableFromInline
  func keptValues(of name: String) -> [any Sendable] {
    values.isEmpty ? [] : values.filter { $0.name == name }.map(\.value)
  }

  /// The texts given for a parameter, without its default, in the order of ``texts(_:)``.
  @usableFromInline
  package func given(_ name: String) -> [GivenText] {
    switch source(of: name) {
    case .argument(let positions): positions.map { GivenText(words[positional($0)]) }
    case .option(let index): option(index).map { [$0.given] + $0.others.map(\.given) } ?? []
    case .implied(let text): [text]
    case nil: []
    }
  }

  mutating func keep(_ value: any Sendable, of name: String) {
    values.append((name, value))
  }

  /// Whether `-h` or `--help` was given; nothing else was checked then.
  package var wantsHelp: Bool { option(binder.helpIndex) != nil }

  /// The value of `-o` or `--output`, unchecked.
  package var outputFormat: String? { option(binder.outputIndex)?.text }

  private enum Source {
    case argument(Range<Int>)
    case option(Int)
    case implied(GivenText)
  }

  private func source(of name: String) -> Source? {
    if let index = binder.specification.arguments.firstIndex(where: { $0.name == name }) {
      if givenArguments.contains(index),
        let option = binder.argumentOptions.first(where: { $0.argument == index })?.option
      {
        return .option(option)
      }
      if let text = implied.first(where: { $0.argument == index })?.text { return .implied(text) }
      return .argument(positions(of: index))
    }
    if let index = binder.option(named: name) { return .option(index) }
    assertionFailure("\(binder.path) has no argument and no option \(name)")
    return nil
  }
}

extension BoundArguments {
  var hasOptions: Bool { !options.isEmpty }

  /// The number of positional words.
  package var positionalCount: Int {
    if let extras, let positionals = extras.positionals { return positionals.count }
    return words.count - start
  }

  func lacks(_ argument: Int) -> Bool {
    !givenArguments.contains(argument) && positions(of: argument).isEmpty
      && !implied.contains { $0.argument == argument }
  }

  package func hasAny(of names: [String]) -> Bool { names.contains { word(of: $0) != nil } }

  /// The positions, among the positional words, of the words that an argument takes.
  func positions(of argument: Int) -> Range<Int> {
    binder.positions(
      of: argument, among: positionalCount,
      without: implied.isEmpty ? givenArguments : givenArguments + implied.map(\.argument))
  }

  /// The index among all words of a positional word.
  package func positional(_ index: Int) -> Int {
    if let extras, let positionals = extras.positionals { return positionals[index] }
    return start + index
  }

  /// Appends the texts of the positional words, with a blank between them, to a buffer.
  package func appendTexts(to bytes: inout [UInt8]) {
    guard let positionals else { return words.appendTexts(from: start, to: &bytes) }
    positionals.map { words[$0] }.appendTexts(from: 0, to: &bytes)
  }

  func option(_ index: Int) -> OptionScanner.Value? {
    guard let extras, !extras.options.isEmpty else { return nil }
    return extras.options[index]
  }
}
