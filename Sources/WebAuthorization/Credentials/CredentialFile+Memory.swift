import CoreLoop
import Synchronization

/// Credentials that cannot be stored, as without a home folder: they last as long as the process.
extension CredentialFile {
  private struct Memory {
    /// The credentials by the paths of their files; nil if the user is not signed in.
    var credentials: [String: Credential?] = [:]
    /// The paths whose locks are held.
    var locked: Set<String> = []
  }

  /// All files of the process: one path may have several objects.
  private static let memory = Mutex(Memory())

  /// Keeps a credential in memory, in place of the file's, until ``save(_:)`` or ``remove()`` succeeds.
  ///
  /// - Parameter credential: the credential, which could not be stored: see ``hasFolder``.
  public func hold(_ credential: Credential) {
    let credential = stored(credential)
    Self.memory.withLock { $0.credentials[path] = credential }
  }

  /// Makes later changes stay in memory.
  func keepInMemory() {
    Self.memory.withLock { memory in
      if memory.credentials[path] == nil { memory.credentials[path] = .some(nil) }
    }
  }

  /// Forgets what is in memory; returns whether changes stayed there.
  @discardableResult
  func letGo() -> Bool {
    Self.memory.withLock { $0.credentials.removeValue(forKey: path) } != nil
  }

  var isInMemory: Bool { Self.memory.withLock { $0.credentials[path] != nil } }

  /// The credential in memory, if there is one.
  var held: Credential? { Self.memory.withLock { $0.credentials[path] ?? nil } }

  /// Runs a closure while no other task of this process does so for the same path.
  func withMemoryLock<Result>(_ body: () async throws -> Result) async throws -> Result {
    for _ in 0..<Self.lockTries {
      if Self.memory.withLock({ $0.locked.insert(path).inserted }) {
        defer { Self.memory.withLock { _ = $0.locked.remove(path) } }
        return try await body()
      }
      try await clock.sleep(for: .milliseconds(10))
    }
    throw AuthorizationError.locked(path)
  }
}
