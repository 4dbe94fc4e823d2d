import ShellOutput

/// The sections at the root of the configuration that modules ask for.
@MainActor
package final class ModuleSections {
  private let root: ConfigurationSection?
  /// The names of the sections that modules have asked for.
  package private(set) var names: [String] = []

  /// Creates the sections of a configuration; by default, of none.
  package init(_ configuration: Configuration = Configuration()) {
    root = configuration.root
  }

  /// Returns a section; nil if the configuration has none.
  func section(_ name: String, fields: [String]) throws -> ConfigurationSection? {
    guard !Configuration.fields.contains(name) else {
      throw ShellError(
        .failed, "the field '\(name)' of the configuration belongs to the shell",
        hint: "give the module's section another name")
    }
    names.append(name)
    return try root?.section(name, fields: fields)
  }

  /// Checks that a module has asked for every section; call it when all modules are loaded.
  package func check() throws(ConfigurationError) {
    try root?.checkFields(Configuration.fields + names)
  }
}
