public import ShellOutput
public import CoreSystem

/// What a user chooses for the whole shell: by an option at its start, or by `set`.
@MainActor
public final class ShellSettings {
  /// The form of results; nil chooses a table on a terminal and TSV elsewhere.
  public var output: OutputFormat?

  /// Whether a script goes on after a failure.
  public var keepsGoing = false

  /// Whether notices are left out.
  public var isQuiet = false

  /// The program, with its arguments, that shows what is longer than the screen; empty for none, nil
  /// for `$PAGER`, or else `less -RFX`.
  public var pager: String?

  /// Whether requests and responses are told on standard error.
  public let verbose = SharedFlag()

  /// Makes the settings that hold where nothing was chosen.
  public init() {}
}
