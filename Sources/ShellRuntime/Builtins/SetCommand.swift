import CoreSystem
import ShellOutput
import ShellCommands
import ShellLanguage

struct SetCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "set",
    abstract: "Change a setting of the shell, or list the settings",
    discussion: """
      output is auto, table, tsv, json, jsonl or csv; auto is a table on a terminal and TSV \
      elsewhere. keep-going, quiet and verbose are on or off. pager is the program that shows, at \
      a prompt, results longer than the screen: auto is $PAGER or else less -RFX, off is none. A \
      text of one's own is set by let.
      """,
    examples: [
      .init("set", "lists the settings"),
      .init("set output json", "gives every later result as JSON"),
      .init("set keep-going on", "lets the script go on after a failure"),
      .init("set pager 'less -S'", "shows long results without wrapping their lines"),
    ],
    arguments: [
      .init(
        "SETTING", "the setting", type: .choice(Setting.allCases.map(\.rawValue)),
        isRequired: false),
      .init("VALUE", "its value", isRequired: false, completion: "settings"),
    ])

  /// A setting by its name.
  enum Setting: String, CaseIterable {
    case output
    case keepGoing = "keep-going"
    case pager
    case quiet
    case verbose
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    let settings = shell.settings
    let setting = arguments.text("SETTING").flatMap(Setting.init)
    if let setting, let value = arguments.text("VALUE") {
      do {
        return try set(setting, to: value, in: settings)
      } catch var error as ShellError {
        error.word = arguments.word(of: "VALUE")
        throw error
      }
    }
    try invocation.output.columns([Column("setting"), Column("value")])
    for each in setting.map({ [$0] }) ?? Setting.allCases {
      try invocation.output.row([.text(each.rawValue), .text(value(of: each, in: settings))])
    }
  }

  private func value(of setting: Setting, in settings: ShellSettings) -> String {
    switch setting {
    case .output: settings.output?.rawValue ?? "auto"
    case .keepGoing: Self.word(settings.keepsGoing)
    case .pager: settings.pager.map { $0.isEmpty ? "off" : $0 } ?? "auto"
    case .quiet: Self.word(settings.isQuiet)
    case .verbose: Self.word(settings.verbose.isRaised)
    }
  }

  private func set(_ setting: Setting, to value: String, in settings: ShellSettings) throws {
    switch setting {
    case .output:
      let formats = ["auto"] + OutputFormat.allCases.map(\.rawValue)
      guard formats.contains(value) else { throw Self.unfit(setting, value, formats) }
      settings.output = OutputFormat(rawValue: value)
    case .keepGoing: settings.keepsGoing = try Self.truth(of: value, for: setting)
    case .pager: settings.pager = try Self.pager(value)
    case .quiet: settings.isQuiet = try Self.truth(of: value, for: setting)
    case .verbose:
      if try Self.truth(of: value, for: setting) {
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
          .usage, "pager is auto, off, or a program with its arguments, not '\(value)'")
      }
      return value
    }
  }

  private static func word(_ value: Bool) -> String { value ? "on" : "off" }

  private static func truth(of value: String, for setting: Setting) throws -> Bool {
    switch value {
    case "on": true
    case "off": false
    default: throw unfit(setting, value, ["on", "off"])
    }
  }

  private static func unfit(_ setting: Setting, _ value: String, _ choices: [String]) -> ShellError
  {
    ShellError(
      .usage, "\(setting.rawValue) is one of \(choices.joined(separator: ", ")), not '\(value)'")
  }
}
