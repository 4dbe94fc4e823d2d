/// A positional argument of a command.
public struct ArgumentSpecification: Sendable, Codable, Equatable {
  /// The name under which the command reads it, and which help shows: `PRODUCT`.
  public var name: String

  /// What it is, in a few words.
  public var abstract: String

  /// What may stand there.
  public var type: ValueType

  /// Whether it must be given.
  public var isRequired: Bool

  /// Whether it takes every word that is left.
  public var isRepeating: Bool

  /// The completion kind that answers for it, such as `products.id`.
  public var completion: String?

  /// The kind of place that says it where it is left out, such as `products`; elsewhere a user who
  /// types is asked for it.
  public var impliedBy: String?

  /// Makes an argument.
  public init(
    _ name: String, _ abstract: String, type: ValueType = .text(), isRequired: Bool = true,
    isRepeating: Bool = false, completion: String? = nil,
    impliedBy: String? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.type = type
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.completion = completion
    self.impliedBy = impliedBy
  }
}
