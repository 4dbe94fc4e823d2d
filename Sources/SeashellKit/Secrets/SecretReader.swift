import CoreLoop
import FoundationEssentials
import ShellOutput
public import WebAuthorization

/// Reads the secrets that the configuration names, each once.
///
/// Check with ``SecretAgreements`` first that the user has agreed to use the secret.
@MainActor
public final class SecretReader {
  private let variables: SecretVariables
  private let limit: Duration
  private let clock: any Clock<Duration>
  private let environment: @Sendable () -> [String: String]
  private var kept: [SecretSource: Secret] = [:]
  /// The secrets that were entered in a run of tests, each with the number of the test.
  private var entered: [(source: SecretSource, secret: Secret, test: Int)] = []
  private var running: [SecretSource: SharedOutcome<Secret>] = [:]

  /// Creates a reader that has read nothing yet.
  ///
  /// - Parameter variables: the environment variables that may have secrets.
  public nonisolated convenience init(_ variables: SecretVariables = .process) {
    self.init(variables, limit: .seconds(30), clock: ContinuousClock()) {
      ProcessInfo.processInfo.environment
    }
  }

  /// - Parameters:
  ///   - variables: the environment variables that may have secrets.
  ///   - limit: how long a program may run.
  ///   - clock: measures that.
  ///   - environment: returns the environment of programs; the variables that have secrets are left out.
  nonisolated init(
    _ variables: SecretVariables, limit: Duration, clock: any Clock<Duration>,
    environment: @escaping @Sendable () -> [String: String]
  ) {
    (self.variables, self.limit, self.clock) = (variables, limit, clock)
    self.environment = environment
  }

  /// Returns a secret.
  ///
  /// The first call reads it; a program runs once for several calls at a time.
  ///
  /// - Parameters:
  ///   - source: the source of the secret.
  ///   - name: what it is for, for an error: `wh:live`.
  /// - Throws: `ShellError` `unauthorized` if the variable is not set, if other users can read the file or
  ///   change it, or if the program fails or takes longer than 30 seconds; `CancellationError`.
  public func read(_ source: SecretSource, for name: String) async throws -> Secret {
    let test = RunningTest.number
    if let entry = entered.last(where: { $0.source == source && [0, test].contains($0.test) }) {
      return entry.secret
    }
    if let secret = kept[source] { return secret }
    do {
      let secret: Secret
      switch source {
      case .variable(let variable): secret = try value(of: variable)
      case .file(let path): secret = try SecretFile.secret(in: path)
      case .command(let words): return try await run(for: source, words).value()
      }
      kept[source] = secret
      return secret
    } catch let problem as SecretProblem {
      throw problem.error(source, for: name)
    }
  }

  /// Keeps a secret that a user has entered in a run of tests, where no program may store it; gone at the end of the
  /// test.
  ///
  /// - Parameters:
  ///   - secret: the secret that the user typed.
  ///   - source: the source that is no longer read.
  public func keep(_ secret: Secret, of source: SecretSource) {
    entered.append((source, secret, RunningTest.number))
  }

  /// Forgets a secret, so that it is read again, for example after the server has rejected it.
  public func forget(_ source: SecretSource) {
    kept[source] = nil
    // A program that is already running may print the old secret.
    running[source] = nil
  }

  /// Stores a secret with a program, which reads it from standard input, without a line break.
  ///
  /// - Parameters:
  ///   - secret: the secret that the user typed.
  ///   - words: the program and its arguments, as in ``ConfiguredCredential/store``.
  ///   - name: what it is for, for an error: `wh:live`.
  /// - Throws: `ShellError` `unauthorized` if the program fails; `CancellationError`.
  public func store(_ secret: Secret, by words: [String], for name: String) async throws {
    do {
      _ = try await run(words, input: Array(secret.text.utf8))
    } catch let problem as SecretProblem {
      throw problem.error(.command(words), for: name)
    }
  }

  private func value(of variable: String) throws(SecretProblem) -> Secret {
    let hint = "set \(variable) before the shell starts"
    guard let secret = variables.value(of: variable) else {
      throw SecretProblem("is not set", hint: hint)
    }
    return try SecretText.secret(secret.text, "has")
  }

  /// Returns the run of a program that goes on, or starts one.
  ///
  /// Called without a suspension after the look at ``kept``: a run that ended in between would be repeated.
  private func run(for source: SecretSource, _ words: [String]) -> SharedOutcome<Secret> {
    if let outcome = running[source] { return outcome }
    let outcome = SharedOutcome<Secret> { [weak self] outcome in
      self?.finish(source, outcome)
      outcome.task?.cancel()
    }
    running[source] = outcome
    outcome.task = Task {
      do {
        let secret = try SecretText.secret(try await run(words), "printed")
        if finish(source, outcome) { kept[source] = secret }
        outcome.settle(.success(secret))
      } catch {
        finish(source, outcome)
        outcome.settle(.failure(error))
      }
    }
    return outcome
  }

  /// Removes an ended or abandoned run; returns false if the secret was forgotten meanwhile.
  @discardableResult
  private func finish(_ source: SecretSource, _ outcome: SharedOutcome<Secret>) -> Bool {
    guard running[source] === outcome else { return false }
    running[source] = nil
    return true
  }

  private func run(_ words: [String], input: [UInt8] = []) async throws -> [UInt8] {
    var environment = environment()
    for name in variables.names { environment[name] = nil }
    let program = try SecretProgram(words, searchPath: environment["PATH"])
    return try await SecretRun.output(
      of: program, input: input, environment: environment, limit: limit, clock: clock)
  }
}
