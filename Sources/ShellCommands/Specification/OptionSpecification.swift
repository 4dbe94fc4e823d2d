/// An option of a command: `--rating N`, or a flag.
public struct OptionSpecification: Sendable, Codable, Equatable {
  /// The long name without its dashes: `per-page`.
  public var name: String

  /// The one-letter name without its dash, where there is one.
  public var short: String?

  /// What it does, in a few words.
  public var abstract: String

  /// What help calls its value: `N`; nil for a flag.
  public var valueName: String?

  /// What its value may be; of no meaning for a flag.
  public var type: ValueType

  /// What it is where it is not given; help shows it.
  public var defaultValue: String?

  /// Whether it must be given.
  public var isRequired: Bool

  /// The completion kind that answers for its value.
  public var completion: String?

  /// Whether what it is given is secret, so that a line with it stays out of the history.
  public var isSecret: Bool

  /// Whether it may be given several times, each time with one more value.
  public var isRepeating: Bool

  /// Makes an option that takes a value.
  public init(
    _ name: String, short: String? = nil, value valueName: String, _ abstract: String,
    type: ValueType = .text(), default defaultValue: String? = nil, isRequired: Bool = false,
    completion: String? = nil, isSecret: Bool = false, isRepeating: Bool = false
  ) {
    self.name = name
    self.short = short
    self.abstract = abstract
    self.valueName = valueName
    self.type = type
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.completion = completion
    self.isSecret = isSecret
    self.isRepeating = isRepeating
  }

  /// Makes a flag: it is given or it is not.
  public init(flag name: String, short: String? = nil, _ abstract: String) {
    self.name = name
    self.short = short
    self.abstract = abstract
    valueName = nil
    type = .text()
    defaultValue = nil
    isRequired = false
    completion = nil
    isSecret = false
    isRepeating = false
  }

  /// Whether the option takes no value.
  public var isFlag: Bool { valueName == nil }
}
