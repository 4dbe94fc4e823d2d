import ShellCommands
import ShellRecords
import ShellRuntime

enum HelpGroups {
  /// A subject with the names that belong to it; names that do not exist are skipped.
  typealias Group = (title: String, names: [String])

  static let commands: [Group] = [
    ("help", ["help", "history", "version", "doctor", "complete"]),
    ("values", ["print", "let", "unset", "set", "alias", "unalias"]),
    ("places", ["open", "cd", "ls", "back", "home", "pwd"]),
    ("events and jobs", ["watch", "on", "off", "events", "notify", "jobs", "wait", "cancel"]),
    ("scripts", ["source", "fail", "expect-schema", "time", "sleep"]),
    ("the screen", ["clear", "exit"]),
  ]

  /// The groups of some stages: those of the shell's own, then those that modules' stages name.
  @MainActor
  static func stages(of table: CommandTable) -> [Group] {
    let own = BuiltInStage.allCases.map { ($0.subject, $0.rawValue) }
    let others = table.all.filter { $0.module != nil }.map(\.specification)
    let named = others.compactMap { stage in stage.subject.map { ($0, stage.name) } }
    return groups(
      (own + named).reduce(into: [Group]()) { groups, stage in
        let (subject, name) = stage
        let place = groups.firstIndex { $0.title == subject } ?? groups.count
        if place == groups.count { groups.append((subject, [])) }
        groups[place].names.append(name)
      }, of: table.names)
  }

  /// Returns the groups with their existing names, and a last group for the remaining names.
  static func groups(_ groups: [Group], of names: [String]) -> [Group] {
    let known = groups.map { (title: $0.title, names: $0.names.filter(names.contains)) }
    let others = names.filter { name in !known.contains { $0.names.contains(name) } }
    return (known + [(title: "other", names: others)]).filter { !$0.names.isEmpty }
  }
}
