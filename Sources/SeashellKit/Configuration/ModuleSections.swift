import ShellOutput

/// The sections of the configuration that modules read.
@MainActor
package final class ModuleSections {
  private let root: ConfigurationSection?
  package private(set) var names: [String] = []

  package init(_ configuration: Configuration = Configuration()) {
    root = configuration.root
  }

  func section(_ name: String, fields: [String]) throws -> ConfigurationSection? {
    guard !Configuration.fields.contains(name) else {
      throw ShellError(
        .failed, "the field '\(name)' of the configuration belongs to the shell",
        hint: "give the module's section another name")
    }
    names.append(name)
    return try root?.section(name, fields: fields)
  }

  /// Checks that modules have read every section; call it when all modules are loaded.
  package func check() throws(ConfigurationError) {
    try root?.checkFields(Configuration.fields + names)
  }
}
