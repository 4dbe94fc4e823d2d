import ShellRecords
import CoreEvents
import ShellOutput
import Synchronization
import ShellRuntime

/// It is filled on the threads that post events, and read on the main actor.
final class RuleInbox: Sendable {
  struct Item: Sendable {
    /// The event as a record, or the error if the condition cannot be evaluated.
    let record: Result<CellValue, ShellError>
    /// The rules that have caused the event.
    let causes: [Int]
  }

  /// How many events can wait for a rule that is not durable; beyond that the oldest is dropped.
  static let capacity = 10_000

  let rule: Int
  let pattern: EventPattern
  let mailbox: Mailbox<Item>
  private let condition: Evaluator?
  /// The rule's environment as events name it; nil in a shell without environments.
  private let environment: String?
  private let count = Mutex(0)

  /// A full inbox drops the oldest event, except that of a durable rule.
  ///
  /// A durable rule gets a server's events one at a time and must not lose any.
  init(of rule: Int, _ statement: RuleStatement) {
    self.rule = rule
    environment = statement.environment
    pattern = statement.pattern
    condition = statement.condition
    mailbox = Mailbox(capacity: statement.durable == nil ? Self.capacity : .max)
  }

  /// How many events wait, including the one being handled.
  var pendingCount: Int { count.withLock { $0 } }

  /// Adds an event if it fulfills the condition.
  func take(_ record: CellValue, causedBy causes: [Int]) {
    do throws(ShellError) {
      if let condition, try !condition.matches([record]) { return }
      add(Item(record: .success(record), causes: causes))
    } catch {
      add(Item(record: .failure(error), causes: causes))
    }
  }

  /// Whether an event belongs to the rule's environment, or to no environment.
  func isFromHere(_ record: CellValue) -> Bool {
    guard let environment, case .record(let fields) = record,
      case .text(let place)? = fields.first(where: { $0.name == "environment" })?.value,
      // A switch of environments concerns two of them.
      !fields.contains(where: { $0.name == "previous" })
    else { return true }
    return place == environment
  }

  private func add(_ item: Item) {
    count.withLock { $0 += 1 }
    mailbox.offer(item)
  }

  /// Records that events were handled.
  func finish(_ finished: Int) { count.withLock { $0 -= finished } }
}
