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

/// A positional argument: `PRODUCT`.
///
/// A command declares it as a property, lists it in its specification's `parameters`, and reads it from
/// the invocation:
///
/// ```swift
/// let product = Argument<String>("PRODUCT", "the reviewed product", completion: .products)
/// …
/// let id = invocation[product]
/// ```
///
/// `Argument<String>` must be given, `Argument<String?>` may be left out, and `Argument<[String]>` takes
/// all remaining words.
public struct Argument<Value: Sendable>: Parameter {
  @usableFromInline package let specification: ArgumentSpecification

  /// The argument's description.
  public var declarations: [ParameterDeclaration] { [.argument(specification)] }
}

// Only the initializers have the constraint, and they are inlinable: otherwise the runtime finds the
// conformances of each type of parameter at each start, which took half of its time.
extension Argument where Value: ParameterContent {
  /// Creates an argument.
  ///
  /// - Parameters:
  ///   - name: its name in help and in errors: `PRODUCT`.
  ///   - abstract: what it is, in a few words.
  ///   - atLeastOne: whether an array needs at least one word.
  ///   - completion: the kind of its completion source.
  ///   - impliedBy: the kind of place that gives its value when the user leaves it out.
  @inlinable
  public init(
    _ name: String, _ abstract: String, atLeastOne: Bool = false,
    completion: CompletionKind? = nil, impliedBy: String? = nil
  ) {
    self.init(
      name, abstract, Value.Item.parameterType, ValueParser(of: Value.Item.self), atLeastOne,
      completion, impliedBy)
  }

  /// Creates an argument whose value lies within bounds.
  @inlinable
  public init(
    _ name: String, _ abstract: String, in range: ClosedRange<Value.Item>,
    atLeastOne: Bool = false, completion: CompletionKind? = nil
  ) where Value.Item: RangedParameterValue {
    self.init(
      name, abstract, Value.Item.parameterType(in: range), ValueParser(within: range), atLeastOne,
      completion, nil)
  }

  /// Creates an argument whose length in characters lies within bounds.
  @inlinable
  public init(
    _ name: String, _ abstract: String, length: ClosedRange<Int>, atLeastOne: Bool = false,
    completion: CompletionKind? = nil, impliedBy: String? = nil
  ) where Value.Item == String {
    self.init(name, abstract, .text(length: length), nil, atLeastOne, completion, impliedBy)
  }

  @inlinable
  init(
    _ name: String, _ abstract: String, _ type: ValueType, _ parser: ValueParser?,
    _ atLeastOne: Bool, _ completion: CompletionKind?, _ impliedBy: String?
  ) {
    var specification = ArgumentSpecification(
      name, abstract, type: type, isRequired: Value.parameterCount == .one || atLeastOne,
      isRepeating: Value.parameterCount == .several,
      completion: completion ?? Value.Item.parameterCompletion,
      impliedBy: impliedBy)
    specification.parser = parser
    self.specification = specification
  }
}

/// An option with a value: `--rating N`.
///
/// `Option<Int>` must be given unless it has a default, `Option<Int?>` may be left out, and
/// `Option<[Int]>` may be given several times.
public struct Option<Value: Sendable>: Parameter {
  @usableFromInline package let specification: OptionSpecification
  @usableFromInline package let defaultValue: Value?

  /// The option's description.
  public var declarations: [ParameterDeclaration] { [.option(specification)] }
}

extension Option where Value: ParameterContent {
  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: its name without dashes: `per-page`.
  ///   - short: its one-letter name without a dash.
  ///   - valueName: the name of its value in help; by default the one of its type.
  ///   - abstract: what it does, in a few words.
  ///   - defaultValue: the value if it is not given; help shows it.
  ///   - completion: the kind of the completion source for its value.
  ///   - isSecret: whether its value is secret, so that the history leaves the line out.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    default defaultValue: Value? = nil, completion: CompletionKind? = nil, isSecret: Bool = false
  ) {
    self.init(
      name, short, valueName, abstract, Value.Item.parameterType, ValueParser(of: Value.Item.self),
      defaultValue, completion, isSecret)
  }

  /// Creates an option whose value lies within bounds.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    in range: ClosedRange<Value.Item>, default defaultValue: Value? = nil,
    completion: CompletionKind? = nil
  ) where Value.Item: RangedParameterValue {
    self.init(
      name, short, valueName, abstract, Value.Item.parameterType(in: range),
      ValueParser(within: range), defaultValue, completion, false)
  }

  /// Creates an option whose value's length in characters lies within bounds.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    length: ClosedRange<Int>, default defaultValue: Value? = nil,
    completion: CompletionKind? = nil, isSecret: Bool = false
  ) where Value.Item == String {
    self.init(
      name, short, valueName, abstract, .text(length: length), nil, defaultValue, completion,
      isSecret)
  }

  @inlinable
  init(
    _ name: String, _ short: String?, _ valueName: String?, _ abstract: String, _ type: ValueType,
    _ parser: ValueParser?, _ defaultValue: Value?, _ completion: CompletionKind?, _ isSecret: Bool
  ) {
    let defaults = defaultValue?.parameterValues.map(\.parameterText) ?? []
    var specification = OptionSpecification(
      name, short: short, value: valueName ?? Value.Item.parameterName, abstract, type: type,
      // A default that does not fit is found when the module is loaded.
      default: defaults.first { !type.accepts($0) } ?? defaults.first,
      isRequired: Value.parameterCount == .one && defaultValue == nil,
      completion: completion ?? Value.Item.parameterCompletion, isSecret: isSecret,
      isRepeating: Value.parameterCount == .several)
    specification.parser = parser
    self.specification = specification
    self.defaultValue = defaultValue
  }
}

/// An option without a value, which is given or not: `--all`.
public struct Flag: Parameter {
  package let specification: OptionSpecification

  /// Creates a flag.
  ///
  /// - Parameters:
  ///   - name: its name without dashes.
  ///   - short: its one-letter name without a dash.
  ///   - abstract: what it does, in a few words.
  public init(_ name: String, short: String? = nil, _ abstract: String) {
    specification = OptionSpecification(flag: name, short: short, abstract)
  }

  /// The flag's description.
  public var declarations: [ParameterDeclaration] { [.option(specification)] }
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
