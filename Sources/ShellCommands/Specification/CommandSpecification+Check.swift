import ShellLanguage

extension CommandSpecification {
  /// What is wrong with the specification, and in which field; nil if it is valid.
  ///
  /// Every start checks all modules, so it does not copy arguments or options, and hashes names only if there
  /// are many.
  ///
  /// - Complexity: O(*n*) in the number of arguments and options.
  package var problem: String? {
    if !Self.isName(name) { return "the name \(Self.rule)" }
    for index in arguments.indices {
      if let problem = problem(ofArgument: index) {
        return "argument '\(arguments[index].name)' \(problem)"
      }
    }
    for index in options.indices {
      if let problem = problem(ofOption: index) {
        return "option '--\(options[index].name)' \(problem)"
      }
    }
    return problem(ofConfirmation: confirms, in: "confirms")
      ?? problem(ofConfirmation: confirmsInProduction, in: "confirmsInProduction")
      ?? offlineProblem ?? wordsProblem ?? duplicate
  }

  private func problem(ofConfirmation question: String?, in field: String) -> String? {
    guard let question else { return nil }
    if let problem = problem(ofAdded: .yes, by: field) { return problem }
    for name in Confirmation.names(in: question) {
      if !hasParameter(name) { return "'\(field)' names {\(name)}, which is not a parameter" }
      if hasSecretWords || options.contains(where: { $0.name == name && $0.isSecret }) {
        return "'\(field)' names {\(name)}, which is secret"
      }
    }
    return nil
  }

  private var offlineProblem: String? {
    if let problem = offline.option.flatMap({ problem(ofAdded: $0, by: "offline") }) {
      return problem
    }
    guard sends else { return nil }
    for option in OptionSpecification.sending {
      if let problem = problem(ofAdded: option, by: sendsRequests ? "sendsRequests" : "offline") {
        return problem
      }
    }
    return nil
  }

  private var wordsProblem: String? {
    guard let wordsOption else { return nil }
    let isSuitable = options.contains {
      $0.name == wordsOption && !$0.isFlag && !$0.isSecret && !$0.isLong
    }
    return isSuitable && arguments.isEmpty && optionParsing == .anywhere
      ? nil : "has no arguments that '--\(wordsOption)' could take as its words"
  }

  private func problem(ofAdded option: OptionSpecification, by field: String) -> String? {
    let name = option.name
    if options.contains(where: { $0.name == name }) {
      return "has an option --\(name), which '\(field)' adds already"
    }
    if arguments.contains(where: { $0.name == name }) {
      return "has an argument '\(name)', the name of the option that '\(field)' adds"
    }
    if let argument = arguments.first(where: { $0.option == name }) {
      return "argument '\(argument.name)' has the option --\(name), which '\(field)' adds already"
    }
    return nil
  }

  private func hasParameter(_ name: String) -> Bool {
    arguments.contains { $0.name == name } || options.contains { $0.name == name }
  }

  package static let rule =
    "must be letters, digits, '-', '_' and '.', and begin with a letter or digit"

  /// Whether a text can be typed without quotes and does not look like an option.
  package static func isName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first, isLetterOrDigit(first) else { return false }
      for byte in bytes {
        let isWithin =
          byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        guard isWithin || isLetterOrDigit(byte) else { return false }
      }
      return true
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || ByteClass.isDigit(byte)
  }

  private func problem(ofArgument index: Int) -> String? {
    if !Self.isName(arguments[index].name) { return "is misnamed: a name \(Self.rule)" }
    if arguments[index].isRepeating, index < arguments.count - 1 {
      return "repeats, so it must be the last one"
    }
    if let option = arguments[index].option {
      if let problem = problem(ofName: option) {
        return "has the option '--\(option)', which \(problem)"
      }
    }
    if let problem = problem(ofUnless: arguments[index].unless) { return problem }
    if arguments[index].isLong, !arguments[index].type.isText { return Self.noLongText }
    return arguments[index].type.problem
  }

  private func problem(ofName option: String) -> String? {
    if !Self.isName(option) { return "is misnamed: a name \(Self.rule)" }
    if option == "help" || option == "output" {
      return "has the name of an option that every command has"
    }
    return nil
  }

  private func problem(ofUnless names: [String]) -> String? {
    for name in names where !hasParameter(name) {
      return "is required unless '\(name)' is given, which is neither an option nor an argument"
    }
    return nil
  }

  private func problem(ofOption index: Int) -> String? {
    if let problem = problem(ofName: options[index].name) { return problem }
    if let problem = problem(ofUnless: options[index].unless) { return problem }
    if let short = options[index].short {
      if short == "h" || short == "o" {
        return "has the short name '-\(short)', which every command has for "
          + (short == "h" ? "--help" : "--output")
      }
      if short.utf8.count != 1 || !Self.isName(short) {
        return "has the short name '\(short)', which is not one letter or digit"
      }
    }
    guard let valueName = options[index].valueName else {
      return options[index].defaultValue == nil ? nil : "is a flag and has a default"
    }
    if valueName.isEmpty { return "has no name for its value" }
    if options[index].isLong, !options[index].type.isText { return Self.noLongText }
    if let problem = options[index].type.problem { return problem }
    if let text = options[index].defaultValue, !options[index].type.accepts(text) {
      return "has the default '\(text)', and takes \(options[index].type.expectation ?? "text")"
    }
    return nil
  }

  private static let noLongText = "is long, and only text can be"

  private static let few = 16

  private var duplicate: String? {
    guard arguments.count + options.count <= Self.few else { return duplicateOfMany }
    for index in arguments.indices {
      for other in 0..<index where arguments[other].name == arguments[index].name {
        return "argument '\(arguments[index].name)' is declared twice"
      }
      guard let option = arguments[index].option else { continue }
      let isTaken =
        options.contains { $0.name == option }
        || arguments.indices.contains { other in
          other < index && arguments[other].option == option
            || other != index && arguments[other].name == option
        }
      if isTaken { return taken(option) }
    }
    for index in options.indices {
      let name = options[index].name
      for other in arguments.indices where arguments[other].name == name { return taken(name) }
      for other in 0..<index {
        if options[other].name == name { return taken(name) }
        if let short = options[index].short, options[other].short == short {
          return taken(name, short)
        }
      }
    }
    return nil
  }

  private var duplicateOfMany: String? {
    var names: Set<String> = []
    var letters: Set<String> = []
    for argument in arguments where !names.insert(argument.name).inserted {
      return "argument '\(argument.name)' is declared twice"
    }
    for argument in arguments {
      guard let option = argument.option, option != argument.name else { continue }
      if !names.insert(option).inserted { return taken(option) }
    }
    for option in options {
      if !names.insert(option.name).inserted { return taken(option.name) }
      if let short = option.short, !letters.insert(short).inserted {
        return taken(option.name, short)
      }
    }
    return nil
  }

  private func taken(_ name: String, _ short: String? = nil) -> String {
    "option '--\(name)' has "
      + (short.map { "the short name '-\($0)', which is taken" } ?? "a name that is taken")
  }
}

extension ValueType {
  fileprivate var isText: Bool {
    switch self {
    case .text, .file, .custom: true
    case .integer, .number, .date, .choice: false
    }
  }

  fileprivate var problem: String? {
    if case .choice(let words) = self, words.isEmpty { return "has an empty choice" }
    return nil
  }
}
