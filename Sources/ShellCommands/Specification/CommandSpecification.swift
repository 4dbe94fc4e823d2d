/// A command described by data: parsing, validation, help and completion all read it.
public struct CommandSpecification: Sendable, Codable, Equatable {
  /// The command's own name, without its module's: `add`.
  public var name: String

  /// What it does, in one line without a full stop.
  public var abstract: String

  /// What a user should know besides; empty where the abstract says it all.
  public var discussion: String

  /// Lines that a user can type as they stand.
  public var examples: [Example]

  /// The positional arguments, in order.
  ///
  /// Only the last may repeat. Where there are fewer words than arguments, the required ones are
  /// served first: an optional one before them is what a place can supply.
  public var arguments: [ArgumentSpecification]

  /// The options.
  public var options: [OptionSpecification]

  /// Where among the words options are looked for.
  public var optionParsing: OptionParsing

  /// Whether its words are secret, so that they stay out of the history and of events.
  public var hasSecretWords: Bool

  /// Makes a specification.
  public init(
    _ name: String,
    abstract: String,
    discussion: String = "",
    examples: [Example] = [],
    arguments: [ArgumentSpecification] = [],
    options: [OptionSpecification] = [],
    optionParsing: OptionParsing = .anywhere,
    hasSecretWords: Bool = false
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.arguments = arguments
    self.options = options
    self.optionParsing = optionParsing
    self.hasSecretWords = hasSecretWords
  }

  /// Whether the command's words or options may hold secrets.
  package var hasSecrets: Bool { hasSecretWords || options.contains(where: \.isSecret) }

  /// A line that shows a command in use.
  public struct Example: Sendable, Codable, Equatable {
    /// The line as typed.
    public var line: String
    /// What it does, in a few words.
    public var abstract: String

    /// Makes an example.
    public init(_ line: String, _ abstract: String) {
      self.line = line
      self.abstract = abstract
    }
  }

  /// Where among a command's words options are looked for.
  public enum OptionParsing: String, Sendable, Codable {
    /// Anywhere before `--`; an unknown one is an error.
    case anywhere
    /// Before the first positional argument; what follows is taken as it is.
    case beforeArguments
    /// Anywhere before `--`; what looks like an option and is none is an argument.
    case knownOnly
  }
}
