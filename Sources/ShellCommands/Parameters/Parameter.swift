/// An argument, an option, a flag, or a group of these, as a command declares it.
public protocol Parameter: Sendable {
  /// What it adds to the command's specification, in order.
  var declarations: [ParameterDeclaration] { get }
}

/// The description of one argument or option.
public enum ParameterDeclaration: Sendable, Equatable {
  /// A positional argument.
  case argument(ArgumentSpecification)
  /// An option, or a flag.
  case option(OptionSpecification)

  /// The name of the argument or option.
  public var name: String {
    switch self {
    case .argument(let argument): argument.name
    case .option(let option): option.name
    }
  }
}

extension CommandSpecification {
  /// Creates a specification from the parameters that a command declares.
  ///
  /// - Parameters:
  ///   - name: the command's own name, without its module's: `add`.
  ///   - abstract: what the command does, in one line without a full stop.
  ///   - discussion: what else a user should know.
  ///   - examples: lines that a user can type unchanged.
  ///   - parameters: the arguments in their order, and the options.
  ///   - confirms: the question to ask before the command runs; see ``confirms``.
  ///   - optionParsing: which of the words can be options.
  ///   - hasSecretWords: whether the words are secret.
  public init(
    _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    parameters: [any Parameter] = [], confirms: String? = nil,
    optionParsing: OptionParsing = .anywhere,
    hasSecretWords: Bool = false
  ) {
    self.init(
      name, abstract: abstract, discussion: discussion, examples: examples, options: [],
      confirms: confirms, optionParsing: optionParsing, hasSecretWords: hasSecretWords)
    for parameter in parameters {
      for declaration in parameter.declarations {
        switch declaration {
        case .argument(let argument): arguments.append(argument)
        case .option(let option): options.append(option)
        }
      }
    }
  }
}
