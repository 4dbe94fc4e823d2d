import CoreLoop
import CoreSystem
import FoundationEssentials
import Glibc
import Synchronization

/// Stores one credential in a private file, or in memory for this process if there is no folder to write to.
///
/// Other processes may change the file, so it is read at each use; only ``recent(now:)`` and ``last()``
/// remember its content for a second.
public final class CredentialFile: Sendable {
  /// The disk space reserved for new tokens, in bytes.
  private static let reservedSize = 1 << 16
  /// The number of attempts to take the lock: 30 seconds in all.
  static let lockTries = 3_000

  /// How many times all files of the process were replaced at once.
  private static let replacements = Atomic(0)

  private struct Reading {
    let credential: Credential?
    let time: ContinuousClock.Instant
    let replacements: Int
  }

  private struct Last {
    /// nil if this process has changed the file since it was read.
    var reading: Reading?
    /// How many times this process has changed the file; a reading from before a change does not count.
    var changes = 0
  }

  /// The path of the file.
  public var path: String { file.path }

  /// The API's origin, such as `https://api.example.com:443`.
  ///
  /// Credentials for another origin are not returned.
  public let origin: String

  /// Credentials for another kind of scheme are not returned.
  private let kind: String?

  private let file: PrivateFile
  let clock: any Clock<Duration>
  private let last = Mutex(Last())

  /// Names a file, which need not exist.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - origin: the origin of the API.
  ///   - kind: the kind of scheme, as in ``SecurityScheme/Kind-swift.enum/name``.
  ///   - clock: measures the waits for another process.
  public init(
    _ path: String, for origin: String, kind: String? = nil, clock: any Clock<Duration>
  ) {
    file = PrivateFile(path: path)
    (self.origin, self.kind, self.clock) = (origin, kind, clock)
  }

  private var folder: String {
    path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }

  /// Whether there is a folder for the file that can be written to.
  ///
  /// A failed ``save(_:)`` has tried to create it.
  public var hasFolder: Bool { access("\(folder)/.", W_OK | X_OK) == 0 }

  private var lock: String { "\(path.dropLast(path.hasSuffix(".json") ? 5 : 0)).lock" }

  /// Returns the credential, at most a second old, so that most requests need not read the file.
  ///
  /// Changes by this process are seen at once. If another process has replaced the tokens, the server rejects
  /// the old ones, and the file is read again.
  ///
  /// - Throws: ``AuthorizationError`` `unreadable`.
  public func recent(now: ContinuousClock.Instant = .now) throws -> Credential? {
    if let credential = reading(at: now) { return credential }
    return try current()
  }

  /// Returns the same as ``recent(now:)``, but reads the file off the main thread, and changes no file.
  public func last() async throws -> Credential? {
    if let credential = reading(at: .now) { return credential }
    return try await offMain { try self.stored() }
  }

  /// The content as read within the last second; the outer optional is nil if the file was not read.
  private func reading(at now: ContinuousClock.Instant) -> Credential?? {
    if let held { return .some(isOurs(held) ? held : nil) }
    guard let reading = last.withLock(\.reading), now - reading.time < .seconds(1),
      reading.replacements == Self.replacements.load(ordering: .relaxed)
    else { return nil }
    return .some(reading.credential)
  }

  /// Makes all files of this process be read at their next use, since this process has replaced them otherwise.
  package static func haveBeenReplaced() { replacements.add(1, ordering: .relaxed) }

  /// Reads the credential.
  ///
  /// - Returns: the credential; nil if there is none for this origin.
  /// - Throws: ``AuthorizationError`` `unreadable`.
  public func current() throws -> Credential? {
    if file.hasUnfinishedReplacement { removeUnfinishedReplacement() }
    return try stored()
  }

  /// Reads the credential, as ``current()`` does, but changes no file.
  func stored() throws -> Credential? {
    if let held { return isOurs(held) ? held : nil }
    let time = ContinuousClock.now
    let changes = last.withLock { last in
      last.reading = nil
      return last.changes
    }
    let credential = try read()
    last.withLock { last in
      guard last.changes == changes else { return }
      last.reading = Reading(
        credential: credential, time: time,
        replacements: Self.replacements.load(ordering: .relaxed))
    }
    return credential
  }

