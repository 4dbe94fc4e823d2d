import FoundationEssentials
import Glibc
import SeashellKit

/// The tokens, one file an environment, readable by its owner alone.
///
/// The file is read each time, since another process may have signed in, out, or renewed the tokens.
struct SessionTokenStore: Sendable {
  /// How many bytes are reserved for tokens that are still to come.
  private static let room = 1 << 16

  /// The directory that holds the files.
  let directory: String

  /// What waiting for another process goes by.
  let clock: any Clock<Duration>

  /// The tokens that may be sent to an environment.
  ///
  /// - Returns: nil where there are none, or where another origin gave them.
  /// - Throws: ``SessionError`` `unreadable`.
  func tokens(of environment: APIEnvironment) throws -> SessionTokens? {
    let file = file(of: environment)
    if file.hasUnfinishedReplacement { sweep(environment) }
    let content: [UInt8]?
    do {
      content = try file.read()
    } catch {
      throw SessionError.unreadable(
        reason: "the session cannot be read: \(ShellError(error).message)")
    }
    guard let content else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    // What the decoder says is left out, since it may quote the file.
    guard let tokens = try? decoder.decode(SessionTokens.self, from: Data(content)),
      tokens.accessToken.isToken, tokens.refreshToken.isToken
    else {
      throw SessionError.unreadable(
        reason: "the file \(file.path) holds no session that can be read")
    }
    return tokens.origin == environment.baseURL.origin ? tokens : nil
  }

  /// Whether anything is kept for an environment, be it of use or not.
  func holdsAnything(of environment: APIEnvironment) -> Bool {
    var status = stat()
    let file = file(of: environment)
    return lstat(file.path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
      || file.hasUnfinishedReplacement
  }

  /// Replaces an environment's tokens; the caller holds the lock.
  func save(_ tokens: SessionTokens, of environment: APIEnvironment) throws {
    try Self.asShellError { try file(of: environment).replace(with: Self.encode(tokens)) }
  }

  /// Replaces an environment's tokens by those that a body gets; the caller holds the lock.
  ///
  /// The disk space is taken before the body runs: a shop gives new tokens once, so they must not be
  /// lost for want of room.
  ///
  /// - Throws: what the body throws, or `ShellError` where the file cannot be written; the old tokens
  ///   then stay.
  func replace(
    of environment: APIEnvironment, by body: () async throws -> SessionTokens
  ) async throws -> SessionTokens {
    let replacement = try Self.asShellError {
      try file(of: environment).beginReplacement(reserving: Self.room)
    }
    do {
      let tokens = try await body()
      try Self.asShellError { try replacement.commit(Self.encode(tokens)) }
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

  /// Removes an environment's tokens; none is no error.
  func remove(of environment: APIEnvironment) throws {
    try Self.asShellError { try file(of: environment).remove() }
  }

  /// Runs a body, and throws its error as a `ShellError`.
  private static func asShellError<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw ShellError(error)
    }
  }

  /// Removes the tokens that a process left behind when it was killed; one that is replacing them
  /// just now holds the lock, and is left alone.
  private func sweep(_ environment: APIEnvironment) {
    SessionLock.holdIfFree(path(of: environment) + ".lock") {
      // What cannot be removed now is tried again at the next use.
      try? file(of: environment).removeUnfinishedReplacement()
    }
  }

  /// Runs a body that nobody else runs for the environment meanwhile, in any process.
  ///
  /// - Throws: what the body throws, `CancellationError`, or `ShellError` where others do not end.
  func locked<Result>(
    _ environment: APIEnvironment, _ body: () async throws -> Result
  ) async throws -> Result {
    try Directories.make(directory)
    return try await SessionLock.hold(path(of: environment) + ".lock", clock: clock, body)
  }

  private func file(of environment: APIEnvironment) -> PrivateFile {
    PrivateFile(path: path(of: environment) + ".json")
  }

  /// The environment's name may be anything, and must not name another directory.
  private func path(of environment: APIEnvironment) -> String {
    var name = ""
    for byte in environment.name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(UnicodeScalar(byte))
      default:
        name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return "\(directory)/\(name)"
  }
}
