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

  /// Returns the option with a secret value, so that a line with it is kept out of the history.
  ///
  /// It is for an initializer without `isSecret`.
  public func secret() -> Option {
    Option(shared: SharedSpecification(specification.secret()), defaultValue: defaultValue)
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
    var specification = OptionSpecification(
      name, short: short, value: valueName ?? Value.Item.parameterName, abstract,
      type: Value.Item.parameterType, completion: completion ?? Value.Item.parameterCompletion)
    specification.isSecret = isSecret
    specification.isLong = isLong
    self.init(specification, ValueParser(of: Value.Item.self), default: defaultValue)
  }

  /// Creates an option whose value lies within bounds.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    in range: ClosedRange<Value.Item>, default defaultValue: Value? = nil,
    completion: CompletionKind? = nil
  ) where Value.Item: RangedParameterValue {
    self.init(
      OptionSpecification(
        name, short: short, value: valueName ?? Value.Item.parameterName, abstract,
        type: Value.Item.parameterType(in: range),
        completion: completion ?? Value.Item.parameterCompletion),
      ValueParser(within: range), default: defaultValue)
  }

  /// Creates an option whose value's length in characters lies within bounds.
  @inlinable
  public init(
    _ name: String, short: String? = nil, value valueName: String? = nil, _ abstract: String,
    length: ClosedRange<Int>, default defaultValue: Value? = nil,
    completion: CompletionKind? = nil, isLong: Bool = false
  ) where Value.Item == String {
    var specification = OptionSpecification(
      name, short: short, value: valueName ?? Value.Item.parameterName, abstract,
      type: .text(length: length), completion: completion ?? Value.Item.parameterCompletion)
    specification.isLong = isLong
    self.init(specification, nil, default: defaultValue)
  }

  @inlinable
  init(
    _ specification: OptionSpecification, _ parser: ValueParser?, default defaultValue: Value?
  ) {
    var specification = specification
    let type = specification.type
    let defaults = defaultValue?.parameterValues.map(\.parameterText) ?? []
    // A default with a wrong type is found when the module is loaded.
    specification.defaultValue = defaults.first { !type.accepts($0) } ?? defaults.first
    specification.isRequired = Value.parameterCount == .one && defaultValue == nil
    specification.isRepeating = Value.parameterCount == .several
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
