import ShellCommands
import ShellHelp
public import SeashellKit

extension ShellHarness {
  /// Returns the parameters of a module that Tab cannot complete, since no loaded module has a source of
  /// the kind that they name.
  ///
  /// A mistyped kind is not an error, because another module may have a source for it. In a test, load the
  /// modules that the shell will have, and then:
  ///
  /// ```swift
  /// for problem in harness.checkCompletion(of: module) { Issue.record("\(problem)") }
  /// ```
  ///
  /// - Returns: a message for each such parameter; empty if there are none.
  public func checkCompletion(of module: any FeatureModule) -> [String] {
    let kinds = Set(modules.flatMap { $0.completionSources.map(\.kind) })
      .union(ShellCompleter.ownKinds)
    return module.commands.flatMap { command in
      let specification = command.specification
      let path = "\(module.name) \(specification.name)"
      let parameters: [(String, CompletionKind?)] =
        specification.arguments.map { ($0.name, $0.completion) }
        + specification.options.map { ("--\($0.name)", $0.completion) }
      return parameters.compactMap { name, kind -> String? in
        guard let kind, !kinds.contains(kind) else { return nil }
        return "\(path): \(name) is completed by '\(kind.name)', of which no module has a source"
      }
    }
  }
}
