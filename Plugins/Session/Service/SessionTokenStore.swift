import FoundationEssentials
import Glibc
import SeashellKit

/// The tokens, one file an environment, readable by its owner alone.
///
/// The file is read each time, since another process may have signed in, out, or renewed the tokens.
struct SessionTokenStore: Sendable {
  /// The directory that holds the files.
  let directory: String

  /// What waiting for another process goes by.
  let clock: any Clock<Duration>

  /// The tokens that may be sent to an environment.
  ///
  /// - Returns: nil where there are none, or where another origin gave them.
  /// - Throws: ``SessionError`` `unreadable`.
  func tokens(of environment: ShopEnvironment) throws -> SessionTokens? {
    let file = file(of: environment)
    let content: Data?
    do {
      content = try file.read()
    } catch {
      throw SessionError.unreadable(
        reason: "the session cannot be read: \(ShellError(error).message)")
    }
    guard let data = content else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    // What the decoder says is left out, since it may quote the file.
    guard let tokens = try? decoder.decode(SessionTokens.self, from: data),
      tokens.accessToken.isToken, tokens.refreshToken.isToken
    else {
      throw SessionError.unreadable(
        reason: "the file \(file.path) holds no session that can be read")
    }
    return tokens.origin == environment.baseURL.origin ? tokens : nil
  }

  /// Whether anything is kept for an environment, be it of use or not.
  func holdsAnything(of environment: ShopEnvironment) -> Bool {
    var status = stat()
    return lstat(file(of: environment).path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Replaces an environment's tokens.
  func save(_ tokens: SessionTokens, of environment: ShopEnvironment) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    try file(of: environment).replace(with: encoder.encode(tokens))
  }

  /// Removes an environment's tokens; none is no error.
  func remove(of environment: ShopEnvironment) throws {
    try file(of: environment).remove()
  }

  /// Runs a body that nobody else runs for the environment meanwhile, in any process.
  ///
  /// - Throws: what the body throws, `CancellationError`, or `ShellError` where others do not end.
  func locked<Result>(
    _ environment: ShopEnvironment, _ body: () async throws -> Result
  ) async throws -> Result {
    try Directories.make(directory)
    return try await SessionLock.hold(path(of: environment) + ".lock", clock: clock, body)
  }

  private func file(of environment: ShopEnvironment) -> PrivateFile {
    PrivateFile(path: path(of: environment) + ".json")
  }

  /// The environment's name may be anything, and must not name another directory.
  private func path(of environment: ShopEnvironment) -> String {
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
