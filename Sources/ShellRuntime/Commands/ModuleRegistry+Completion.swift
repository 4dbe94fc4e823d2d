import ShellOutput
package import ShellCommands
import CoreSystem

extension ModuleRegistry {
  /// Returns the candidates of all loaded modules for a completion kind, sorted by module name.
  ///
  /// Each source contributes at most ``ShellCommands/CompletionQuery/limit`` candidates.
  package func completions(
    of kind: CompletionKind, for query: CompletionQuery
  ) -> [CompletionSource.Candidate] {
    let api = query.api ?? apis.currentAPI
    // Of many modules, only a few have a source for one kind.
    var modules: [(name: String, sources: [CompletionSource])] = []
    for (name, module) in loaded where module.api == nil || module.api == api {
      let sources = module.completionSources.filter { $0.kind == kind }
      if !sources.isEmpty { modules.append((name, sources)) }
    }
    modules.sort { $0.name < $1.name }
    let own = ownSources.filter { $0.kind == kind }
    return own.flatMap { $0.answer(query).prefix(CompletionQuery.limit) }
      + modules.flatMap { module, sources in
        let outer = CrashReport.exchange(completionCrashLine(of: module))
        defer { CrashReport.exchange(outer) }
        return sources.flatMap { $0.answer(query).prefix(CompletionQuery.limit) }
      }
  }

  /// Returns the line to write if the process crashes while a module completes a word.
  private func completionCrashLine(of module: String) -> CrashReport.Line {
    if let line = completionCrashLines[module] { return line }
    let line = CrashReport.Line("\(program): crashed while the module '\(module)' completed a word")
    completionCrashLines[module] = line
    return line
  }

  /// Returns the candidates of all loaded modules for a completion kind and a prefix.
  package func completions(of kind: CompletionKind, for prefix: String) -> [CompletionSource
    .Candidate]
  {
    completions(of: kind, for: CompletionQuery(prefix: prefix))
  }
}
