import SeashellKit
import SeashellModules

/// The section `modules` of the configuration: the limits of added modules, and which of the shell's own are disabled.
@MainActor
struct ModulesSection {
  let limits: ModuleLimits

  /// The names of the shell's own modules that are not loaded.
  let disabled: Set<String>

  /// Reads the section.
  ///
  /// - Parameter names: those of the shell's own modules that can be disabled.
  /// - Throws: `ConfigurationError` if a value is wrong, or a field is neither a limit nor such a name.
  init(_ context: ModuleContext, names: [String]) throws {
    let section = try context.configuration("modules", fields: ModuleLimits.fields + names)
    limits = try section.map { try ModuleLimits($0) } ?? ModuleLimits()
    disabled = try Set(names.filter { try section?.boolean($0) == false })
  }
}
