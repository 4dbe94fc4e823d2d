package import CoreSystem
package import ShellCommands
package import ShellOutput

/// The settings of a shell, chosen by options at its start or with `set`.
@MainActor
package final class ShellSettings {
  /// The output format; nil for a table on a terminal and TSV elsewhere.
  // Read for every line, as is `layout`; both are only assigned.
  @exclusivity(unchecked) package var output: OutputFormat?

  /// The colours on a terminal.
  package var colors = ColorChoice.auto

  private var sources: [String: SettingSource] = [:]

  /// Whether a script continues after a failure.
  package var keepsGoing = false

  /// Whether notices are suppressed.
  package var isQuiet = false

  /// Whether words have colours while a line is typed.
  package var highlights = true

  /// Whether a line of the history is suggested while a line is typed.
  package var suggests = true

  /// The program, with its arguments, that shows results longer than the screen.
  ///
  /// Empty for no pager; nil for `$PAGER`, or `less -RFX` if that is not set.
  package var pager: String?

  /// How tables show lists.
  @exclusivity(unchecked) package var layout = RecordLayout.auto

  /// How many records a stage of a pipeline may hold, for example to sort them.
  package var gatherLimit = ShellSettings.defaultGatherLimit

  /// The default of ``gatherLimit``.
  static let defaultGatherLimit = 1_000_000

  /// Whether requests and responses are traced on standard error.
  package let verbose: SharedFlag

  /// Whether each request is shown on standard error as a curl command.
  package let tracesCurl: SharedFlag

  /// Whether commands may answer from stored data.
  package let offline: OfflineSetting

  /// How often a failed request is retried.
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

  /// Returns an independent copy, except that the settings read by requests are shared.
  func copy() -> ShellSettings {
    let copy = ShellSettings(sharedBy: self)
    copy.output = output
    copy.colors = colors
    copy.sources = sources
    copy.keepsGoing = keepsGoing
    copy.isQuiet = isQuiet
    copy.highlights = highlights
    copy.suggests = suggests
    copy.pager = pager
    copy.layout = layout
    copy.gatherLimit = gatherLimit
    return copy
  }

  /// The settings that requests read, which copies share.
  package struct OfRequests {
    fileprivate let isVerbose: Bool
    fileprivate let tracesCurl: Bool
    fileprivate let offline: OfflineMode
    fileprivate let retries: Int?
    fileprivate let isAnonymous: Bool
  }

  /// The settings that requests read, to be put back after statements that may change them.
  package var ofRequests: OfRequests {
    get {
      OfRequests(
        isVerbose: verbose.isRaised, tracesCurl: tracesCurl.isRaised, offline: offline.value,
        retries: retries.value, isAnonymous: anonymous.isRaised)
    }
    set {
      verbose.set(newValue.isVerbose)
      tracesCurl.set(newValue.tracesCurl)
      offline.value = newValue.offline
      retries.value = newValue.retries
      anonymous.set(newValue.isAnonymous)
    }
  }

  /// Records the source of a setting's value.
  package func note(_ source: SettingSource, of name: String) { sources[name] = source }

  func source(of name: String) -> SettingSource { sources[name] ?? .standard }

  private init(sharedBy other: ShellSettings) {
    verbose = other.verbose
    tracesCurl = other.tracesCurl
    offline = other.offline
    retries = other.retries
    anonymous = other.anonymous
  }
}

/// The colours shown on a terminal.
package enum ColorChoice: Sendable, Equatable {
  /// The standard colours, unless `$NO_COLOR` turns them off.
  case auto
  case off
  /// The user's colours, even if `$NO_COLOR` is set: by https://no-color.org, a user's own configuration
  /// overrides the variable.
  case palette(Palette)

  /// Returns the colours, if any.
  ///
  /// - Parameters:
  ///   - canShow: whether the terminal supports escape sequences.
  ///   - noColor: the value of `$NO_COLOR`.
  package func palette(canShow: Bool, noColor: String?) -> Palette? {
    guard canShow else { return nil }
    return switch self {
    case .auto: Self.areOff(noColor) ? nil : .standard
    case .off: nil
    case .palette(let palette): palette
    }
  }

  /// Whether a value of `$NO_COLOR` turns colours off, as any non-empty value does.
  static func areOff(_ noColor: String?) -> Bool { noColor.map { !$0.isEmpty } ?? false }
}

extension Destination {
  /// The destination, with the layout of lists chosen in the settings.
  @MainActor
  func laidOut(by settings: ShellSettings) -> Destination {
    guard settings.layout != .auto else { return self }
    var style = style
    style.layout = settings.layout
    return Destination(stream, style: style)
  }
}

/// The source of a setting's value.
package enum SettingSource: Sendable, Equatable {
  /// The shell itself.
  case standard
  /// An option at the start: `--quiet`, `-o json`.
  case option(String)
  /// A variable of the process's environment: `PAGER`.
  case variable(String)
  /// A line of a script: of `rc.sea`, or of a sourced script.
  case script(String, line: Int)
  /// A typed command, or one in the script that the shell was started with.
  case here

  /// The source, in a few words.
  var text: String {
    switch self {
    case .standard: "default"
    case .option(let option): option
    case .variable(let name): "$\(name)"
    case .script(let name, let line): "\(name):\(line)"
    case .here: "here"
    }
  }
}
