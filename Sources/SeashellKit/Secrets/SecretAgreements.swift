import CoreJSON
import CoreLoop
import CoreSystem
import FoundationEssentials
import Glibc
public import ShellCommands
import ShellOutput

/// Asks the user once before a secret of the configuration goes to an origin, and remembers the answer.
///
/// Agreements are in `secrets.json` in the folder of the shell's state, which has mode 0600 and contains no
/// secret. Several shells may change it at once.
@MainActor
public final class SecretAgreements {
  private let currentFolder: @Sendable () -> String
  private let clock: any Clock<Duration>
  private let searchPath: @Sendable () -> String?
  /// The agreements that this process has read or added.
  private var known: Set<SecretAgreement> = []
  /// The agreements that the user is being asked about; further checks of the same ones wait for the
  /// answers.
  private var asking: [SecretAgreement: SharedOutcome<Void>] = [:]

  /// Creates the agreements of a shell without reading a file yet.
  public nonisolated convenience init(_ directories: Directories) {
    self.init({ directories.state }, clock: ContinuousClock()) {
      getenv("PATH").map { String(cString: $0) }
    }
  }

  /// - Parameters:
  ///   - folder: the folder of the shell's state.
  ///   - clock: measures the wait for another shell.
  ///   - searchPath: returns the value of PATH.
  nonisolated convenience init(
    folder: String, clock: any Clock<Duration>, searchPath: @escaping @Sendable () -> String?
  ) {
    self.init({ folder }, clock: clock, searchPath: searchPath)
  }

  private nonisolated init(
    _ folder: @escaping @Sendable () -> String, clock: any Clock<Duration>,
    searchPath: @escaping @Sendable () -> String?
  ) {
    (currentFolder, self.clock, self.searchPath) = (folder, clock, searchPath)
  }

  private var folder: String { currentFolder() }
  private var file: PrivateFile { PrivateFile(path: "\(folder)/secrets.json") }
  private var lock: ShellLock {
    ShellLock("\(folder)/secrets.lock", of: "the agreements about secrets", clock: clock)
  }

  /// Checks that a secret may be read and sent, and asks the user if they have not agreed yet.
  ///
  /// - Parameters:
  ///   - source: the source of the secret.
  ///   - name: what it is for: `wh:live`.
  ///   - origin: the origin that gets it: `https://api.example.com`.
  ///   - console: asks the user.
  /// - Throws: `ShellError` `unauthorized` if the user says no, if other users can change the program, or
  ///   if there is no terminal and the user never agreed to the program; `CancellationError` on Ctrl-C.
  public func check(
    _ source: SecretSource, for name: String, origin: String, console: any Console
  ) async throws {
    do {
      try await check(try agreement(source, origin), for: name, console)
    } catch let problem as SecretProblem {
      throw problem.error(source, for: name)
    }
  }

  /// Checks that a program may store a secret, and asks the user if they have not agreed yet.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments, as in ``ConfiguredCredential/store``.
  ///   - name: what the secret is for: `wh:live`.
  ///   - origin: the origin that gets the secret.
  ///   - console: asks the user.
  /// - Throws: the errors of ``check(_:for:origin:console:)``.
  public func check(
    storingBy words: [String], for name: String, origin: String, console: any Console
  ) async throws {
    do {
      let program = try SecretProgram(words, searchPath: searchPath())
      let agreement = SecretAgreement(.store(path: program.path, words: words), origin: origin)
      try await check(agreement, for: name, console)
    } catch let problem as SecretProblem {
      throw problem.error(.command(words), for: name)
    }
  }

  private func agreement(
    _ source: SecretSource, _ origin: String
  ) throws(SecretProblem) -> SecretAgreement {
    switch source {
    case .variable(let name): return SecretAgreement(.variable(name), origin: origin)
    case .file(let path): return SecretAgreement(.file(path), origin: origin)
    case .command(let words):
      let program = try SecretProgram(words, searchPath: searchPath())
      return SecretAgreement(.program(path: program.path, words: words), origin: origin)
    }
  }

  private func check(
    _ agreement: SecretAgreement, for name: String, _ console: any Console
  ) async throws {
    // Two requests at the same time ask only one question.
    while let earlier = asking[agreement] { try await earlier.value() }
    let decision = SecretPolicy.decision(
      on: agreement, for: name, isAgreed: try isAgreed(agreement),
      isInteractive: console.isInteractive)
    switch decision {
    case .allow: return
    case .refuse(let error): throw error
    case .ask(let question):
      guard !CompletionTask.isCurrent else { throw CancellationError() }
      let outcome = SharedOutcome<Void>()
      asking[agreement] = outcome
      defer { asking[agreement] = nil }
      do {
        guard try await console.confirm(question) else {
          throw ShellError(.unauthorized, "\(name): nothing was sent to \(agreement.origin)")
        }
        try await add(agreement)
        outcome.settle(.success(()))
      } catch {
        outcome.settle(error is CancellationError ? .success(()) : .failure(error))
        throw error
      }
    }
  }

  private func isAgreed(_ agreement: SecretAgreement) throws -> Bool {
    if known.contains(agreement) { return true }
    known.formUnion(try entries().compactMap { SecretAgreement($0) })
    return known.contains(agreement)
  }

  private func add(_ agreement: SecretAgreement) async throws {
    do {
      try PrivateFile.makeFolder(folder)
      try await lock.hold {
        var entries = try entries()
        // Keep entries that another version of the shell wrote.
        guard !entries.contains(where: { SecretAgreement($0) == agreement }) else { return }
        entries.append(agreement.json)
        let content: JSONValue = ["agreements": .array(entries)]
        try file.replace(with: content.jsonBytes + [0x0A])
      }
    } catch let error as SystemError {
      throw ShellError(error)
    }
    known.insert(agreement)
  }

  private func entries() throws -> [JSONValue] {
    let bytes: [UInt8]
    do {
      guard let read = try file.read() else { return [] }
      bytes = read
    } catch {
      throw ShellError(error)
    }
    guard let value = try? JSONValue(json: bytes), case .array(let entries)? = value["agreements"]
    else {
      throw ShellError(
        .failed, "cannot read \(file.path): it does not have agreements", hint: "remove the file")
    }
    return entries
  }
}
