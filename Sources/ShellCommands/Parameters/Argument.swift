/// A positional argument: `PRODUCT`.
///
/// A command declares it as a property, lists it in its specification's `parameters`, and reads it from the
/// invocation:
///
/// ```swift
/// let product = Argument<String>("PRODUCT", "the reviewed product", completion: .products)
/// …
/// let id = invocation[product]
/// ```
///
/// `Argument<String>` is required, `Argument<String?>` is optional, and `Argument<[String]>` takes all
/// remaining words.
public struct Argument<Value: Sendable>: Parameter {
  @usableFromInline let shared: SharedSpecification<ArgumentSpecification>

  @usableFromInline package var specification: ArgumentSpecification { shared.value }

  /// Adds the argument to a command's specification.
  public func add(to specification: inout CommandSpecification) {
    specification.arguments.append(shared.value)
  }
}

// Only the initializers have the constraint, and they are inlinable. Otherwise the runtime looks up the
// conformances of each parameter type at start-up, which took half of the start-up time.
extension Argument where Value: ParameterContent {
  /// Creates an argument.
  ///
  /// - Parameters:
  ///   - name: its name in help and in errors: `PRODUCT`.
  ///   - abstract: what it is, in a few words.
  ///   - atLeastOne: whether an array needs at least one word.
  ///   - completion: the kind of its completion source. At a place with a value of this kind, the argument
  ///     may be omitted.
  ///   - isLong: whether it is a long text: `@FILE` then reads it from a file, and a form offers an editor.
  @inlinable
  public init(
    _ name: String, _ abstract: String, atLeastOne: Bool = false,
    completion: CompletionKind? = nil, isLong: Bool = false
  ) {
    self.init(
      name, abstract, Value.Item.parameterType, ValueParser(of: Value.Item.self), atLeastOne,
      completion, isLong)
  }

  /// Creates an argument whose value lies within bounds.
  @inlinable
  public init(
    _ name: String, _ abstract: String, in range: ClosedRange<Value.Item>,
    atLeastOne: Bool = false, completion: CompletionKind? = nil
  ) where Value.Item: RangedParameterValue {
    self.init(
      name, abstract, Value.Item.parameterType(in: range), ValueParser(within: range), atLeastOne,
      completion, false)
  }

  /// Creates an argument whose length in characters lies within bounds.
  @inlinable
  public init(
    _ name: String, _ abstract: String, length: ClosedRange<Int>, atLeastOne: Bool = false,
    completion: CompletionKind? = nil, isLong: Bool = false
  ) where Value.Item == String {
    self.init(name, abstract, .text(length: length), nil, atLeastOne, completion, isLong)
  }

  @inlinable
  init(
    _ name: String, _ abstract: String, _ type: ValueType, _ parser: ValueParser?,
    _ atLeastOne: Bool, _ completion: CompletionKind?, _ isLong: Bool
  ) {
    var specification = ArgumentSpecification(
      name, abstract, type: type, isRequired: Value.parameterCount == .one || atLeastOne,
      isRepeating: Value.parameterCount == .several,
      completion: completion ?? Value.Item.parameterCompletion,
      isLong: isLong)
    specification.parser = parser
    shared = SharedSpecification(specification)
  }
}
