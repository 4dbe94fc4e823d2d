import SeashellHosting
import SeashellKit

enum QueueNotices {
  static let empty = "the queue is empty"

  /// The maximum number of writes with a line each, for those sent in the background.
  private static let shown = 3

  static func outcome(_ outcome: QueueOutcome) -> String {
    switch outcome {
    case .sent(let write, let created):
      "\(write.id) sent: \(write.summary)" + (created.map { " created \($0)" } ?? "")
    case .postponed(let write): "\(write.id) waits" + (write.reason.map { ": \($0)" } ?? "")
    case .held(let write):
      "\(write.id) held" + (write.reason.map { ": \($0)" } ?? "")
        + (write.isInDoubt ? "; 'queue show \(write.id)' says where to look" : "")
    }
  }

  static func sent(_ sent: [(write: QueuedWrite, created: String?)]) -> [String] {
    guard sent.count <= shown else { return ["\(sent.count) waiting writes were sent"] }
    return sent.map { write, created in
      "\(write.id) was sent: \(write.path)" + (created.map { "/\($0)" } ?? "")
    }
  }

  static func held(_ held: [QueuedWrite]) -> [String] {
    guard held.count <= shown else {
      let what = held.contains(where: \.isInDoubt) ? "are held" : "were refused"
      return ["\(held.count) waiting writes \(what); 'queue list' shows why"]
    }
    return held.map { write in
      "\(write.id) \(write.isInDoubt ? "is held" : "was refused")"
        + (write.reason.map { ": \($0)" } ?? "")
        + "; 'queue show \(write.id)' says more"
    }
  }

  /// Advice to find out whether a write was carried out, and on what to do then.
  static func look(_ write: QueuedWrite) -> String {
    "look at \(write.path) to see whether it was done; then 'queue drop \(write.id)' removes it, or "
      + "'queue retry \(write.id)' sends it again"
  }

  static func waiting(_ count: Int) -> String {
    "\(QueueView.count(count, "waits", "wait")); 'queue list' shows \(count == 1 ? "it" : "them")"
  }

  /// The notice about dropped writes, with a warning for each one that may already have been carried out.
  static func dropped(_ dropped: [QueuedWrite]) -> [String] {
    let doubtful = dropped.filter(\.isInDoubt).map {
      "\($0.id) was dropped, but may have been applied already"
    }
    let others = dropped.filter { !$0.isInDoubt }
    return others.count > shown
      ? ["\(others.count) writes were dropped"] + doubtful
      : others.map { "\($0.id) was dropped" } + doubtful
  }

  /// A line for each account besides `owner` with queued writes, in any environment.
  static func others(_ writes: [QueuedWrite], besides owner: DataOwner) -> [String] {
    var owners: [DataOwner] = []
    var counts: [DataOwner: Int] = [:]
    for write in writes where write.owner != owner {
      if counts[write.owner] == nil { owners.append(write.owner) }
      counts[write.owner, default: 0] += 1
    }
    return owners.map { other in
      let waits = QueueView.count(counts[other] ?? 0, "waits", "wait")
      let account = other.account.map { " for \($0)" } ?? ""
      if other.environment == owner.environment, other.address != owner.address {
        return "\(waits)\(account) on \(other.environment) as it was at \(other.address)"
      }
      return "\(waits)\(account) on \(other.environment)"
        + (other.account == nil
          ? "; sign out there to send \(counts[other] == 1 ? "it" : "them")"
          : "; sign in there with 'session login'")
    }
  }

  /// Both versions of a write whose resource has changed, field by field.
  static func conflict(_ write: QueuedWrite) -> [String] {
    let write = write.masked
    var lines = ["\(write.id), \(write.summary), conflicts with a newer change"]
    for field in fields(of: write) {
      lines.append("  \(field)")
      lines.append("    before: \(text(write.base?[field]))")
      lines.append(
        "    yours:  \(write.method == .delete ? "deleted" : text(write.fields?[field]))")
      lines.append("    theirs: \(text(write.theirs?[field]))")
    }
    if write.isInDoubt { lines.append("  yours may have been applied in between") }
    return lines
  }

  private static func fields(of write: QueuedWrite) -> [String] {
    let versions = [write.fields, write.theirs].compactMap(\.self)
    for case .object(let members) in versions where !members.isEmpty {
      return members.keys.sorted()
    }
    return []
  }

  private static func text(_ value: JSONValue?) -> String {
    value?.jsonText ?? "not known"
  }
}
