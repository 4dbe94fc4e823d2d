/// Writes the package of a new module, for `modules new`.
package struct ModuleMaker {
  /// Writes the package.
  ///
  /// - Returns: what the user can do next.
  let make: Make

  /// Writes the package of a module.
  ///
  /// Nil stands for the default item name, folder and kit.
  package typealias Make =
    @MainActor (
      _ name: String, _ item: String?, _ directory: String?, _ kit: String?
    ) throws -> String

  package init(_ make: @escaping Make) {
    self.make = make
  }
}
