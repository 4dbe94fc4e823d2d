import ShellCommands
import ShellRuntime

/// What `help NAME` shows of an API: a line for each of its groups, under the tags of the description.
///
/// It reads the summaries of the operations, and creates no command.
@MainActor
struct APIOutline {
  private struct Group {
    let name: String
    /// What the group is, if its name does not say the same.
    let meaning: String?
    /// The tag of most of its commands.
    let subject: String?
    let commands: [(path: String, command: CommandSummary)]
    /// The name of the command that the group's name runs.
    let onlyName: String?
  }

  private let api: String
  private let groups: [Group]
  /// The kinds of the operations that are left out, and how many there are of each.
  private let unlisted: [(kind: String, count: Int)]

  /// An API with at most this many commands has a line for each of them, which is a screen.
  private static let fewCommands = 24

  init(_ api: String, _ modules: ModuleRegistry) {
    self.api = api
    var groups: [Group] = []
    var unlisted: [String: Int] = [:]
    for module in modules.modules(in: api) where module.name != groups.last?.name {
      guard let table = modules.commands(of: module.name, in: api) else { continue }
      for kind in table.unlisted.compactMap(\.subject) { unlisted[kind, default: 0] += 1 }
      let commands = table.summaries
      guard module.name != api, !commands.isEmpty else { continue }
      groups.append(
        Group(
          name: module.name,
          meaning: Self.isName(module.abstract, module.name) ? nil : module.abstract,
          subject: Self.mostFrequent(commands.compactMap(\.command.subject)),
          commands: commands, onlyName: table.onlyName))
    }
    self.groups = groups
    self.unlisted = unlisted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The name of a group for examples; nil if there is none.
  var example: String? { (groups.first { $0.onlyName == nil } ?? groups.first)?.name }

  /// The number of operations that are left out, by their kinds: `9 HEAD, 42 proxy`; nil if there are none.
  var unlistedText: String? {
    unlisted.isEmpty ? nil : unlisted.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
  }

  func lines(in layout: TextLayout) -> [String] {
    let isShort = groups.reduce(0) { $0 + $1.commands.count } <= Self.fewCommands
    let rows = groups.map { (group: $0, rows: isShort ? commandRows(of: $0) : [row(of: $0)]) }
    let subjects = Set(groups.map { $0.subject ?? "" })
    // Headings over one group each would say every name twice.
    guard subjects.count > 1, subjects.count < groups.count else {
      return layout.columns(rows.flatMap(\.rows))
    }
    // Sorted by their names, as a reader looks for them: not every tag is in the description's list of tags.
    let headings = subjects.filter { !$0.isEmpty }.sorted { $0.lowercased() < $1.lowercased() }
    var lines: [String] = []
    for heading in headings + (subjects.contains("") ? [""] : []) {
      let own = rows.filter { ($0.group.subject ?? "") == heading }
      lines += lines.isEmpty ? [] : [""]
      lines += layout.paragraphs(heading.isEmpty ? "Without a tag" : heading)
      lines += layout.columns(own.flatMap(\.rows))
    }
    return lines
  }

  private func row(of group: Group) -> (label: String, text: String) {
    let label = "\(api) \(group.name)"
    let only = group.commands.first { $0.command.name == group.onlyName }
    if let only { return (label, only.command.abstract) }
    let count = group.commands.count
    let names = group.commands.map(\.command.name).joined(separator: ", ")
    let text = count > Self.fewNames ? "\(count) commands" : names
    return (label, group.meaning.map { "\($0): \(text)" } ?? text)
  }

  /// A group with at most this many commands names them.
  private static let fewNames = 4

  private func commandRows(of group: Group) -> [(label: String, text: String)] {
    group.onlyName == nil
      ? group.commands.map { ("\(api) \($0.path)", $0.command.abstract) } : [row(of: group)]
  }

  private static func isName(_ abstract: String, _ name: String) -> Bool {
    abstract.lowercased().replacing(" ", with: "-") == name
  }

  /// Returns the most frequent text, and the first of several in the order of the alphabet.
  private static func mostFrequent(_ texts: [String]) -> String? {
    var counts: [String: Int] = [:]
    for text in texts { counts[text, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
