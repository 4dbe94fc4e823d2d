import SeashellKit

extension ExternalModules {
  /// Removes credentials in clear text, which an older version wrote, from records, and starts moving them
  /// to private files.
  func withoutLiterals(_ records: [ModuleRecord]) -> [ModuleRecord] {
    var isFound = false
    let records = records.map { record in
      var record = record
      if !record.takeSecrets().isEmpty { isFound = true }
      return record
    }
    if isFound { moveSecrets() }
    return records
  }

  private func moveSecrets() {
    ownChanges += 1
    saving = Task { [context, catalogue, earlier = saving] in
      defer { ownChanges -= 1 }
      await earlier?.value
      do {
        let names = try await catalogue.moveSecrets()
        for name in names { modules[name]?.record.secrets = ModuleSecrets() }
        guard !names.isEmpty else { return }
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        context.console.notify(
          "the list of added modules had secrets in clear (\(list)); they are in private files now, but"
            + " copies of modules.json still have them")
      } catch {
        report(["secrets are in clear in the list of added modules: \(ShellError(error).message)"])
      }
    }
  }
}
