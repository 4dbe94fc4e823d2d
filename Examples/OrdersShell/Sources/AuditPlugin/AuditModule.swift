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

  /// `list`, `save` and the stage `mine`.
  public var commands: [any Command] {
    [
      ListCancellations(state: state), SaveCancellations(state: state, file: file),
      MyCancellations(context: context),
    ]
  }

  private var file: PrivateFile { PrivateFile(path: "\(context.directories.state)/audit.tsv") }

  /// A page of `help`, and a check of `doctor`.
  public var contributions: Contributions {
    Contributions(
      pages: [
        HelpPage(
          "auditing",
          """
          Who cancelled which order

          'audit list' has the orders that were cancelled in this shell, and 'audit save' adds them to a
          file that only you can read.

          Examples:
            audit list  lists them
            audit list | audit mine  lists those that you have cancelled
          """)
      ], checks: [AuditCheck(file: file)])
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

struct AuditView: RecordView {
  let columns = [Column("at", hint: .timestamp), Column("order"), Column("user")]

  func row(_ entry: AuditState.Entry) -> [CellValue] {
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
    ], changesData: false, columns: AuditView().columns)

  func run(_ invocation: Invocation) async throws {
    try await invocation.output.list(as: AuditView()) { try await $0(state.entries) }
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

/// Keeps the records of the user who is signed in; if nobody is, those without a user.
struct MyCancellations: StageCommand {
  let context: ModuleContext
  let field = Argument<String?>("FIELD", "the field with the user; user if left out")

  var specification: CommandSpecification {
    CommandSpecification(
      "mine", abstract: "Keep the records of the user who is signed in",
      examples: [.init("audit list | audit mine", "lists what you have cancelled")],
      parameters: [field], changesData: false
    ).listed(under: "choose records")
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let user = RecordField(invocation[field] ?? "user", word: invocation.words(of: field).first)
    return Mine(user, context.user.current?.name, to: invocation.output)
  }

  private final class Mine: FieldStage {
    private var field: RecordField
    private let user: String
    private let output: Output

    init(_ field: RecordField, _ user: String?, to output: Output) {
      (self.field, self.user, self.output) = (field, user ?? "", output)
    }

    var requiredFields: [RecordField] { [field] }

    func begin(_ columns: [Column], isList: Bool) throws {
      field.find(in: columns)
      try output.columns(columns, isList: isList)
    }

    func row(_ values: [CellValue]) throws {
      guard field.value(in: values).plainText == user else { return }
      try output.row(values)
    }
  }
}

/// Checks that the file can be read again.
struct AuditCheck: HealthCheck {
  let file: PrivateFile

  func findings() async -> [Finding] {
    do {
      let file = file
      let bytes = try await offMain { try file.read() }
      let detail = bytes.map { "\($0.count) bytes in \(file.path)" } ?? "nothing is saved"
      return [Finding("audit", .ok, detail)]
    } catch {
      return [
        Finding("audit", .failed, "\(ShellError(error).message)", advice: "move the file away")
      ]
    }
  }
}
