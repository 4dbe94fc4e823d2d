import Glibc
import SeashellKit
import ShellCommands

struct RefreshAPI: Command {
  let manager: APIManager
  let name = Argument<String>("NAME", "the API", completion: "apis")
  let isConfirmed = Flag("yes", "accept changes that matter for trust without asking")
  let renames = Flag("rename", "name the commands anew; otherwise they keep their names")

  var specification: CommandSpecification {
    var specification = CommandSpecification(
      "refresh", abstract: "Read the description of an API again",
      discussion: """
        It lists the operations that are new and gone. It asks before it accepts changes that matter for \
        trust: a write with another path; an operation with another method, one that is now said to change \
        nothing, is hidden, or needs no credential; other servers; other ways to sign in. A script must pass \
        --yes for these.

        The command of an operation keeps its name as long as the operation has the same id, or the same \
        method and path, and no other operation gets it. --rename gives all commands the names that they \
        would have if the API were added now, and lists those that change.
        """,
      examples: [.init("api refresh --help", "explains it; 'api refresh NAME' reads it again")],
      parameters: [name, isConfirmed, renames])
    specification.sendsRequests = true
    return specification
  }

  func run(_ invocation: Invocation) async throws {
    let api = try invocation.pointing(at: name) { try manager.added(invocation[name]) }
    var former = manager.store.formerNames(of: api)
    former.areReplaced = invocation[renames]
    let new = try await manager.readAnew(api, keeping: former)
    do {
      if let old = manager.store.known(api) {
        let difference = try DescriptionDifference(old: old, new: new.index)
        try await agree(to: difference, invocation)
      }
    } catch let error as DescriptionError {
      throw error.shellError(of: api.name)
    }
    manager.keep(new, as: api.name, report: invocation.report)
    manager.apis.reload(api.name)
    let count = new.index.description.operationCount
    invocation.report("\(api.name) has \(DescriptionText.operations(count))")
    if former.areReplaced {
      try list(former, api, new.index, invocation)
    } else if let notice = former.notice(of: api.name) {
      invocation.report(notice)
    }
  }

  /// Lists the commands that have another name now.
  private func list(
    _ former: FormerNames, _ api: ConfiguredAPI, _ new: DescriptionIndex, _ invocation: Invocation
  ) throws {
    let entries: [DescribedEntry]
    do { entries = try new.entries() } catch { throw error.shellError(of: api.name) }
    var known: [String: CommandName] = [:]
    for name in former.names where name.goneSince == nil {
      known[name.id] = name.name
      known[name.line] = name.name
    }
    var renamed: [(entry: DescribedEntry, before: CommandName, now: CommandName?)] = []
    for entry in entries where api.names[entry.id] == nil {
      guard let before = known[entry.id] ?? known["\(entry.method.name) \(entry.path)"],
        before != entry.name
      else { continue }
      renamed.append((entry, before, entry.name))
    }
    guard !renamed.isEmpty else { return invocation.report("all commands keep their names") }
    try invocation.output.columns(["before", "now", "operation"].map { Column($0) })
    for (entry, before, now) in renamed.sorted(by: { "\($0.before)" < "\($1.before)" }) {
      try invocation.output.row([
        .text(before.line(in: api.name)), now.map { .text($0.line(in: api.name)) } ?? .null,
        .text("\(entry.method.name) \(entry.path)"),
      ])
    }
  }

  private func agree(
    to difference: DescriptionDifference, _ invocation: Invocation
  ) async throws {
    for entry in difference.added.prefix(20) {
      invocation.report("new: \(entry.id), \(entry.method.name) \(entry.path)")
    }
    if difference.added.count > 20 {
      invocation.report("… \(difference.added.count - 20) more new")
    }
    for entry in difference.removed.prefix(20) {
      invocation.report("gone: \(entry.id), \(entry.method.name) \(entry.path)")
    }
    if difference.removed.count > 20 {
      invocation.report("… \(difference.removed.count - 20) more gone")
    }
    guard !difference.changes.isEmpty else { return }
    let lines = difference.changes.prefix(50).map(\.line)
    if invocation[isConfirmed] {
      for line in lines { invocation.report(line) }
      return
    }
    guard invocation.console.isInteractive else {
      throw ShellError(
        .usage, "the new description needs your consent: \(lines[0])",
        hint: "pass --yes to accept "
          + (lines.count == 1 ? "it" : "all \(difference.changes.count) changes"))
    }
    let question = "Use the new description?"
    guard try await invocation.console.confirm(question, below: Array(lines)) else {
      throw ShellError(.failed, "nothing was changed")
    }
  }
}

extension DescriptionChange {
  fileprivate var line: String {
    let what =
      switch kind {
      case .writePath: "goes to another path"
      case .method: "has another method"
      case .markedAsRead: "is now said to change nothing"
      case .hidden: "is now hidden"
      case .noSecurity: "needs no credential now"
      case .security: "needs other credentials"
      case .servers: "has other servers"
      case .securityScheme: "is another way to sign in"
      }
    return "\(id ?? "the API") \(what): \(old) → \(new)"
  }
}
