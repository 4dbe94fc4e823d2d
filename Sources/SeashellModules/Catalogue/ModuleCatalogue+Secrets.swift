import CoreSystem
import SeashellKit

extension ModuleCatalogue {
  /// Reads the secrets of a module.
  ///
  /// - Throws: `ShellError` if its file cannot be read or is damaged.
  package func secrets(of name: String) throws -> ModuleSecrets {
    let file = secretFile(of: name)
    guard let bytes = try Self.asShellError({ try file.read() }) else { return ModuleSecrets() }
    ProcessMemory.keepOutOfCoreDumps()
    guard let secrets = ModuleSecrets(bytes) else {
      throw ShellError(
        .failed, "the secrets of the module '\(name)' are damaged (\(file.path))",
        hint: "remove the module, and add it again")
    }
    return secrets
  }

  /// Stores the secrets of a module; if it has none, removes those of an earlier module with its name.
  func keep(_ secrets: ModuleSecrets, of name: String) throws {
    let file = secretFile(of: name)
    try Self.asShellError {
      if secrets.isEmpty { try file.remove() } else { try file.replace(with: secrets.bytes) }
    }
  }

  /// Moves credentials that an older version wrote into the records in clear text to files of secrets.
  ///
  /// - Returns: the names of the affected modules.
  /// - Throws: `ShellError` if a file cannot be written.
  func moveSecrets() async throws -> [String] {
    try await update { content in
      var names: [String] = []
      for index in content.entries.indices {
        guard var record = try? ModuleRecord(content.entries[index]),
          !record.takeSecrets().isEmpty
        else { continue }
        var secrets = try secrets(of: record.name)
        secrets.add(record.secrets)
        // If the process ends before the records are written, the next run moves the credentials again.
        try keep(secrets, of: record.name)
        content.entries[index] = record.json
        names.append(record.name)
      }
      return names
    }
  }

  func secretFile(of name: String) -> PrivateFile {
    PrivateFile(path: "\(folder)/modules/secrets/\(name).json")
  }
}
