import SeashellKit

/// The operations of an API by the groups of their commands, without operations that have no command.
///
/// The operations of a group are read from the index when they are first needed, unless the configuration
/// changes names.
@MainActor
final class OperationGroups {
  /// An operation with the name of its command; nil if it can be called by its id only.
  typealias Named = (entry: DescribedEntry, name: CommandName?)

  let names: [String]

  private let list: DescribedList
  private let renamed: [Named]?
  private var known: [String: [Named]]
  /// The commands of groups for their last list, as far as they are known.
  private var following: [String: [String]] = [:]

  init(_ configured: ConfiguredAPI, _ index: DescriptionIndex) throws(DescriptionError) {
    list = try index.list()
    if configured.names.isEmpty {
      (renamed, known) = (nil, [:])
      names = list.groups.map(\.name).filter { !$0.isEmpty }
    } else {
      let named = try OperationNames(configured, index).named.filter { $0.entry.refusal == nil }
      let groups = Dictionary(grouping: named) { $0.name?.group ?? "" }
      (renamed, known) = (named, groups)
      names = groups.keys.filter { !$0.isEmpty }.sorted()
    }
  }

  /// Returns the operations of a group, in the document's order.
  ///
  /// - Parameter group: the name of the group; empty for operations that can be called by their ids only.
  func operations(of group: String) throws(DescriptionError) -> [Named] {
    if let operations = known[group] { return operations }
    guard renamed == nil, let place = list.groups.first(where: { $0.name == group }) else {
      return []
    }
    let operations: [Named] = try list.entries(of: place).filter { $0.refusal == nil }
      .map { ($0, $0.name) }
    known[group] = operations
    return operations
  }

  func all() throws(DescriptionError) -> [Named] {
    if let renamed { return renamed }
    return try list.entries().filter { $0.refusal == nil }.map { ($0, $0.name) }
  }

  func operation(id: String) throws(DescriptionError) -> Named? {
    if let renamed { return renamed.first { $0.entry.id == id } }
    guard let entry = try list.entry(id: id), entry.refusal == nil else { return nil }
    return (entry, entry.name)
  }

  /// Returns the commands of a group for its last list, `more` and `refresh`: those whose name no operation of the
  /// group has, if one of these lists.
  func following(_ group: String) throws(DescriptionError) -> [String] {
    if let names = following[group] { return names }
    var (hasList, names) = (false, ["more", "refresh"])
    for (entry, name) in try operations(of: group) {
      guard let name else { continue }
      names.removeAll { $0 == name.command }
      guard !hasList, name.command.hasPrefix("list") else { continue }
      // What an id says takes the longest to find out.
      hasList =
        entry.method == .get
        || entry.method == .post && DescribedReading.saysQuery(id: entry.id, path: entry.path)
    }
    following[group] = hasList ? names : []
    return hasList ? names : []
  }
}

extension DescribedEntry {
  /// The reason the operation has no command; nil if it has one.
  var refusal: String? {
    if isIgnored { return "the description says so" }
    return method == .trace ? "TRACE is not sent" : nil
  }

  /// What lists call the operation when they count it and leave it out; nil if they include it.
  ///
  /// HEAD and OPTIONS only ask about another operation. What an id calls a proxy passes any method on: the method is in
  /// the middle of the id, as in `connectCoreV1DeleteNamespacedPodProxy`. The verb of `getProxy` begins it.
  var unlistedKind: String? {
    if isHidden { return "hidden" }
    // Few ids have an x, so few are split into words.
    if id.utf8.contains(UInt8(ascii: "x")) {
      let words = NameWords.words(of: id)
      let isPassedOn = words.dropFirst().dropLast().contains(method.rawValue)
      if isPassedOn, words.contains("proxy") { return "proxy" }
    }
    return method.isIncidental ? method.name : nil
  }
}

/// The operations of an API with the names of their commands, from the configuration or else from the
/// index.
struct OperationNames {
  /// The operations in the document's order; the name is nil if an operation can be called by its id only.
  let named: [(entry: DescribedEntry, name: CommandName?)]

  init(_ configured: ConfiguredAPI, _ index: DescriptionIndex) throws(DescriptionError) {
    let entries = try index.entries()
    guard !configured.names.isEmpty else {
      named = entries.map { ($0, $0.name) }
      return
    }
    let chosen = entries.map { entry in
      configured.names[entry.id].flatMap { text in
        CommandName(text) ?? entry.name.flatMap { CommandName(group: $0.group, command: text) }
      }
    }
    let taken = Set(chosen.compactMap(\.self))
    var given: Set<CommandName> = []
    named = zip(entries, chosen).map { entry, choice in
      let name = choice ?? entry.name.flatMap { taken.contains($0) ? nil : $0 }
      return (entry, name.flatMap { given.insert($0).inserted ? $0 : nil })
    }
  }
}
