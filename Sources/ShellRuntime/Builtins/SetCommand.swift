import ShellCommands
import ShellOutput

struct SetCommand: ImmediateCommand {
  let setting = Argument<Setting?>("SETTING", "the setting", completion: "settings")
  let newValue = Argument<String?>("VALUE", "its value", completion: "settings")
  let keeps = Flag("save", "keep it for later prompts, too; without VALUE, the value that it has")
  private static let columns = [
    Column("setting"), Column("value"), Column("source"), Column("description"),
  ]
  var specification: CommandSpecification {
    CommandSpecification(
      "set",
      abstract: "Change a setting of the shell, or list the settings",
      discussion: Self.discussion,
      examples: [
        .init("set", "lists the settings, where they were set and what they do"),
        .init("set output json", "shows all later results as JSON"),
        .init("set --save records vertical", "keeps that for later prompts, too"),
        .init("set keep-going on", "lets the script continue after a failure"),
        .init("set gather-limit 5000000", "lets sort-by hold five million records"),
        .init("set offline never", "shows only what the service itself answers"),
        .init("set trace curl", "shows each request as a line for curl"),
        .init("set pager 'less -S'", "shows long results without wrapping their lines"),
        .init("set colors 'number=34:rating=1'", "shows numbers in blue and stars in bold"),
      ],
      parameters: [setting, newValue, keeps], columns: Self.columns)
  }

  private static var discussion: String {
    let settings = Setting.all.map { setting in
      let words = (setting.words + [setting.otherValue].compactMap { $0 }).joined(separator: ", ")
      let details = setting.details.isEmpty ? "" : " \(setting.details)"
      return "\(setting.name) (\(words)): \(setting.abstract).\(details)"
    }
    return """
      A setting lasts until the shell ends. With --save it is also kept in rc.sea, which each prompt \
      runs at its start and scripts do not read. Use let to set a variable of your own.

      \(settings.joined(separator: "\n\n"))
      """
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    if invocation[keeps] { return try keep(invocation) }
    if let setting = invocation[setting], let value = invocation[newValue] {
      return try invocation.pointing(at: newValue) {
        try setting.change(shell.settings, value)
        shell.settings.note(shell.settingSource, of: setting.name)
      }
    }
    try invocation.output.columns(Self.columns)
    for setting in invocation[setting].map({ [$0] }) ?? Setting.all {
      let (value, source) = setting.current(
        in: shell.settings, environment: shell.host.process.variable)
      try invocation.output.row([
        .text(setting.name), .text(value), .text(source.text), .text(setting.abstract),
      ])
    }
  }

  private func keep(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    guard let setting = invocation[setting] else {
      throw invocation.usageError(
        "--save needs a setting", at: keeps, hint: "set --save SETTING VALUE")
    }
    guard let file = shell.host.startupFile else {
      throw invocation.usageError(
        "--save has no file to keep '\(setting.name)' in, because the shell runs with --no-config",
        at: keeps, hint: "start it without --no-config")
    }
    let before = setting.value(shell.settings)
    let value = invocation[newValue] ?? before
    try invocation.pointing(at: newValue) { try setting.change(shell.settings, value) }
    do {
      let line = try file.keep(setting.name, value)
      shell.settings.note(.script(file.name, line: line), of: setting.name)
    } catch {
      // If the setting was not saved, do not set it either, so that the user tries again.
      try? setting.change(shell.settings, before)
      let error = ShellError(error)
      throw ShellError(
        error.code, "'\(setting.name)' was not saved: \(error.message)", hint: error.hint)
    }
    invocation.console.notify(
      "saved in \(file.shownPath(home: shell.host.process.variable("HOME")))")
  }
}
