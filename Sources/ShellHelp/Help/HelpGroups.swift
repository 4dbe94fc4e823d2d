import ShellRecords

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

  static let stages = BuiltInStage.allCases.reduce(into: [Group]()) { groups, stage in
    let place = groups.firstIndex { $0.title == stage.subject } ?? groups.count
    if place == groups.count { groups.append((stage.subject, [])) }
    groups[place].names.append(stage.rawValue)
  }

  /// Returns the groups with their existing names, and a last group for the remaining names.
  static func groups(_ groups: [Group], of names: [String]) -> [Group] {
    let known = groups.map { (title: $0.title, names: $0.names.filter(names.contains)) }
    let others = names.filter { name in !known.contains { $0.names.contains(name) } }
    return (known + [(title: "other", names: others)]).filter { !$0.names.isEmpty }
  }
}
