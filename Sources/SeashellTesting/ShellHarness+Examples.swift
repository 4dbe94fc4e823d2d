import ShellOutput
import ShellRuntime
public import SeashellKit

extension ShellHarness {
  /// Runs the examples of all loaded modules, and returns those that do not work.
  ///
  /// ```swift
  /// #expect(await harness.checkExamples() == [])
  /// ```
  ///
  /// - Returns: as ``checkExamples(of:)`` does.
  public func checkExamples() async -> [ExampleFailure] {
    var failures: [ExampleFailure] = []
    for module in modules { failures += await checkExamples(of: module) }
    return failures
  }

  /// Runs the examples of a module's commands, and returns those that do not work.
  ///
  /// An example works if it succeeds and does not end with an empty list. For each command at least one
  /// example must run it.
  ///
  /// The module is loaded first, unless it is loaded already. The examples run in this shell in the order
  /// of the module's commands, so that one may use what another has created. The transport must answer as
  /// the API would, and the console needs the answers and the standard input for the examples.
  ///
  /// - Returns: a failure for each example that does not work and each command without one; empty if all
  ///   work. If the module cannot be loaded, that is the only failure.
  public func checkExamples(of module: any FeatureModule) async -> [ExampleFailure] {
    do {
      if !modules.contains(where: { $0 === module }) { try load(module) }
    } catch {
      return [ExampleFailure(command: module.name, errors: ShellError(error).message)]
    }
    var failures: [ExampleFailure] = []
    for entry in commands(of: module) {
      let lines = entry.specification.examples.map(\.line)
      for line in lines {
        shell.variables.result = nil
        let (status, _, errors) = await run(line)
        if status != 0 || shell.variables.result?.isEmptyList == true {
          failures.append(
            ExampleFailure(
              command: entry.path, line: line, status: status,
              errors: status == 0 ? "it lists nothing" : errors))
        }
      }
      if !lines.contains(where: { $0.contains(entry.path) }) {
        failures.append(ExampleFailure(command: entry.path, errors: "no example runs it"))
      }
    }
    return failures
  }

  private func commands(of module: any FeatureModule) -> [CommandTable.Entry] {
    let entries = shell.modules.commands(of: module.name)?.all ?? []
    return module.commands.compactMap { command in
      entries.first { $0.specification.name == command.specification.name }
    }
  }
}

extension Records {
  fileprivate var isEmptyList: Bool { isList && count == 0 }
}
