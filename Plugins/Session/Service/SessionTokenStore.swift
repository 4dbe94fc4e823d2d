import FoundationEssentials
import Glibc
import SeashellKit
import Synchronization

/// Stores the tokens in one private file for each environment.
///
/// Other processes may change the file, so each use reads it, except those of ``recentTokens(of:now:)`` and
/// ``lastTokens(of:)``, which remember it for a second.
final class SessionTokenStore: Sendable {
  /// The disk space reserved for new tokens, in bytes.
  private static let reservedSize = 1 << 16

  /// The folder of the files.
  let directory: String

  /// Measures the waits for another process.
  let clock: any Clock<Duration>

  /// What the file had when it was read last.
  private struct Reading {
    let environment: APIEnvironment
    let tokens: SessionTokens?
    let time: ContinuousClock.Instant
  }

  private struct Last {
    /// nil if the file may differ, since this process has changed it.
    var reading: Reading?
    /// How often this process has changed the file: what was read before a change does not count.
    var changes = 0
  }

  private let last = Mutex(Last())

  init(directory: String, clock: any Clock<Duration>) {
    self.directory = directory
    self.clock = clock
  }

  /// Returns an environment's tokens as they were within the last second, which spares most requests
  /// the file.
  ///
  /// What this process has changed is seen at once. If another process has replaced the tokens, the
  /// server refuses the old ones, and then they are read again.
  ///
  /// - Throws: ``SessionError`` `unreadable`.
  func recentTokens(
    of environment: APIEnvironment, now: ContinuousClock.Instant = .now
  ) throws -> SessionTokens? {
    if let tokens = reading(of: environment, at: now) { return tokens }
    return try tokens(of: environment)
  }

  /// Returns what ``recentTokens(of:now:)`` does, but reads the file off the main thread, and changes none.
  func lastTokens(of environment: APIEnvironment) async throws -> SessionTokens? {
    if let tokens = reading(of: environment, at: .now) { return tokens }
    return try await offMain { try self.storedTokens(of: environment) }
  }

  /// What the file had within the last second; the outer nil if it was not read.
  private func reading(
    of environment: APIEnvironment, at now: ContinuousClock.Instant
  ) -> SessionTokens?? {
    guard let reading = last.withLock(\.reading), reading.environment == environment,
      now - reading.time < .seconds(1)
    else { return nil }
    return .some(reading.tokens)
  }

  /// Reads an environment's tokens.
  ///
  /// - Returns: the tokens; nil if there are none, or if another origin issued them.
  /// - Throws: ``SessionError`` `unreadable`.
  func tokens(of environment: APIEnvironment) throws -> SessionTokens? {
    let file = file(of: environment)
    if file.hasUnfinishedReplacement { removeUnfinishedReplacement(of: environment) }
    return try storedTokens(of: environment)
  }

  /// Reads an environment's tokens, as ``tokens(of:)`` does, but changes no file.
  func storedTokens(of environment: APIEnvironment) throws -> SessionTokens? {
    let time = ContinuousClock.now
    let changes = last.withLock { last in
      last.reading = nil
      return last.changes
    }
    let tokens = try read(of: environment)
    last.withLock { last in
      guard last.changes == changes else { return }
      last.reading = Reading(environment: environment, tokens: tokens, time: time)
    }
    return tokens
  }

  private func read(of environment: APIEnvironment) throws -> SessionTokens? {
    let file = file(of: environment)
    let content: [UInt8]?
    do {
      content = try file.read()
    } catch {
      throw SessionError.unreadable(reason: "cannot read the session: \(ShellError(error).message)")
    }
    guard let content else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    // The decoder's error is left out, since it may quote the file.
    guard let tokens = try? decoder.decode(SessionTokens.self, from: Data(content)),
      tokens.accessToken.isToken, tokens.refreshToken.isToken
    else {
      throw SessionError.unreadable(reason: "the session file \(file.path) is damaged")
    }
    return tokens.origin == environment.baseURL.origin ? tokens : nil
  }

  /// Whether there is a file for an environment, readable or not.
  func hasFile(of environment: APIEnvironment) -> Bool {
    var status = stat()
    let file = file(of: environment)
    return lstat(file.path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
      || file.hasUnfinishedReplacement
  }

  /// Replaces an environment's tokens; the caller must hold the lock.
  func save(_ tokens: SessionTokens, of environment: APIEnvironment) async throws {
    try await onDisk { try self.file(of: environment).replace(with: Self.encode(tokens)) }
  }

  /// Replaces an environment's tokens with those that a closure requests; the caller must hold the lock.
  ///
  /// The disk space is reserved before the closure runs: the server issues new tokens only once, so a
  /// full disk must not lose them.
  ///
  /// - Throws: what the closure throws, or `ShellError` if the file cannot be written; the old tokens
  ///   are kept.
  func replace(
    of environment: APIEnvironment, with body: () async throws -> SessionTokens
  ) async throws -> SessionTokens {
    let replacement = try await onDisk {
      try self.file(of: environment).beginReplacement(reserving: Self.reservedSize)
    }
    do {
      let tokens = try await body()
      try await onDisk { try replacement.commit(Self.encode(tokens)) }
      return tokens
    } catch {
      replacement.cancel()
      throw error
    }
  }

  private static func encode(_ tokens: SessionTokens) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try Array(encoder.encode(tokens))
  }

  /// Removes an environment's tokens; does nothing if there are none.
  func remove(of environment: APIEnvironment) async throws {
    try await onDisk { try self.file(of: environment).remove() }
  }

  /// Runs a body that waits for the disk off the main thread, and throws its error as a `ShellError`.
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
      throw ShellError(error)
    }
  }

  /// Removes the replacement that a killed process left behind.
  ///
  /// Does nothing while another process holds the lock and replaces the tokens.
  private func removeUnfinishedReplacement(of environment: APIEnvironment) {
    SessionLock.holdIfFree(path(of: environment) + ".lock") {
      // If this fails, the next use tries again.
      try? file(of: environment).removeUnfinishedReplacement()
    }
  }

  /// Runs a closure while this task alone, of all processes, holds the environment's lock.
  ///
  /// - Throws: what the closure throws; `CancellationError`; `ShellError` if the lock is not free in
  ///   time.
  func withLock<Result>(
    _ environment: APIEnvironment, _ body: () async throws -> Result
  ) async throws -> Result {
    try Directories.make(directory)
    return try await SessionLock.hold(path(of: environment) + ".lock", clock: clock, body)
  }

  /// The bytes that a file name keeps: letters, digits, `-` and `_`.
  private static let fileNameBytes = PercentEncoding.query.subtracting(".~")

  private func file(of environment: APIEnvironment) -> PrivateFile {
    PrivateFile(path: path(of: environment) + ".json")
  }

  /// The path without an extension; the name is escaped, so that it cannot lead to another folder.
  private func path(of environment: APIEnvironment) -> String {
    "\(directory)/" + PercentEncoding.encode(environment.name, keeping: Self.fileNameBytes)
  }
}
