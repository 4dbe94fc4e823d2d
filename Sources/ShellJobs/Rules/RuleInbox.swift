import ShellRecords
import CoreEvents
import ShellOutput
import Synchronization
import ShellRuntime

/// The events for which a rule has yet to run.
///
/// It is filled on the threads that post events, and read on the main actor.
final class RuleInbox: Sendable {
  /// An event that starts a rule.
  struct Item: Sendable {
    /// The event as a record, or why the condition cannot be applied to it.
    let record: Result<CellValue, ShellError>
    /// The rules that have led to the event.
    let causes: [Int]
  }

  /// How many events wait for a rule that is not durable; then the oldest is dropped.
  static let capacity = 10_000

  /// The number of the rule.
  let rule: Int
  let pattern: EventPattern
  let mailbox: Mailbox<Item>
  private let condition: Condition?
  /// How events name the environment that the rule was made in; empty for a shell without any.
  private let environments: [String]
  private let count = Mutex(0)

  /// Creates an empty inbox.
  ///
  /// - Parameter isBounded: whether it drops the oldest of very many events. The events of a server
  ///   come one at a time to a durable rule, and none may be dropped.
  init(
    of rule: Int, _ pattern: EventPattern, _ condition: Condition?, in environments: [String],
    isBounded: Bool
  ) {
    self.rule = rule
    self.environments = environments
    self.pattern = pattern
    self.condition = condition
    mailbox = Mailbox(capacity: isBounded ? Self.capacity : .max)
  }

  /// How many events wait, with the one for which the rule is running.
  var pendingCount: Int { count.withLock { $0 } }

  /// Takes an event if it fulfills the condition.
  func take(_ record: CellValue, causedBy causes: [Int]) {
    do throws(ShellError) {
      if let condition, try !condition.matches([record]) { return }
      add(Item(record: .success(record), causes: causes))
    } catch {
      add(Item(record: .failure(error), causes: causes))
    }
  }

  /// Whether an event is of the rule's environment, or of none.
  func isFromHere(_ record: CellValue) -> Bool {
    guard !environments.isEmpty, case .record(let fields) = record,
      case .text(let environment)? = fields.first(where: { $0.name == "environment" })?.value,
      // A switch is of two environments.
      !fields.contains(where: { $0.name == "previous" })
    else { return true }
    return environments.contains(environment)
  }

  private func add(_ item: Item) {
    count.withLock { $0 += 1 }
    mailbox.offer(item)
  }

  /// Records that events no longer wait.
  func finish(_ finished: Int) { count.withLock { $0 -= finished } }
}
