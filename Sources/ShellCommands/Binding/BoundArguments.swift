package import ShellLanguage

/// What a command was given, by the names in its specification.
///
/// Everything has been checked against the specification: what is required is there, and every
/// value is of its type. A name is an argument's as it stands, `PRODUCT`, or an option's without
/// its dashes, `per-page`; asking for a name that the specification lacks is a mistake that a debug
/// build stops at.
public struct BoundArguments: Sendable {
  private let binder: ArgumentBinder
  package let words: [Word]
  private let start: Int
  /// The words that are arguments; nil where they are all words from the start.
  private var positionals: [Int]?
  /// The options given; empty where there are none.
  private var options: [OptionValue?] = []

  /// An option's value, and the word that holds it.
  struct OptionValue: Sendable {
    var text: String
    var word: Int
    /// Where the option may be given several times: its values after the first.
    var others: [OptionValue] = []
  }

  init(binder: ArgumentBinder, words: [Word], from start: Int) {
    self.binder = binder
    self.words = words
    self.start = start
  }

  /// The text given for an argument or an option, or the option's default.
  ///
  /// - Returns: nil where nothing was given; the first of a repeating one's.
  public func text(_ name: String) -> String? {
    switch place(of: name) {
    case .argument(let share): share.first.map { words[positional($0)].text }
    case .option(let index): option(index)?.text ?? binder.options[index].defaultValue
    case nil: nil
    }
  }

  /// All texts given for a repeating argument or option.
  public func texts(_ name: String) -> [String] {
    switch place(of: name) {
    case .argument(let share): share.map { words[positional($0)].text }
    case .option(let index):
      option(index).map { [$0.text] + $0.others.map(\.text) }
        ?? binder.options[index].defaultValue.map { [$0] } ?? []
    case nil: []
    }
  }

  /// The words that gave a repeating argument or option, in the order of ``texts(_:)``.
  public func words(of name: String) -> [Int] {
    switch place(of: name) {
    case .argument(let share): share.map(positional)
    case .option(let index): option(index).map { [$0.word] + $0.others.map(\.word) } ?? []
    case nil: []
    }
  }

  /// The whole number given for an argument or an option of type `integer`.
  public func integer(_ name: String) -> Int? {
    text(name).flatMap(ValueType.integer)
  }

  /// The number given for an argument or an option of type `number`.
  public func number(_ name: String) -> Double? {
    text(name).flatMap(ValueType.number)
  }

  /// Whether an option was given.
  public func flag(_ name: String) -> Bool {
    guard case .option(let index) = place(of: name) else { return false }
    return option(index) != nil
  }

  /// The word that gave an argument or an option, for the `word` of a `ShellError`.
  public func word(of name: String) -> Int? {
    switch place(of: name) {
    case .argument(let share): share.first.map(positional)
    case .option(let index): option(index)?.word
    case nil: nil
    }
  }

  /// Whether `-h` or `--help` was given; nothing else has been checked then.
  package var wantsHelp: Bool { option(binder.helpSlot) != nil }

  /// The value of `-o` or `--output`, unchecked; ``word(of:)`` `output` is its place.
  package var outputFormat: String? { option(binder.outputSlot)?.text }

  private enum Place {
    case argument(Range<Int>)
    case option(Int)
  }

  private func place(of name: String) -> Place? {
    if let index = binder.specification.arguments.firstIndex(where: { $0.name == name }) {
      return .argument(binder.share(of: index, among: positionalCount))
    }
    if let index = binder.options.lastIndex(where: { $0.name == name }) { return .option(index) }
    assertionFailure("\(binder.path) has no argument and no option \(name)")
    return nil
  }
}

extension BoundArguments {
  mutating func take(positionals: [Int], options: [OptionValue?]) {
    self.positionals = positionals
    self.options = options
  }

  var hasOptions: Bool { !options.isEmpty }

  package var positionalCount: Int { positionals?.count ?? words.count - start }

  /// The index of a positional word among all words.
  package func positional(_ index: Int) -> Int { positionals?[index] ?? start + index }

  /// The value given for an option, by its index in the binder's options.
  func option(_ index: Int) -> OptionValue? { options.isEmpty ? nil : options[index] }
}