  private func read() throws -> Credential? {
    let content: [UInt8]?
    do {
      content = try file.read(refusingOthers: true)
    } catch {
      throw AuthorizationError.unreadable("cannot read the session: \(error)")
    }
    guard let content else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    // The decoder's error is omitted, since it may quote the file.
    guard let credential = try? decoder.decode(Credential.self, from: Data(content)),
      credential.canBeSent
    else {
      throw AuthorizationError.unreadable("the session file \(path) is damaged")
    }
    return isOurs(credential) ? credential : nil
  }

  private func isOurs(_ credential: Credential) -> Bool {
    credential.origin == origin && credential.kind == kind
  }

  /// Whether the file exists, readable or not, or a credential is kept in memory.
  public var exists: Bool {
    var status = stat()
    return held != nil || lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
      || file.hasUnfinishedReplacement
  }

  /// Replaces the credential, under the lock that all processes share.
  ///
  /// - Throws: ``AuthorizationError`` `notStored` or `locked`; `CancellationError`.
  public func save(_ credential: Credential) async throws {
    // The lock keeps a renewal of the old tokens from overwriting these.
    try await withFileLock {
      try await self.onDisk { try self.file.replace(with: self.encode(credential)) }
    }
    letGo()
  }

  /// Replaces the credential with the result of a closure; the caller must hold the lock.
  ///
  /// The disk space is reserved before the closure runs: a server issues new tokens only once, so a
  /// full disk must not lose them. If the closure throws, the old credential is kept.
  func replace(with body: () async throws -> Credential) async throws -> Credential {
    if isInMemory {
      let credential = try await body()
      hold(credential)
      return credential
    }
    let replacement = try await onDisk {
      try self.file.beginReplacement(reserving: Self.reservedSize)
    }
    do {
      let credential = try await body()
      try await onDisk { try replacement.commit(self.encode(credential)) }
      return credential
    } catch {
      replacement.cancel()
      throw error
    }
  }

  /// Returns the credential as it is stored.
  func stored(_ credential: Credential) -> Credential {
    var credential = credential
    credential.kind = kind
    return credential
  }

  private func encode(_ credential: Credential) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try Array(encoder.encode(stored(credential)))
  }

  /// Removes the credential; does nothing if there is none.
  ///
  /// - Throws: ``AuthorizationError`` `notStored`; `CancellationError`.
  public func remove() async throws {
    do {
      // The lock keeps a renewal from writing tokens again.
      try await withLock { try await self.removeNow() }
    } catch {
      // The tokens must be removed even if the lock is not available.
      try await removeNow()
    }
  }

  /// Removes the credential; the caller must hold the lock.
  func removeNow() async throws {
    // Nothing can be removed from a folder that cannot be written to, nor is there anything.
    if letGo(), !exists { return }
    try await onDisk { try self.file.remove() }
  }

  /// Runs a body that accesses the disk, off the main thread.
  private func onDisk<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    defer {
      last.withLock { last in
        last.reading = nil
        last.changes += 1
      }
    }
    do {
      return try await offMain(body)
    } catch {
      throw AuthorizationError.notStored("\(error)")
    }
  }

  /// Removes the unfinished replacement that a killed process left behind, unless another process
  /// holds the lock.
  private func removeUnfinishedReplacement() {
    guard let held = try? FileLock.take(lock) else { return }
    defer { held.release() }
    // If this fails, the next use tries again.
    try? file.removeUnfinishedReplacement()
  }

  /// Runs a closure while this task holds the credential's lock, which all processes share.
  ///
  /// - Parameter mayHold: whether the credential may be kept in memory if the lock's folder cannot be written to.
  func withLock<Result>(
    orInMemory mayHold: Bool = false, _ body: () async throws -> Result
  ) async throws -> Result {
    if isInMemory { return try await withMemoryLock(body) }
    let held: FileLock
    do {
      held = try await takeLock()
    } catch AuthorizationError.notStored where mayHold && !hasFolder {
      keepInMemory()
      return try await withMemoryLock(body)
    }
    defer { held.release() }
    return try await body()
  }

  private func withFileLock(_ body: () async throws -> Void) async throws {
    let held = try await takeLock()
    defer { held.release() }
    try await body()
  }

  private func takeLock() async throws -> FileLock {
    let held: FileLock?
    do {
      try PrivateFile.makeFolder(folder)
      held = try await FileLock.wait(for: lock, tries: Self.lockTries, clock: clock)
    } catch let error as SystemError {
      throw AuthorizationError.notStored("\(error)")
    }
    guard let held else { throw AuthorizationError.locked(lock) }
    return held
  }
}
