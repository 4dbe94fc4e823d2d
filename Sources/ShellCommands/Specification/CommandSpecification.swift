/// A description of a command, used for parsing, validation, help and completion.
public struct CommandSpecification: Sendable, Codable, Equatable {
  /// The command's own name, without its module's: `add`.
  public var name: String

  /// What the command does, in one line without a full stop.
  public var abstract: String

  /// Further information for the user, in paragraphs; can be empty.
  public var discussion: String

  /// Lines that a user can type unchanged.
  public var examples: [Example]

  /// The positional arguments, in order.
  ///
  /// Only the last one can repeat. If there are fewer words than arguments, the required arguments get theirs
  /// first, so that an optional one before them can be omitted.
  public var arguments: [ArgumentSpecification]

  /// The options.
  public var options: [OptionSpecification]

  /// The option whose value may also be written as words without the option's name, joined by blanks:
  /// `query`, so that `orders list two mugs` is `orders list --query 'two mugs'`.
  ///
  /// Only a command without arguments can have it.
  public var wordsOption: String?

  /// The question to ask before the command runs: `Delete the review {REVIEW}?`.
  ///
  /// A name in braces is replaced by the value of that argument or option. The command then has the option
  /// `--yes`, which skips the question; scripts must pass it, since they cannot answer.
  public var confirms: String?

  /// The question to ask before the command runs if requests go to a production environment:
  /// `Send POST {PATH}?`.
  ///
  /// It is written like ``confirms``, and the option `--yes` skips it too.
  public var confirmsInProduction: String?

  /// Whether it deletes a whole collection, so that an assistant is not offered it.
  public var deletesAll = false

  /// The flags with which the command only shows what it would send, so that it asks no question.
  public var previewFlags: [String] = []

  /// The flag that turns off the type check of ``OptionSpecification/mayBeUnchecked`` options, if any.
  package var uncheckedFlag: String?

  /// Which words can be options.
  public var optionParsing = OptionParsing.anywhere

  /// Whether its words are secret, so that they are kept out of the history and of messages.
  public var hasSecretWords = false

  /// Whether the command can change anything: data, the session, or the target of requests.
  ///
  /// The default is true. `mcp --read-only` offers only commands that cannot change anything.
  public var changesData: Bool

  /// The field names of its records, in order, for completion; empty if they are not known.
  public var fields: [String]

  /// What it can do while its service is unreachable; this adds an option to the command.
  public var offline = OfflineUse.none

  /// Whether it sends requests; it then has the options `--retries` and `--no-retry`.
  ///
  /// A command with an ``offline`` use sends requests too.
  public var sendsRequests = false

  /// Where `help` lists a stage, such as `choose records`; nil for the stages without a group.
  public var subject: String?

  /// Creates a specification from descriptions of arguments and options, without typed keys.
  // A call without either means the public initializer.
  @_disfavoredOverload
  package init(
    _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    arguments: [ArgumentSpecification] = [], options: [OptionSpecification] = [],
    changesData: Bool = true, fields: [String] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.arguments = arguments
    self.options = options
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
    case previewFlags, wordsOption
  }

  /// Decodes a specification; only its name is required.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(String.self, forKey: .name),
      abstract: try fields.decodeIfPresent(String.self, forKey: .abstract) ?? "",
      discussion: try fields.decodeIfPresent(String.self, forKey: .discussion) ?? "",
      examples: try fields.decodeIfPresent([Example].self, forKey: .examples) ?? [],
      arguments: try fields.decodeIfPresent([ArgumentSpecification].self, forKey: .arguments) ?? [],
      options: try fields.decodeIfPresent([OptionSpecification].self, forKey: .options) ?? [],
      changesData: try fields.decodeIfPresent(Bool.self, forKey: .changesData) ?? true,
      fields: try fields.decodeIfPresent([String].self, forKey: .fields) ?? [])
    confirms = try fields.decodeIfPresent(String.self, forKey: .confirms)
    optionParsing =
      try fields.decodeIfPresent(OptionParsing.self, forKey: .optionParsing) ?? .anywhere
    hasSecretWords = try fields.decodeIfPresent(Bool.self, forKey: .hasSecretWords) ?? false
    offline = try fields.decodeIfPresent(OfflineUse.self, forKey: .offline) ?? .none
    sendsRequests = try fields.decodeIfPresent(Bool.self, forKey: .sendsRequests) ?? false
    confirmsInProduction = try fields.decodeIfPresent(String.self, forKey: .confirmsInProduction)
    previewFlags = try fields.decodeIfPresent([String].self, forKey: .previewFlags) ?? []
    wordsOption = try fields.decodeIfPresent(String.self, forKey: .wordsOption)
  }

  /// Which words of a command can be options.
  public enum OptionParsing: String, Sendable, Codable {
    /// All words before `--`; an unknown option is an error.
    case anywhere
    /// The words before the first positional argument; the rest are arguments.
    case beforeArguments
    /// All words before `--`; an unknown option is an argument.
    case knownOnly
  }
}

extension CommandSpecification {
  /// Returns the specification of the program itself, without a discussion and examples.
  package static func ofProgram(_ identity: ShellIdentity) -> CommandSpecification {
    CommandSpecification(
      identity.name, abstract: identity.abstract,
      arguments: [
        .init(
          "WORD", "a command and its words", isRequired: false, isRepeating: true,
          completion: "statements")
      ],
      options: OptionSpecification.ofProgram
    ).parsingOptions(.beforeArguments)
  }
}

/// What a command can do while its service is unreachable.
public enum OfflineUse: String, Sendable, Codable {
  /// Nothing special.
  case none
  /// It reads through a store, and has the option `--fresh`.
  case reads
  /// Its write can wait in the queue: it has the option `--later`.
  case writes

  /// The option that such a command has.
  var option: OptionSpecification? {
    switch self {
    case .none: nil
    case .reads: .fresh
    case .writes: .later
    }
  }
}
