import ShellCommands
import ShellRuntime
import Synchronization

/// A process with the variables and the facts that a test gives it.
final class StubProcess: HostProcess {
  private let values: Mutex<[String: String]>
  private let named: ProgramFacts

  /// - Parameters:
  ///   - variables: those of the environment.
  ///   - facts: the parts of the manual besides the commands.
  init(variables: [String: String] = [:], facts: ProgramFacts = ProgramFacts()) {
    values = Mutex(variables)
    named = facts
  }

  nonisolated subscript(variable: String) -> String? {
    get { values.withLock { $0[variable] } }
    set { values.withLock { $0[variable] = newValue } }
  }

  nonisolated func variable(_ name: String) -> String? { self[name] }
  var variableNames: [String] { values.withLock { $0.keys.sorted() } }
  var libraries: [LibraryVersion] { [] }
  func facts(example: CommandSpecification.Example?) -> ProgramFacts { named }
  func liveScreen() -> (any LiveScreen)? { nil }
}
