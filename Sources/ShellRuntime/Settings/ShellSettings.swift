package import ShellOutput
package import CoreSystem
package import ShellCommands

/// The settings of a shell, chosen by options at its start or with `set`.
@MainActor
package final class ShellSettings {
  /// The output format; nil chooses a table on a terminal and TSV elsewhere.
  // Read for every line, as is `isVertical`; both are only assigned.
  @exclusivity(unchecked) package var output: OutputFormat?

  /// The colours on a terminal.
  package var colors = ColorChoice.auto

  /// Where the settings that were changed have their values from, by name.
  private var sources: [String: SettingSource] = [:]

  /// Whether a script continues after a failure.
  package var keepsGoing = false

  /// Whether notices are suppressed.
  package var isQuiet = false

  /// The program, with its arguments, that shows results longer than the screen.
  ///
  /// Empty for none; nil for `$PAGER`, or `less -RFX` if that is not set.
  package var pager: String?

  /// Whether tables have a line for each field of each record.
  @exclusivity(unchecked) package var isVertical = false

  /// The most records that a stage of a pipeline may hold at once, such as those that it sorts.
  package var gatherLimit = ShellSettings.defaultGatherLimit

  /// The usual value of ``gatherLimit``.
  package static let defaultGatherLimit = 1_000_000

  /// Whether requests and responses are traced on standard error.
  package let verbose: SharedFlag

  /// Whether each request is shown on standard error as a command line of curl.
  package let tracesCurl: SharedFlag

  /// Whether commands may answer from what was stored earlier.
  package let offline: OfflineSetting

  /// How often a request that fails is sent again.
  package let retries: RetrySetting

  /// Whether requests are sent without credentials.
  package let anonymous: SharedFlag

  /// Creates the default settings.
  package init() {
    verbose = SharedFlag()
    tracesCurl = SharedFlag()
    offline = OfflineSetting(.never)
    retries = RetrySetting()
    anonymous = SharedFlag()
  }

  /// Returns settings that change without these; only those that requests read are shared.
  func copy() -> ShellSettings {
    let copy = ShellSettings(sharedBy: self)
    copy.output = output
    copy.colors = colors
    copy.sources = sources
    copy.keepsGoing = keepsGoing
    copy.isQuiet = isQuiet
    copy.pager = pager
    copy.isVertical = isVertical
    copy.gatherLimit = gatherLimit
    return copy
  }

  /// Records where a setting has its value from.
  package func note(_ source: SettingSource, of name: String) { sources[name] = source }

  /// Where a setting has its value from.
  func source(of name: String) -> SettingSource { sources[name] ?? .standard }

  private init(sharedBy other: ShellSettings) {
    verbose = other.verbose
    tracesCurl = other.tracesCurl
    offline = other.offline
    retries = other.retries
    anonymous = other.anonymous
  }
}

/// Which colours a terminal shows.
package enum ColorChoice: Sendable, Equatable {
  /// The standard ones, unless `$NO_COLOR` turns them off.
  case auto
  /// None.
  case off
  /// Those of the user, whatever `$NO_COLOR` says: https://no-color.org has a user's own configuration
  /// override the variable.
  case palette(Palette)

  /// Returns the colours; nil for none.
  ///
  /// - Parameters:
  ///   - canShow: whether the terminal has escape sequences.
  ///   - noColor: the value of `$NO_COLOR`.
  package func palette(canShow: Bool, noColor: String?) -> Palette? {
    guard canShow else { return nil }
    return switch self {
    case .auto: Self.areOff(noColor) ? nil : .standard
    case .off: nil
    case .palette(let palette): palette
    }
  }

  /// Whether a value of `$NO_COLOR` turns colours off: any but an empty one.
  static func areOff(_ noColor: String?) -> Bool { noColor.map { !$0.isEmpty } ?? false }
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
