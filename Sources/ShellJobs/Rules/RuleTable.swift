import CoreEvents
import ShellCommands
import ShellOutput
import ShellRuntime
import Synchronization

@MainActor
final class RuleTable {
  private(set) var all: [Rule] = []
  /// Called before the prompt reads a line, while there are durable rules.
  var willReadLine: @MainActor () -> Void = {}

  private let bus: EventBus
  private let inboxes = RuleInboxes()
  private var lastNumber = 0
  private var events: Subscription?
  private var commands: Subscription?

  init(bus: EventBus) {
    self.bus = bus
  }

  /// The rules that were not stopped.
  var running: [Rule] { all.filter { $0.stopReason == nil } }

  /// Those of them that handle the events of the bus.
  var listening: [Rule] { running.filter { !$0.isShared } }

  /// The name of the saved position that the running durable rules share, if there are any.
  var durableName: String? { running.first(where: \.isDurable)?.statement.durable }

  subscript(number: Int) -> Rule? { all.first { $0.number == number } }

  func add(
    _ statement: RuleStatement, text: String, in shells: [JobShell],
    unpin: (@MainActor () -> Void)?
  ) -> Rule {
    lastNumber += 1
    let rule = Rule(lastNumber, statement, text: text, in: shells, unpin: unpin)
    all.append(rule)
    update()
    return rule
  }

  /// Removes a rule, and drops its waiting events.
  func remove(_ rule: Rule) {
    all.removeAll { $0 === rule }
    stop(rule, because: "it was removed")
  }

  /// Stops a rule, which stays listed, and drops its waiting events.
  func stop(_ rule: Rule, because reason: String) {
    rule.stop(because: reason)
    update()
  }

  func restart(_ rule: Rule, unpin: (@MainActor () -> Void)?) {
    rule.restart(unpin: unpin)
    update()
  }

  /// Subscribes to the events that the rules need; to none without rules, so that posting costs
  /// nothing.
  private func update() {
    let listening = listening
    inboxes.replace(listening.map(\.inbox))
    guard !listening.isEmpty else {
      (events, commands) = (nil, nil)
      return
    }
    // A subscriber to this event makes the shell measure every command.
    let finished = CommandFinished.self
    if listening.contains(where: { $0.statement.pattern.matches(finished.name) }) {
      if commands == nil {
        commands = bus.subscribe(to: finished) { [inboxes] in inboxes.take($0) }
      }
    } else {
      commands = nil
    }
    if events == nil {
      events = bus.subscribeAll(excluding: [finished]) { [inboxes] in inboxes.take($0) }
    }
  }
}

/// The inboxes of all rules, which any thread can fill.
private final class RuleInboxes: Sendable {
  private let all = Mutex<[RuleInbox]>([])

  func replace(_ inboxes: [RuleInbox]) { all.withLock { $0 = inboxes } }

  /// Called for each event, on the posting thread, so it checks the name first.
  func take(_ event: any Event) {
    let name = event.eventName
    var record: CellValue?
    for inbox in all.withLock({ $0 }) where inbox.pattern.matches(name) {
      let causes = RuleCause.rules
      if causes.contains(inbox.rule) { continue }
      // An event that cannot be encoded can be neither compared nor displayed.
      guard let found = record ?? (try? EventRecord.record(of: EventLog.Entry(event))) else {
        return
      }
      record = found
      // In an event invented by a user or a module, 'environment' can mean anything.
      guard event is DynamicEvent || inbox.isFromHere(found) else { continue }
      inbox.take(found, causedBy: causes)
    }
  }
}

/// The rules that have caused the running statement.
enum RuleCause {
  /// The numbers of the rules whose runs have triggered each other, first cause first; empty outside rules.
  ///
  /// An event posted by a run starts none of these rules, so that no rule can start itself again.
  @TaskLocal static var rules: [Int] = []
}
