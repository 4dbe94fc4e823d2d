import WebAPI
import WebAuthorization

/// The differences between two indexes of one API, including the changes that affect trust.
///
/// Operations are matched by id, or else by method and path.
struct DescriptionDifference: Sendable, Equatable {
  var added: [DescribedEntry] = []
  var removed: [DescribedEntry] = []
  /// The changes that affect trust; those of the API as a whole come first.
  var changes: [DescriptionChange] = []

  /// Compares two indexes.
  ///
  /// - Throws: ``DescriptionError`` if one of them is damaged.
  init(old: DescriptionIndex, new: DescriptionIndex) throws(DescriptionError) {
    compare(old.description, new.description)
    var known: [String: Facts] = [:]
    try old.forEachOperation { operation throws(DescriptionError) in
      known[operation.id] = Facts(operation, in: old.description)
    }
    // An operation whose id still exists is not matched by its path.
    let ids = try Set(new.entries().map(\.id))
    var byPath: [String: String] = [:]
    for (id, facts) in known where !ids.contains(id) { byPath[facts.line] = id }
    var found: Set<String> = []
    var added: [DescribedEntry] = []
    var changes: [DescriptionChange] = []
    try new.forEachOperation { operation throws(DescriptionError) in
      let facts = Facts(operation, in: new.description)
      let id = known[operation.id] != nil ? operation.id : byPath[facts.line]
      guard let id, let before = known[id], found.insert(id).inserted else {
        added.append(facts.entry)
        return
      }
      changes += facts.changes(since: before)
    }
    self.added = added
    self.changes += changes
    for entry in try old.entries() where !found.contains(entry.id) { removed.append(entry) }
  }

  /// Whether no operations were added or removed and no change affects trust.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changes.isEmpty }

  private mutating func compare(_ old: APIDescription, _ new: APIDescription) {
    func note(_ kind: DescriptionChange.Kind, _ id: String?, _ before: String, _ after: String) {
      guard before != after else { return }
      changes.append(DescriptionChange(kind: kind, id: id, old: before, new: after))
    }
    note(.servers, nil, old.servers.summary, new.servers.summary)
    let isOpen = new.security.isOpen && !old.security.isOpen
    note(isOpen ? .noSecurity : .security, nil, old.security.summary, new.security.summary)
    // A new scheme has no credential yet.
    for scheme in old.securitySchemes {
      let after = new.securityScheme(scheme.id)?.kind.summary ?? "none"
      note(.securityScheme, scheme.id, scheme.kind.summary, after)
    }
  }
}

private struct Facts {
  let entry: DescribedEntry
  /// Method and path: `POST /pets`.
  let line: String
  let isInheriting: Bool
  let security: [SecurityRequirement]
  let servers: [DescribedServer]?

  init(_ operation: DescribedOperation, in description: APIDescription) {
    entry = DescribedEntry(operation)
    line = "\(operation.method.name) \(operation.path)"
    isInheriting = operation.security == nil
    security = operation.security ?? description.security
    servers = operation.servers
  }

  func changes(since old: Facts) -> [DescriptionChange] {
    var changes: [DescriptionChange] = []
    func note(_ kind: DescriptionChange.Kind, _ before: String, _ after: String) {
      guard before != after else { return }
      changes.append(DescriptionChange(kind: kind, id: entry.id, old: before, new: after))
    }
    if entry.method != old.entry.method {
      note(.method, old.line, line)
    } else if entry.method.isWrite {
      note(.writePath, old.line, line)
    }
    if entry.method.isWrite, entry.isDeclaredRead, !old.entry.isDeclaredRead {
      note(.markedAsRead, "a write", "a read")
    }
    if entry.isHidden && !old.entry.isHidden || entry.isIgnored && !old.entry.isIgnored {
      note(.hidden, old.visibility, visibility)
    }
    // Inherited values are compared only once.
    if !(isInheriting && old.isInheriting) {
      let isOpen = security.isOpen && !old.security.isOpen
      note(isOpen ? .noSecurity : .security, old.security.summary, security.summary)
    }
    note(.servers, old.servers?.summary ?? "the API's", servers?.summary ?? "the API's")
    return changes
  }

  private var visibility: String {
    entry.isIgnored ? "ignored" : entry.isHidden ? "hidden" : "shown"
  }
}
