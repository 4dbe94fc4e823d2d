import CoreEvents
import ShellRuntime
import ShellCommands
import WebMessages

/// Which events shells share.
struct SharedEvents: Sendable {
  /// The patterns, without those that another one covers.
  let patterns: [EventPattern]

  init(_ patterns: [EventPattern]) {
    var all: [EventPattern] = []
    for pattern in patterns where !all.contains(where: { $0.covers(pattern) }) {
      all.removeAll { pattern.covers($0) }
      all.append(pattern)
    }
    self.patterns = all
  }

  /// Types that are posted very often and never shared.
  var excluded: [any Event.Type] { [CommandFinished.self] }

  /// Whether others get an event of this process.
  ///
  /// Changes of data are shared if a write of this process made them. What the shell itself tells its modules, such as
  /// that the user has signed in, stays here.
  func isShared(_ event: any Event, _ origin: EventOrigin?) -> Bool {
    if case .elsewhere? = origin { return false }
    let name = event.eventName
    guard mayReceive(name) else { return false }
    return origin != nil || !Self.isChange(name)
  }

  /// Whether an event of another process may be posted here.
  func mayReceive(_ name: String) -> Bool {
    guard patterns.contains(where: { $0.matches(name) }) else { return false }
    return Self.isChange(name)
      || !EventRecord.reservedPrefixes.contains { (name + ".").hasPrefix($0) }
  }

  static func isChange(_ name: String) -> Bool { DataChange.Kind(rawValue: name) != nil }
}
