package import CoreEvents
package import ShellCommands
package import ShellOutput

/// A request to handle a stream's events together with other workers: each event goes to one of them.
///
/// The source keeps to ``parallel`` for this worker, and to the tries and the order over all workers of the
/// name. It never cancels the tasks in which it calls ``handle``.
package struct SharedFollowing {
  /// The name that all workers share.
  package let name: String

  /// The names of the events.
  package let pattern: EventPattern

  /// The environment whose events are followed.
  package let targets: RequestTargets

  /// How many calls of ``handle`` may be under way at a time.
  package let parallel: Int

  /// How often an event is tried before it is set aside.
  package let maxTries: Int

  /// The field for each value of which the order of the events is kept, if any.
  package let order: String?

  /// Handles an event; returns when its run has ended.
  package let handle: @MainActor (SharedEvent) async -> SharedEvent.Outcome

  /// Called once if the source cannot go on; it is stopped afterwards all the same.
  package let fail: @MainActor (ShellError) -> Void

  package init(
    name: String, pattern: EventPattern, targets: RequestTargets, parallel: Int, maxTries: Int,
    order: String?, handle: @escaping @MainActor (SharedEvent) async -> SharedEvent.Outcome,
    fail: @escaping @MainActor (ShellError) -> Void
  ) {
    self.name = name
    self.pattern = pattern
    self.targets = targets
    self.parallel = parallel
    self.maxTries = maxTries
    self.order = order
    self.handle = handle
    self.fail = fail
  }

  /// Whether a text can be the name of durable rules, and of the workers that share one: up to 64 letters, digits,
  /// `-` and `_`.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && !text.contains(".") && EventPattern.isName(text)
  }
}

/// An event of a stream, given to one of the workers that share it.
package struct SharedEvent: Sendable {
  /// What has become of an event.
  package enum Outcome: Sendable, Equatable {
    /// It was handled, or the rule's condition does not hold.
    case done
    /// Its run failed, with a status and a reason: try again later, or set it aside after the last try.
    case failed(ExitStatus, String)
    /// Its run was ended, since the shell is ending, or the rule was removed: give it back at once.
    case unfinished
    /// The same, and its run has not begun: it has used no try.
    case notBegun
  }

  /// The message's id, the same at each try.
  package let id: String

  /// The name and the content.
  package let event: DynamicEvent

  /// When it was published, in seconds since 1970-01-01 00:00 UTC.
  let time: Double

  /// Which try this is: 1 for the first.
  package let tries: Int

  package init(id: String, event: DynamicEvent, time: Double, tries: Int) {
    self.id = id
    self.event = event
    self.time = time
    self.tries = tries
  }
}
