import SeashellKit

/// A module with the faults that a test gives it.
@MainActor
class FaultyModule: FeatureModule {
  let name: String
  let abstract = "Has a fault"
  let commands: [any Command]
  var completionSources: [CompletionSource] = []
  private let loading: () throws -> Void

  init(
    _ name: String = "faulty", _ commands: [any Command] = [],
    loading: @escaping () throws -> Void = {}
  ) {
    self.name = name
    self.commands = commands
    self.loading = loading
  }

  /// A module with one command, `run`, that does what the body does.
  convenience init(_ body: @escaping @MainActor (Invocation) async throws -> Void) {
    self.init("faulty", [FaultyCommand(body: body)])
  }

  func load(in shell: any ShellPort) throws { try loading() }
}

struct FaultyCommand: Command {
  var specification = CommandSpecification("run", abstract: "Run")
  var body: @MainActor (Invocation) async throws -> Void = { _ in }

  func run(_ invocation: Invocation) async throws { try await body(invocation) }
}

/// A command that declares a parameter but does not list it.
struct ForgetfulCommand: Command {
  let size = Option<Int?>("size", "how big it is")
  let specification = CommandSpecification("run", abstract: "Run")

  func run(_ invocation: Invocation) async throws {}
}

/// Errors without a description.
enum PlainError: Error { case outOfStock }

struct CountedError: Error { let count: Int }

/// A parameter whose errors are not what the protocol asks for.
struct OddValue: ParameterValue {
  static let parameterType = ValueType.custom("an odd value")
  let parameterText: String

  init(parameter text: String) throws {
    switch text {
    case "plain": throw PlainError.outOfStock
    case "cancelled": throw CancellationError()
    case "shell": throw ShellError(.notFound, "there is no '\(text)'")
    default: parameterText = text
    }
  }
}

/// Two views whose rows do not fit their columns.
struct ShortView: RecordView {
  let columns = [Column("id"), Column("name")]
  func row(_ model: String) -> [CellValue] { [.text(model)] }
}
