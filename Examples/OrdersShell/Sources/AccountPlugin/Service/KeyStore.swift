import FoundationEssentials
import SeashellKit

/// Stores the key of each environment in a private file.
struct KeyStore: Sendable {
  /// The folder of the files.
  let directory: String

  /// A key with its user.
  struct Entry: Sendable {
    let key: AccountKey
    let user: String
  }

  /// Reads an environment's key.
  ///
  /// - Returns: nil if there is none, or if it was stored for another address of the environment.
  /// - Throws: ``AccountError`` `damaged`, or an error that names the file if it cannot be read.
  func entry(of environment: APIEnvironment) throws -> Entry? {
    let file = file(of: environment)
    guard let bytes = try file.read() else { return nil }
    // The decoder's error is left out, since it may quote the file.
    guard let stored = try? JSONDecoder().decode(StoredKeyDTO.self, from: Data(bytes)),
      let key = try? AccountKey(stored.key)
    else { throw AccountError.damaged(file: file.path) }
    return stored.origin == environment.baseURL.origin ? Entry(key: key, user: stored.user) : nil
  }

  /// Replaces an environment's key.
  func save(_ entry: Entry, of environment: APIEnvironment) async throws {
    let bytes = try JSONEncoder().encode(
      StoredKeyDTO(key: entry.key.text, user: entry.user, origin: environment.baseURL.origin))
    try await offMain { try file(of: environment).replace(with: Array(bytes)) }
  }

  /// Removes an environment's key; does nothing if there is none.
  func remove(of environment: APIEnvironment) async throws {
    try await offMain { try file(of: environment).remove() }
  }

  /// The name of an environment has no character that could lead to another folder.
  private func file(of environment: APIEnvironment) -> PrivateFile {
    PrivateFile(path: "\(directory)/\(environment.name).json")
  }
}
