import CoreEvents
import ShellRuntime

@MainActor
struct RuleArrivals {
  struct Batch {
    var items: [RuleInbox.Item]
    var dropped = 0
  }

  private let inbox: RuleInbox
  private let debounce: Duration?
  private let clock: any Clock<Duration>

  init(_ rule: Rule, _ clock: any Clock<Duration>) {
    inbox = rule.inbox
    debounce = rule.statement.debounce
    self.clock = clock
  }

  /// Waits for the next events, or returns nil once the rule is removed.
  ///
  /// With `--debounce`, waits until there was no event for that time, and returns the last one.
  func next() async -> Batch? {
    guard let batch = await inbox.mailbox.nextBatch() else { return nil }
    guard let debounce else { return Batch(items: batch.events, dropped: batch.dropped) }
    var last = last(of: batch)
    while true {
      switch await inbox.mailbox.nextBatch(within: debounce, on: clock) {
      case .batch(let batch):
        inbox.finish(1)
        last = self.last(of: batch)
      case .silence: return Batch(items: last)
      case .ended: return nil
      }
    }
  }

  /// Returns the last event of a batch, and finishes the others.
  private func last(of batch: Mailbox<RuleInbox.Item>.Batch) -> [RuleInbox.Item] {
    inbox.finish(batch.events.count - 1 + batch.dropped)
    return Array(batch.events.suffix(1))
  }
}
