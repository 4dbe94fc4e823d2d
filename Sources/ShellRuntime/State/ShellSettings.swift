package import ShellOutput
package import CoreSystem
package import ShellCommands

/// The settings of a shell, chosen by options at its start or with `set`.
@MainActor
package final class ShellSettings {
  /// The output format; nil chooses a table on a terminal and TSV elsewhere.
  package var output: OutputFormat?

  /// Whether a script continues after a failure.
  package var keepsGoing = false

  /// Whether notices are suppressed.
  package var isQuiet = false

  /// The program, with its arguments, that shows results longer than the screen.
  ///
  /// Empty for none; nil for `$PAGER`, or `less -RFX` if that is not set.
  package var pager: String?

  /// Whether tables have a line for each field of each record.
  package var isVertical = false

  /// The most records that a stage of a pipeline may hold at once, such as those that it sorts.
  package var gatherLimit = ShellSettings.defaultGatherLimit

  /// The usual value of ``gatherLimit``.
  package static let defaultGatherLimit = 1_000_000

  /// Whether requests and responses are traced on standard error.
  package let verbose: SharedFlag

  /// Whether commands may answer from what was stored earlier.
  package let offline: OfflineSetting

  /// Creates the default settings.
  package init() {
    verbose = SharedFlag()
    offline = OfflineSetting(.never)
  }

  /// Returns settings that change without these; only ``verbose`` and ``offline`` are shared.
  func copy() -> ShellSettings {
    let copy = ShellSettings(verbose: verbose, offline: offline)
    copy.output = output
    copy.keepsGoing = keepsGoing
    copy.isQuiet = isQuiet
    copy.pager = pager
    copy.isVertical = isVertical
    copy.gatherLimit = gatherLimit
    return copy
  }

  private init(verbose: SharedFlag, offline: OfflineSetting) {
    self.verbose = verbose
    self.offline = offline
  }
}

extension Destination {
  /// The destination, with the layout of lists that the settings choose.
  @MainActor
  func laidOut(by settings: ShellSettings) -> Destination {
    guard settings.isVertical else { return self }
    var style = style
    style.isVertical = true
    return Destination(stream, style: style)
  }
}
