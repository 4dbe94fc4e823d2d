package import ShellOutput
package import ShellLanguage

extension ArgumentBinder {
  /// Binds a command's words to its arguments and options.
  ///
  /// - Parameters:
  ///   - words: the command's words, with those of its path.
  ///   - start: the index of the first word after the path.
  ///   - place: the values of the user's current place, which fill omitted arguments.
  /// - Returns: the values. If the words ask for help, nothing else was checked.
  /// - Throws: a `usage` error whose ``ShellError/word`` is an index into `words`.
  package func bind(
    _ words: [Word], from start: Int, at place: [CompletionKind: String] = [:]
  ) throws(ShellError) -> BoundArguments {
    var bound = try BoundArguments(self, scanning: words, from: start, at: place)
    if bound.wantsHelp { return bound }
    try checkCount(of: bound)
    if bound.positionalCount < requiredCount || hasRequiredOptions {
      try checkRequired(in: bound)
    }
    if takesIDs { try checkIDs(in: bound) }
    if !takesAnyText || bound.hasOptions { try validate(&bound) }
    return bound
  }

  /// Throws if a list or a record of a variable stands where an id is due.
  private func checkIDs(in bound: BoundArguments) throws(ShellError) {
    for (index, argument) in specification.arguments.enumerated()
    where argument.completion?.isID == true {
      for position in bound.positions(of: index) {
        let word = bound.positional(position)
        guard let first = bound.words[word].text.utf8.first,
          first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
          let structure = GivenText(bound.words[word]).parts.lazy.compactMap(\.structure).first
        else { continue }
        throw error(
          "\(argument.name) is \(structure), which is no id",
          hint: "write a field of it, such as $x.id or $x[0].id", at: word)
      }
    }
  }

  func checkCount(of bound: BoundArguments) throws(ShellError) {
    let arguments = specification.arguments
    let given = bound.givenArguments
    let count = arguments.count - given.count
    guard bound.positionalCount > count,
      arguments.last?.isRepeating != true || given.contains(arguments.count - 1)
    else { return }
    var most =
      switch count {
      case 0: "no arguments"
      case 1: "one argument"
      default: "at most \(count) arguments"
      }
    if !given.isEmpty {
      let names = given.compactMap { arguments[$0].option.map { "--\($0)" } }
      most += " besides " + names.joined(separator: " and ")
    }
    let word = bound.positional(count)
    let extra = quoted(bound.words[word].text).map { ", and \($0) is one too many" } ?? ""
    let (name, value) = OptionScanner.parts(of: "--" + bound.words[word].text)
    let nearest = value.flatMap { _ in Spelling.nearest(to: name, among: options.map(\.name)) }
    throw error(
      "\(path) takes \(most)\(extra)",
      hint: nearest.map { "did you mean --\($0)?" }
        ?? "usage: " + HelpText(specification, path: path).usage, at: word)
  }

  private func checkRequired(in bound: BoundArguments) throws(ShellError) {
    var missing: [String] = []
    for (index, argument) in specification.arguments.enumerated()
    where argument.isRequired && bound.lacks(index) && !bound.hasAny(of: argument.unless) {
      missing.append(argument.usage)
    }
    for (index, option) in specification.options.enumerated()
    where option.isRequired && bound.option(index) == nil && !bound.hasAny(of: option.unless) {
      missing.append(option.usage)
    }
    guard !missing.isEmpty else { return }
    let arguments = specification.arguments.filter(\.isRequired).map(\.usage)
    let lacksArgument = bound.positionalCount > 0 && arguments.contains(missing[0])
    throw error(
      "\(path) needs \(missing.joined(separator: " and "))",
      hint: lacksArgument ? "write '\(path) \(arguments.joined(separator: " "))'" : nil)
  }

  func validate(_ bound: inout BoundArguments) throws(ShellError) {
    for (index, argument) in specification.arguments.enumerated() {
      for position in bound.positions(of: index) {
        let word = bound.positional(position)
        let value = try value(
          of: GivenText(bound.words[word]), argument.type, argument.parser, of: argument.name,
          at: word)
        if let value { bound.keep(value, of: argument.name) }
      }
    }
    for (index, text) in bound.implied {
      let argument = specification.arguments[index]
      let value = try value(
        of: text, argument.type, argument.parser, of: argument.name, at: nil)
      if let value { bound.keep(value, of: argument.name) }
    }
    for index in 0..<ownOptionCount where !options[index].isFlag {
      try validate(option: index, of: options[index].name, in: &bound)
    }
    for (argument, option) in argumentOptions {
      try validate(option: option, of: specification.arguments[argument].name, in: &bound)
    }
  }

