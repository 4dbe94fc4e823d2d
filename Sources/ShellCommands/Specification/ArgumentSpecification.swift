/// A positional argument of a command.
public struct ArgumentSpecification: Sendable, Codable, Equatable {
  /// The name by which the command reads it and help shows it: `PRODUCT`.
  public var name: String

  /// What it is, in a few words.
  public var abstract: String

  /// The type of its text.
  public var type: ValueType

  /// Whether it must be given.
  public var isRequired: Bool

  /// Whether it takes all remaining words.
  public var isRepeating: Bool

  /// The kind of its completion source, such as `products.id`.
  ///
  /// It may be omitted at a place with a value of this kind.
  public var completion: CompletionKind?

  /// Whether it is a long text, which `@FILE` reads from a file, and for which a form offers an editor.
  public var isLong: Bool

  /// The option that can also give its value, without dashes: `time-zone`.
  var option: String?

  /// The names of a repeating argument whose words are `NAME=VALUE`, if they are known.
  package var assignedNames: [String] = []

  /// The form of a word that names a file, for help: `NAME=@FILE`.
  ///
  /// Other programs, such as clients of MCP, do not see it: their words never name a file.
  package var fileForm: String?

  /// Options that make this argument optional, such as one that gives all values at once.
  public var unless: [String] = []

  /// Parses a word as a value of the parameter's type; nil if any text is valid.
  @usableFromInline package var parser: ValueParser?

  @usableFromInline package init(
    _ name: String, _ abstract: String, type: ValueType = .text(), isRequired: Bool = true,
    isRepeating: Bool = false, completion: CompletionKind? = nil, isLong: Bool = false,
    option: String? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.type = type.completed(by: completion)
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.completion = completion
    self.isLong = isLong
    self.option = option
  }

  /// The argument as help and errors show it: `REVIEW`, `WORD…`.
  package var usage: String {
    isRepeating ? name + "…" : name
  }

  var ownOption: OptionSpecification? {
    option.map {
      var specification = OptionSpecification(
        $0, value: name, abstract, type: type, completion: completion)
      specification.isRepeating = isRepeating
      specification.isLong = isLong
      specification.parser = parser
      return specification
    }
  }

  private enum CodingKeys: String, CodingKey {
    case name, abstract, type, isRequired, isRepeating, completion, isLong
    case option, unless
  }

  /// Decodes a specification; only its name is required.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(String.self, forKey: .name),
      try fields.decodeIfPresent(String.self, forKey: .abstract) ?? "",
      type: try fields.decodeIfPresent(ValueType.self, forKey: .type) ?? .text(),
      isRequired: try fields.decodeIfPresent(Bool.self, forKey: .isRequired) ?? true,
      isRepeating: try fields.decodeIfPresent(Bool.self, forKey: .isRepeating) ?? false,
      completion: try fields.decodeIfPresent(CompletionKind.self, forKey: .completion),
      isLong: try fields.decodeIfPresent(Bool.self, forKey: .isLong) ?? false,
      option: try fields.decodeIfPresent(String.self, forKey: .option))
    unless = try fields.decodeIfPresent([String].self, forKey: .unless) ?? []
  }
}
