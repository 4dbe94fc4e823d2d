public import ShellOutput
public import CoreSystem

/// The settings of a shell, chosen by options at its start or with `set`.
@MainActor
public final class ShellSettings {
  /// The output format; nil chooses a table on a terminal and TSV elsewhere.
  public var output: OutputFormat?

  /// Whether a script continues after a failure.
  public var keepsGoing = false

  /// Whether notices are suppressed.
  public var isQuiet = false

  /// The program, with its arguments, that shows results longer than the screen.
  ///
  /// Empty for none; nil for `$PAGER`, or `less -RFX` if that is not set.
  public var pager: String?

  /// Whether requests and responses are traced on standard error.
  public let verbose = SharedFlag()

  /// Creates the default settings.
  public init() {}
}
