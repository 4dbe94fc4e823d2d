import CoreSystem
import ShellOutput
import ShellCommands
import ShellLanguage

struct SetCommand: ImmediateCommand {
  let settings: ShellSettings
  let setting = Argument<Setting?>("SETTING", "the setting")
  let newValue = Argument<String?>("VALUE", "its value", completion: "settings")
  /// The values of `records`.
  static let layouts = ["auto", "vertical"]
  private static let columns = [Column("setting"), Column("value")]
  var specification: CommandSpecification {
    CommandSpecification(
      "set",
      abstract: "Change a setting of the shell, or list the settings",
      discussion: """
        output is auto, table, tsv, json, jsonl or csv; auto is a table on a terminal and TSV \
        elsewhere. gather-limit is the most records that stages such as sort-by hold at once, a \
        number or auto. keep-going, quiet and verbose are on or off. pager is the program that, at a \
        prompt, shows results longer than the screen: auto is $PAGER or else less -RFX, off is none. \
        records is how tables show lists: vertical shows each record a field a line, in files too; \
        auto does so only for a list of one record that is wider than the terminal. offline is auto, \
        always or never: whether commands answer from what was stored earlier if the service cannot \
        be reached, always, or never; at a prompt it begins as auto, in a script as never, unless the \
        program was started with --offline ('help offline' tells more). \
        Use let to set a variable of your own.
        """,
      examples: [
        .init("set", "lists the settings"),
        .init("set output json", "shows all later results as JSON"),
        .init("set keep-going on", "lets the script continue after a failure"),
        .init("set gather-limit 5000000", "lets sort-by hold five million records"),
        .init("set records vertical", "shows each record of a list a field a line"),
        .init("set offline never", "shows only what the service itself answers"),
        .init("set pager 'less -S'", "shows long results without wrapping their lines"),
      ],
      parameters: [setting, newValue], columns: Self.columns)
  }

  /// The settings, named as the user types them.
  enum Setting: String, CaseIterable, ParameterValue {
    case output
    case gatherLimit = "gather-limit"
    case keepGoing = "keep-going"
    case offline
    case pager
    case quiet
    case records
    case verbose
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let setting = invocation[setting]
    if let setting, let value = invocation[newValue] {
      return try invocation.pointing(at: newValue) { try set(setting, to: value) }
    }
    try invocation.output.columns(Self.columns)
    for each in setting.map({ [$0] }) ?? Setting.allCases {
      try invocation.output.row([.text(each.rawValue), .text(value(of: each))])
    }
  }

  private func value(of setting: Setting) -> String {
    switch setting {
    case .output: settings.output?.rawValue ?? "auto"
    case .gatherLimit: String(settings.gatherLimit)
    case .keepGoing: Self.text(settings.keepsGoing)
    case .offline: settings.offline.value.rawValue
    case .pager: settings.pager.map { $0.isEmpty ? "off" : $0 } ?? "auto"
    case .quiet: Self.text(settings.isQuiet)
    case .records: settings.isVertical ? "vertical" : "auto"
    case .verbose: Self.text(settings.verbose.isRaised)
    }
  }

  private func set(_ setting: Setting, to value: String) throws {
    switch setting {
    case .output:
      let formats = ["auto"] + OutputFormat.allCases.map(\.rawValue)
      guard formats.contains(value) else { throw Self.invalid(setting, value, formats) }
      settings.output = OutputFormat(rawValue: value)
    case .gatherLimit: settings.gatherLimit = try Self.limit(value)
    case .keepGoing: settings.keepsGoing = try Self.isOn(value, for: setting)
    case .offline:
      guard let mode = OfflineMode(rawValue: value) else {
        throw Self.invalid(setting, value, OfflineMode.allCases.map(\.rawValue))
      }
      settings.offline.value = mode
    case .pager: settings.pager = try Self.pager(value)
    case .quiet: settings.isQuiet = try Self.isOn(value, for: setting)
    case .records:
      guard Self.layouts.contains(value) else { throw Self.invalid(setting, value, Self.layouts) }
      settings.isVertical = value == "vertical"
    case .verbose:
      if try Self.isOn(value, for: setting) {
        settings.verbose.raise()
      } else {
        settings.verbose.lower()
      }
    }
  }

  private static func pager(_ value: String) throws -> String? {
    switch value {
    case "auto": return nil
    case "off", "": return ""
    default:
      guard ProgramWords.words(of: value) != nil else {
        throw ShellError(
          .usage, "'\(value)' is not a pager; give auto, off, or a program with its arguments")
      }
      return value
    }
  }

  private static func limit(_ value: String) throws -> Int {
    if value == "auto" { return ShellSettings.defaultGatherLimit }
    guard let limit = Int(value), limit > 0 else {
      throw ShellError(
        .usage, "'\(value)' is not a value of gather-limit; choose auto or a number of at least 1")
    }
    return limit
  }

  private static func text(_ value: Bool) -> String { value ? "on" : "off" }

  private static func isOn(_ value: String, for setting: Setting) throws -> Bool {
    switch value {
    case "on": true
    case "off": false
    default: throw invalid(setting, value, ["on", "off"])
    }
  }

  private static func invalid(_ setting: Setting, _ value: String, _ choices: [String])
    -> ShellError
  {
    ShellError(
      .usage,
      "'\(value)' is not a value of \(setting.rawValue); choose \(choices.joined(separator: ", "))")
  }
}
