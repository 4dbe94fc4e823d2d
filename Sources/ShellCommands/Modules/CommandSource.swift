public import ShellOutput

/// Commands that are looked up one at a time, since there are very many of them, or since they come from
/// elsewhere.
///
/// A module gives it as ``Contributions/source``. Its specifications are not checked when the module is
/// loaded, and the module gives up its own name if the user adds a module with that name to its API.
@MainActor
public protocol CommandSource: AnyObject {
  /// The commands in lists and completion, in any order; this creates none.
  var summaries: [CommandSummary] { get }

  /// The commands that lists leave out, and that can be typed nevertheless.
  var hiddenSummaries: [CommandSummary] { get }

  /// Returns what lists would show of a command, also of a hidden one; nil if there is none with that name.
  func summary(of name: String) -> CommandSummary?

  /// Returns the kinds of a command's required arguments, so that at a place with such a value the command
  /// can run by its name alone.
  func needs(of name: String) -> [CompletionKind]

  /// Creates a command; called once for each name.
  ///
  /// - Returns: nil if there is no command with that name.
  /// - Throws: why the command cannot be read; that is then the error of each use.
  func command(named name: String) throws -> (any Command)?

  /// Returns why a command that was there is gone; nil if it never was.
  ///
  /// Only the source of the module with its API's name is asked.
  ///
  /// - Parameter words: the command's words behind the API's name, such as `items list`.
  func farewell(to words: [String]) -> ShellError?
}

extension CommandSource {
  /// None.
  public var hiddenSummaries: [CommandSummary] { [] }

  /// The first summary with that name.
  public func summary(of name: String) -> CommandSummary? {
    summaries.first { $0.name == name } ?? hiddenSummaries.first { $0.name == name }
  }

  /// No kinds.
  public func needs(of name: String) -> [CompletionKind] { [] }

  /// Nil: no command was there before.
  public func farewell(to words: [String]) -> ShellError? { nil }
}

/// A command as lists show it.
public struct CommandSummary: Sendable {
  /// The name in the command's specification.
  public let name: String

  /// What it does, in one line.
  public let abstract: String

  /// Whether it can change anything; nil if only its specification says so.
  public let changesData: Bool?

  /// Whether lists and completion include it.
  public let isListed: Bool

  /// The heading under which `help` lists it, such as a tag.
  ///
  /// A command that is not listed has its kind here, such as `HEAD`, by which `help` counts it. Without one it is not
  /// counted.
  public let subject: String?

  /// A further text that contains the words to find it by, such as an id and a path; not shown.
  public let keywords: String

  /// Describes a command.
  public init(
    _ name: String, _ abstract: String, changesData: Bool? = nil, isListed: Bool = true,
    subject: String? = nil, keywords: String = ""
  ) {
    (self.name, self.abstract) = (name, abstract)
    (self.changesData, self.isListed) = (changesData, isListed)
    (self.subject, self.keywords) = (subject, keywords)
  }
}