  /// Checks the types of an option's values, and keeps those parsed for a parameter.
  private func validate(
    option index: Int, of name: String, in bound: inout BoundArguments
  ) throws(ShellError) {
    guard let given = bound.option(index) else { return }
    let option = options[index]
    let isChecked =
      !option.mayBeUnchecked || specification.uncheckedFlag.map(bound.flag) != true
    for text in [given] + given.others {
      do {
        let value = try value(
          of: text.given, option.type, option.parser, of: "--\(option.name)", at: text.word,
          isSecret: option.isSecret)
        if let value { bound.keep(value, of: name) }
      } catch {
        if isChecked { throw error }
      }
    }
  }

  /// Returns the errors of option values, as warnings, if the user has turned off their check.
  func warnings(of bound: BoundArguments) -> [String] {
    guard specification.uncheckedFlag.map(bound.flag) == true else { return [] }
    var warnings: [String] = []
    for (index, option) in options.enumerated() where option.mayBeUnchecked {
      guard let given = bound.option(index) else { continue }
      for text in [given] + given.others {
        do throws(ShellError) {
          _ = try value(
            of: text.given, option.type, option.parser, of: "--\(option.name)", at: text.word,
            isSecret: option.isSecret)
        } catch {
          warnings.append(error.message)
        }
      }
    }
    return warnings
  }

  /// Checks that a text has a type, and parses it.
  ///
  /// - Returns: the value; nil if the parameter has no Swift type, or takes any text.
  /// - Throws: a `usage` error, which quotes the text unless it can be secret.
  func value(
    of given: GivenText, _ type: ValueType, _ parser: ValueParser?, of name: String, at word: Int?,
    isSecret: Bool = false
  ) throws(ShellError) -> (any Sendable)? {
    let text = given.text
    guard type.accepts(text) else {
      throw mismatch(text, type, of: name, at: word, isSecret: isSecret)
    }
    guard let parser else { return nil }
    do {
      return try parser.parse(given)
    } catch let error as ParameterError
      where !quotes(text, error.message, error.hint)
    {
      throw self.error("\(name) \(error.message)", hint: error.hint, at: word)
    } catch let error as any ShellErrorConvertible {
      var error = error.shellError
      guard !quotes(text, error.message, error.hint) else {
        throw mismatch(text, type, of: name, at: word, isSecret: isSecret)
      }
      error.word = word
      throw error
    } catch {
      throw mismatch(text, type, of: name, at: word, isSecret: isSecret)
    }
  }

  private func quotes(_ text: String, _ message: String, _ hint: String?) -> Bool {
    guard specification.hasSecrets, !text.isEmpty else { return false }
    return message.contains(text) || hint?.contains(text) ?? false
  }

  private func mismatch(
    _ text: String, _ type: ValueType, of name: String, at word: Int?, isSecret: Bool
  ) -> ShellError {
    guard let expectation = type.expectation else {
      return error("\(name) does not accept \(quoted(text) ?? "this text")", at: word)
    }
    let given = quoted(text).map { ", not \($0)" } ?? ""
    switch type {
    case .text:
      return error("\(name) takes \(expectation), not \(text.count)", at: word)
    case .choice(let words):
      let nearest = isSecret ? nil : Spelling.nearest(to: text, among: words)
      return error(
        "\(name) takes \(expectation)\(given)", hint: nearest.map { "did you mean \($0)?" },
        at: word)
    case .integer, .number, .date, .file, .custom:
      return error("\(name) takes \(expectation)\(given)", at: word)
    }
  }

  /// The question to ask before a command runs, unless it needs no confirmation or the user has already
  /// agreed.
  ///
  /// - Parameter production: the name of the environment that requests are sent to, if it is a production
  ///   environment; the question then names it.
  package func confirmation(
    of bound: BoundArguments, inProduction production: String? = nil
  ) -> String? {
    let usual = specification.confirms
    guard let question = production == nil ? usual : usual ?? specification.confirmsInProduction,
      !bound.flag(OptionSpecification.yes.name),
      !specification.previewFlags.contains(where: bound.flag)
    else { return nil }
    let text = Confirmation.text(question) { bound.texts($0).joined(separator: " ") }
    return production.map { "Production environment '\($0)': \(text)" } ?? text
  }
}
