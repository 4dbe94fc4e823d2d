/// An option with a value: `--rating N`.
///
/// `Option<Int>` is required unless it has a default, `Option<Int?>` is optional, and `Option<[Int]>` may be
/// repeated.
public struct Option<Value: Sendable>: Parameter {
  @usableFromInline package let shared: SharedSpecification<OptionSpecification>
  @usableFromInline let defaultValue: Value?

  @usableFromInline package var specification: OptionSpecification { shared.value }

  /// Adds the option to a command's specification.
  public func add(to specification: inout CommandSpecification) {
    specification.options.append(shared.value)
  }
}

extension Option where Value: ParameterContent {
  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: its name without dashes: `per-page`.
  ///   - short: its one-letter name without a dash.
  ///   - valueName: the name of its value in help; by default, that of its type.
  ///   - abstract: what it does, in a few words.
  ///   - defaultValue: the value if it is not given; help shows it.
  ///   - completion: the kind of the completion source for its value.
  ///   - isSecret: whether its value is secret, so that the line is kept out of the history.
  ///   - isLong: whether its value is a long text: `@FILE` then reads it from a file, and a form offers an
  ///     editor.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    default defaultValue: Value? = nil, completion: CompletionKind? = nil, isSecret: Bool = false,
    isLong: Bool = false
  ) {
    self.init(
      name, short, valueName, abstract, Value.Item.parameterType, ValueParser(of: Value.Item.self),
      defaultValue, completion, isSecret, isLong)
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
      ValueParser(within: range), defaultValue, completion, false, false)
  }

  /// Creates an option whose value's length in characters lies within bounds.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    length: ClosedRange<Int>, default defaultValue: Value? = nil,
    completion: CompletionKind? = nil, isSecret: Bool = false, isLong: Bool = false
  ) where Value.Item == String {
    self.init(
      name, short, valueName, abstract, .text(length: length), nil, defaultValue, completion,
      isSecret, isLong)
  }

  @inlinable
  init(
    _ name: String, _ short: String?, _ valueName: String?, _ abstract: String, _ type: ValueType,
    _ parser: ValueParser?, _ defaultValue: Value?, _ completion: CompletionKind?, _ isSecret: Bool,
    _ isLong: Bool
  ) {
    let defaults = defaultValue?.parameterValues.map(\.parameterText) ?? []
    var specification = OptionSpecification(
      name, short: short, value: valueName ?? Value.Item.parameterName, abstract, type: type,
      // A default with a wrong type is found when the module is loaded.
      default: defaults.first { !type.accepts($0) } ?? defaults.first,
      isRequired: Value.parameterCount == .one && defaultValue == nil,
      completion: completion ?? Value.Item.parameterCompletion, isSecret: isSecret,
      isRepeating: Value.parameterCount == .several, isLong: isLong)
    specification.parser = parser
    shared = SharedSpecification(specification)
    self.defaultValue = defaultValue
  }
}

/// An option without a value, which is given or not: `--all`.
public struct Flag: Parameter {
  let shared: SharedSpecification<OptionSpecification>

  @usableFromInline var specification: OptionSpecification { shared.value }

  /// Creates a flag.
  ///
  /// - Parameters:
  ///   - name: its name without dashes.
  ///   - short: its one-letter name without a dash.
  ///   - abstract: what it does, in a few words.
  public init(_ name: String, short: String? = nil, _ abstract: String) {
    shared = SharedSpecification(OptionSpecification(flag: name, short: short, abstract))
  }

  /// Adds the flag to a command's specification.
  public func add(to specification: inout CommandSpecification) {
    specification.options.append(shared.value)
  }
}
