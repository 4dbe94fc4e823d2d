package import FoundationEssentials
import ShellOutput
import Synchronization

/// Collects the answers that a statement's commands took from a store instead of a service, for one notice
/// after its results.
package final class StoredAnswers: Sendable {
  private struct State {
    var reason: String?
    var since: Date?
    var remarks: [(subject: String, text: String)] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - reason: why the service did not answer: `api.example.com is not reachable`.
  ///   - since: when the oldest of its records was received, if it has any.
  ///   - subject: what was requested. If there are several answers about one subject, the last remark counts.
  ///   - remark: how much is known: `120 of 4,200 products are known`; nil for everything.
  package func add(_ reason: String, since: Date?, of subject: String, remark: String?) {
    state.withLock { state in
      state.reason = reason
      state.since = [state.since, since].compactMap(\.self).min()
      state.remarks.removeAll { $0.subject == subject }
      if let remark { state.remarks.append((subject, remark)) }
    }
  }

  /// The notice, if anything was answered from a store.
  var notice: StoredAnswerNotice? {
    state.withLock { state in
      guard let reason = state.reason else { return nil }
      let remark = state.remarks.count > 1 ? "some lists are known in part" : nil
      return StoredAnswerNotice(
        reason: reason, since: state.since, remark: remark ?? state.remarks.first?.text)
    }
  }
}

/// A notice that results come from a store, with their age.
package struct StoredAnswerNotice: Sendable, Equatable {
  /// Why the service did not answer: `api.example.com is not reachable`.
  package let reason: String

  /// When the oldest record was received, if there are any.
  package let since: Date?

  /// How much is known; nil for everything.
  package let remark: String?

  init(reason: String, since: Date?, remark: String?) {
    self.reason = reason
    self.since = since
    self.remark = remark
  }

  /// Returns the notice for people: `from 14 minutes ago; api.example.com is not reachable`.
  package func text(at now: Date = Date()) -> String {
    [since.map { "from \(Self.age(of: $0, at: now))" }, reason, remark].compactMap(\.self)
      .joined(separator: "; ")
  }

  /// Returns the notice for programs: `{"notice":{"message":…,"stale_since":…}}`.
  package func jsonText(at now: Date = Date()) -> String {
    var members: [CellValue.Field] = [.init("message", .text(text(at: now)))]
    if let since { members.append(.init("stale_since", .date(since))) }
    return CellValue.record([.init("notice", .record(members))]).jsonText
  }

  /// Returns how long ago a time was; if it is in the future, since a clock was set back, returns the time
  /// itself.
  private static func age(of date: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds >= 0, seconds < 1e10 else { return timestamp(date) }
    let (count, unit) =
      switch Int(seconds) {
      case ..<60: (max(1, Int(seconds)), "second")
      case ..<3600: (Int(seconds) / 60, "minute")
      case ..<172_800: (Int(seconds) / 3600, "hour")
      default: (Int(seconds) / 86_400, "day")
      }
    return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }

  private static func timestamp(_ date: Date) -> String { CellValue.date(date).plainText }
}
