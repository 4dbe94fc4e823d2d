import ShellOutput

/// An option of a command: `--rating N`, or a flag.
public struct OptionSpecification: Sendable, Codable, Equatable {
  /// The long name without its dashes: `per-page`.
  public var name: String

  /// The one-letter name without its dash, if any.
  public var short: String?

  /// What it does, in a few words.
  public var abstract: String

  /// The name of its value in help, `N`; nil for a flag.
  public var valueName: String?

  /// The type of its value; ignored for a flag.
  public var type = ValueType.text()

  /// The value if the option is not given; help shows it.
  public var defaultValue: String?

  /// Whether it must be given.
  public var isRequired = false

  /// The kind of the completion source for its value.
  public var completion: CompletionKind?

  /// Whether its value is secret; a line with a secret stays out of the history.
  public var isSecret = false

  /// Whether it can be given several times, with one value each time.
  public var isRepeating = false

  /// Whether its value is a long text, which `@FILE` reads from a file, and for which a form offers an
  /// editor.
  public var isLong = false

  /// Options and arguments that make this option optional, if it is required.
  public var unless: [String] = []

  /// Whether it only adds to a request something that the command does not know of, such as the `--header` of
  /// an API's operation, so that the command is complete without it.
  public var isExtra = false
  /// Whether its value answers in advance what the command asks its user, as `--answers` does.
  ///
  /// A program that calls the command cannot give it: its user is asked.
  public var answersForUser = false
  /// Whether ``CommandSpecification/uncheckedFlag`` allows values of other types.
  package var mayBeUnchecked = false

  /// Parses a value's text as a value of the option's type; nil if any text is valid.
  @usableFromInline package var parser: ValueParser?

  /// Creates an option that takes a value.
  @usableFromInline package init(
    _ name: String, short: String? = nil, value valueName: String, _ abstract: String,
    type: ValueType = .text(), default defaultValue: String? = nil, isRequired: Bool = false,
    completion: CompletionKind? = nil
  ) {
    self.name = name
    self.short = short
    self.abstract = abstract
    self.valueName = valueName
    self.type = type.completed(by: completion)
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.completion = completion
  }

  /// Creates a flag: an option without a value.
  package init(flag name: String, short: String? = nil, _ abstract: String) {
    self.name = name
    self.short = short
    self.abstract = abstract
  }

  /// Whether the option takes no value.
  public var isFlag: Bool { valueName == nil }

  /// The option as help and errors show it: `--rating N`, or `--all`.
  package var usage: String {
    valueName.map { "--\(name) \($0)" } ?? "--\(name)"
  }

  /// The option's names as listed in help: `-o, --output FORMAT`.
  package var label: String { (short.map { "-\($0), " } ?? "    ") + usage }

  /// A name with each `_` replaced by `-`, the usual spelling.
  package static func dashed(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: "_")) ? String(name.map { $0 == "_" ? "-" : $0 }) : name
  }

  private enum CodingKeys: String, CodingKey {
    case name, short, abstract, valueName, type, defaultValue, isRequired, completion, isSecret
    case isRepeating, isLong, unless
  }

  /// Decodes a specification; only its name is required, and without `valueName` it is a flag.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      flag: try fields.decode(String.self, forKey: .name),
      short: try fields.decodeIfPresent(String.self, forKey: .short),
      try fields.decodeIfPresent(String.self, forKey: .abstract) ?? "")
    valueName = try fields.decodeIfPresent(String.self, forKey: .valueName)
    defaultValue = try fields.decodeIfPresent(String.self, forKey: .defaultValue)
    isRequired = try fields.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false
    completion = try fields.decodeIfPresent(CompletionKind.self, forKey: .completion)
    type = (try fields.decodeIfPresent(ValueType.self, forKey: .type) ?? .text())
      .completed(by: completion)
    isSecret = try fields.decodeIfPresent(Bool.self, forKey: .isSecret) ?? false
    isRepeating = try fields.decodeIfPresent(Bool.self, forKey: .isRepeating) ?? false
    isLong = try fields.decodeIfPresent(Bool.self, forKey: .isLong) ?? false
    unless = try fields.decodeIfPresent([String].self, forKey: .unless) ?? []
  }
}

// What only some options are.
extension OptionSpecification {
  /// Returns the option with a secret value; see ``isSecret``.
  package consuming func secret() -> OptionSpecification {
    isSecret = true
    return self
  }

  /// Returns the option as one that can be given several times.
  package consuming func repeating() -> OptionSpecification {
    isRepeating = true
    return self
  }

  /// Returns the option with a long text; see ``isLong``.
  package consuming func long() -> OptionSpecification {
    isLong = true
    return self
  }
}

extension OptionSpecification {
  static let yes = OptionSpecification(flag: "yes", "do not ask for confirmation")

  static let fresh = OptionSpecification(
    flag: "fresh", "ask the service, and do not answer from what was stored earlier")

  static let later = OptionSpecification(
    flag: "later", "put the write into the queue, and send it later")

  static let sending = [
    retries,
    OptionSpecification(flag: "no-retry", "send a request that fails no second time"),
  ]

  static let retries = OptionSpecification(
    "retries", value: "N", "send a request that fails up to N more times",
    type: .integer(RetrySetting.bounds))

  /// The options of every command.
  package static let everywhere = [output, help]

  /// The options of the program itself, which precede a command.
  package static let ofProgram: [OptionSpecification] = [
    .init(
      "command", short: "c", value: "TEXT", "run the text as a script", completion: "scripts"),
    .init(
      "file", short: "f", value: "FILE", "run a script file; what follows are its arguments",
      completion: "files"),
    .init(
      "env", short: "e", value: "NAME", "send requests to this environment or URL",
      completion: "environments"
    ).repeating(),
    .init("with", value: "NAME=COMMAND", "start a server of tools as a module, for this run")
      .repeating(),
    .init(flag: "keep-going", "go on after a failure; end with the first's status"),
    .init(
      "config", value: "FILE", "read this file in place of config.json", completion: "files"),
    .init(flag: "no-config", "read no configuration"),
    .init(flag: "insecure", "do not verify who a server is; refused for production"),
    .init(flag: "anonymous", "send requests without credentials"),
    .init(flag: "offline", "answer from stored data if the service is not reached"),
    .init(flag: "quiet", short: "q", "leave notices out"),
    .init(flag: "verbose", short: "v", "print requests and responses to standard error"),
    .init(flag: "curl", "print requests as curl lines, without credentials"),
    .init(flag: "version", short: "V", "print the version"),
  ]

  /// The statement that does the same as an option of the program, without the option's value.
  var statement: String? {
    switch name {
    case "file": "source"
    case "env": "env use"
    case "keep-going", "anonymous", "quiet", "verbose": "set \(name) on"
    case "offline": "set offline auto"
    case "curl": "set trace curl"
    case "version": "version"
    default: nil
    }
  }

  // The same as in `OutputFormat.names`, which a test checks: building the list would cost time at each
  // start.
  static let formats = "table, tsv, json, jsonl or csv"

  private static let output = OptionSpecification(
    "output", short: "o", value: "FORMAT", "Write the result as \(formats)",
    completion: "formats")
  private static let help = OptionSpecification(flag: "help", short: "h", "Show this help")
}
