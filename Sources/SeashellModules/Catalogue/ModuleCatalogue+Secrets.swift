import CoreSystem
import SeashellKit

/// The secrets of the modules, each module's in a file that only the user can read.
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

  /// Keeps the secrets of a module, or removes those of an earlier one with its name.
  func keep(_ secrets: ModuleSecrets, of name: String) throws {
    let file = secretFile(of: name)
    try Self.asShellError {
      if secrets.isEmpty { try file.remove() } else { try file.replace(with: secrets.bytes) }
    }
  }

  /// Moves the credentials that are written into the records in clear, as an older version wrote them, into
  /// files of secrets.
  ///
  /// - Returns: the names of the modules that had some.
  /// - Throws: `ShellError` if a file cannot be written.
  package func moveSecrets() async throws -> [String] {
    try await update { content in
      var names: [String] = []
      for index in content.entries.indices {
        guard var record = try? ModuleRecord(content.entries[index]),
          !record.takeSecrets().isEmpty
        else { continue }
        var secrets = try secrets(of: record.name)
        secrets.add(record.secrets)
        // If the process ends before the records are written, they are moved again.
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
