/// A description of a command, which parsing, validation, help and completion all read.
public struct CommandSpecification: Sendable, Codable, Equatable {
  /// The command's own name, without its module's: `add`.
  public var name: String

  /// What the command does, in one line without a full stop.
  public var abstract: String

  /// What else a user should know, in paragraphs; empty if there is nothing.
  public var discussion: String

  /// Lines that a user can type unchanged.
  public var examples: [Example]

  /// The positional arguments, in order.
  ///
  /// Only the last one can repeat. If there are fewer words than arguments, the required arguments get
  /// theirs first, so that an optional one before them can be left out.
  public var arguments: [ArgumentSpecification]

  /// The options.
  public var options: [OptionSpecification]

  /// The question to ask before the command runs: `Delete the review {REVIEW}?`.
  ///
  /// The value of the argument or option that is named in braces takes its place. The command then has
  /// the option `--yes`, which skips the question; a script must pass it, since it cannot answer.
  public var confirms: String?

  /// The question to ask before the command runs if requests go to a production environment:
  /// `Send POST {PATH}?`.
  ///
  /// It is written like ``confirms``, and the option `--yes` skips it too.
  public var confirmsInProduction: String?

  /// The names of the flags with which the command only shows what it would send, so that it asks no
  /// question.
  public var previewFlags: [String] = []

  /// The flag with which the values of ``OptionSpecification/mayBeUnchecked`` options need not be of their
  /// type; nil if there is none.
  package var uncheckedFlag: String?

  /// Which of the words can be options.
  public var optionParsing: OptionParsing

  /// Whether its words are secret, so that the history and messages leave them out.
  public var hasSecretWords: Bool

  /// Whether the command can change something: data, the session, or where requests go.
  ///
  /// A command that says nothing can. `mcp --read-only` offers only commands that cannot.
  public var changesData: Bool

  /// The names of the fields of its records, in order, for completion; empty if they are not known.
  public var fields: [String]

  /// What it can do while its service cannot be reached, for which it then has an option.
  public var offline = OfflineUse.none

  /// Whether it sends requests; it then has the options `--retries` and `--no-retry`.
  ///
  /// A command with an ``offline`` use sends requests too.
  public var sendsRequests = false

  /// Creates a specification from descriptions of arguments and options, without typed keys.
  // Without either, the public initializer is meant.
  @_disfavoredOverload
  package init(
    _ name: String,
    abstract: String,
    discussion: String = "",
    examples: [Example] = [],
    arguments: [ArgumentSpecification] = [],
    options: [OptionSpecification] = [],
    confirms: String? = nil,
    optionParsing: OptionParsing = .anywhere,
    hasSecretWords: Bool = false,
    changesData: Bool = true,
    fields: [String] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.arguments = arguments
    self.options = options
    self.confirms = confirms
    self.optionParsing = optionParsing
    self.hasSecretWords = hasSecretWords
    self.changesData = changesData
    self.fields = fields
  }

  /// The command's options, with those that ``confirms``, ``offline`` and ``sendsRequests`` add.
  package var ownOptions: [OptionSpecification] {
    var options = options
    if confirms != nil || confirmsInProduction != nil { options.append(.yes) }
    if let option = offline.option { options.append(option) }
    if sends { options += OptionSpecification.sending }
    return options
  }

  /// Whether it sends requests.
  package var sends: Bool { sendsRequests || offline != .none }

  /// Whether the command's words or options can hold secrets.
  package var hasSecrets: Bool { hasSecretWords || options.contains(where: \.isSecret) }

  /// A line that shows how to use a command.
  public struct Example: Sendable, Codable, Equatable {
    /// The line, as a user types it.
    public var line: String
    /// What it does, in a few words.
    public var abstract: String

    /// Creates an example.
    public init(_ line: String, _ abstract: String) {
      self.line = line
      self.abstract = abstract
    }
  }

  private enum CodingKeys: String, CodingKey {
    case name, abstract, discussion, examples, arguments, options, confirms, optionParsing
    case hasSecretWords, changesData, fields, offline, sendsRequests, confirmsInProduction
    case previewFlags
  }

  /// Reads a specification; only its name is required.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(String.self, forKey: .name),
      abstract: try fields.decodeIfPresent(String.self, forKey: .abstract) ?? "",
      discussion: try fields.decodeIfPresent(String.self, forKey: .discussion) ?? "",
      examples: try fields.decodeIfPresent([Example].self, forKey: .examples) ?? [],
      arguments: try fields.decodeIfPresent([ArgumentSpecification].self, forKey: .arguments) ?? [],
      options: try fields.decodeIfPresent([OptionSpecification].self, forKey: .options) ?? [],
      confirms: try fields.decodeIfPresent(String.self, forKey: .confirms),
      optionParsing: try fields.decodeIfPresent(OptionParsing.self, forKey: .optionParsing)
        ?? .anywhere,
      hasSecretWords: try fields.decodeIfPresent(Bool.self, forKey: .hasSecretWords) ?? false,
      changesData: try fields.decodeIfPresent(Bool.self, forKey: .changesData) ?? true,
      fields: try fields.decodeIfPresent([String].self, forKey: .fields) ?? [])
    offline = try fields.decodeIfPresent(OfflineUse.self, forKey: .offline) ?? .none
    sendsRequests = try fields.decodeIfPresent(Bool.self, forKey: .sendsRequests) ?? false
    confirmsInProduction = try fields.decodeIfPresent(String.self, forKey: .confirmsInProduction)
    previewFlags = try fields.decodeIfPresent([String].self, forKey: .previewFlags) ?? []
  }

  /// Which of a command's words can be options.
  public enum OptionParsing: String, Sendable, Codable {
    /// All words before `--`; an unknown option is an error.
    case anywhere
    /// The words before the first positional argument; the rest are arguments.
    case beforeArguments
    /// All words before `--`; an unknown option is an argument.
    case knownOnly
  }
}
