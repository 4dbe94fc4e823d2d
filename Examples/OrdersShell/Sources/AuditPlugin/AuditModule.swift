import FoundationEssentials
import OrdersEvents
import SeashellKit

/// The module `audit`: records which orders were cancelled in this shell, when and by whom.
///
/// It uses only the event of the module `orders`. A module as small as this one is a single file.
public final class AuditModule: FeatureModule {
  /// The word before the module's commands.
  public let name = "audit"

  /// The module's description in `help`.
  public let abstract = "List the orders that were cancelled in this shell"

  private let context: ModuleContext
  private let state: AuditState

  /// Creates the module.
  public init(_ context: ModuleContext) {
    self.context = context
    state = context.state { AuditState() }
  }

  /// `list` and `save`.
  public var commands: [any Command] {
    [
      ListCancellations(state: state),
      SaveCancellations(
        state: state, file: PrivateFile(path: "\(context.directories.state)/audit.tsv")),
    ]
  }

  /// Records each order that is cancelled.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    [
      bus.subscribeOnMain(to: OrderCancelled.self) { [context, state] event in
        state.entries.append(
          .init(at: Date(), order: event.order, user: context.user.current?.name))
      }
    ]
  }
}

/// The cancellations so far.
@MainActor
final class AuditState {
  var entries: [Entry] = []

  struct Entry {
    let at: Date
    let order: String
    let user: String?
  }
}

enum AuditView: RecordView {
  static let columns = [Column("at", hint: .timestamp), Column("order"), Column("user")]

  static func row(_ entry: AuditState.Entry) -> [CellValue] {
    [.date(entry.at), .text(entry.order), entry.user.map(CellValue.text) ?? .null]
  }
}

struct ListCancellations: Command {
  let state: AuditState
  let specification = CommandSpecification(
    "list", abstract: "List the cancelled orders",
    examples: [
      .init("orders cancel o-23 --yes", "cancels an order"),
      .init("audit list", "shows when, and who did it"),
    ], changesData: false, columns: AuditView.columns)

  func run(_ invocation: Invocation) async throws {
    try await invocation.output.list(as: AuditView.self) { try await $0(state.entries) }
  }
}

struct SaveCancellations: Command {
  let state: AuditState
  /// The file, which only the user may read.
  let file: PrivateFile
  let specification = CommandSpecification(
    "save", abstract: "Keep the cancelled orders in a private file",
    examples: [.init("audit save", "writes audit.tsv beside the history")])

  func run(_ invocation: Invocation) async throws {
    let lines = state.entries.map { "\($0.at.ISO8601Format())\t\($0.order)\n" }
    try await offMain { [file] in try file.replace(with: Array(lines.joined().utf8)) }
    invocation.console.notify("saved \(lines.count) lines in '\(file.path)'")
  }
}
