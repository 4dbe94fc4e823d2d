/// An invalid value of one field.
public struct FieldError: Sendable, Hashable, Codable {
  /// The rule that the value breaks.
  public enum Rule: Sendable, Hashable, Codable {
    /// A value is required.
    case required
    /// The value must have this type, in a user's words: `a whole number`.
    case type(String)
    /// The value must be at least this.
    case min(Double)
    /// The value must be at most this.
    case max(Double)
    /// The text must have at least this many characters.
    case minLength(Int)
    /// The text must have at most this many characters.
    case maxLength(Int)
    /// The server's own rule, in its words.
    case other(String)
  }

  /// The field's name in the request.
  public let field: String

  /// The rule that the value breaks.
  public let rule: Rule

  /// Creates an error.
  public init(_ field: String, _ rule: Rule) {
    self.field = field
    self.rule = rule
  }
}

extension FieldError {
  /// Creates an error from a server's problem; nil if the problem names no field.
  init?(_ problem: APIProblem) {
    guard let field = problem.field else { return nil }
    self.init(field, .other(problem.detail ?? problem.title ?? problem.code ?? "not valid"))
  }
}

extension FieldError: CustomStringConvertible {
  /// The field and its rule, such as `rating must be at most 5`.
  public var description: String {
    switch rule {
    case .required: "\(field) is required"
    case .type(let type): "\(field) must be \(type)"
    case .min(let bound): "\(field) must be at least \(Self.text(bound))"
    case .max(let bound): "\(field) must be at most \(Self.text(bound))"
    case .minLength(let bound): "\(field) must have at least \(Self.characters(bound))"
    case .maxLength(let bound): "\(field) must have at most \(Self.characters(bound))"
    case .other(let text): "\(field): \(text)"
    }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  private static func characters(_ count: Int) -> String {
    count == 1 ? "1 character" : "\(count) characters"
  }
}
