/// What the records of a resource are called, in commands and messages.
///
/// ```swift
/// let noun = Noun("order")
/// let noun = Noun("person", "people")
/// ```
public struct Noun: Sendable, Hashable {
  /// The name of one record: `order`.
  public let one: String

  /// The name of several records, as the first word of their commands: `orders`.
  public let many: String

  /// Creates a noun.
  ///
  /// - Parameters:
  ///   - one: the name of one record.
  ///   - many: the name of several; by default with an `s`.
  public init(_ one: String, _ many: String? = nil) {
    self.one = one
    self.many = many ?? one + "s"
  }
}
