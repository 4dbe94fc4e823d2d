/// Writes the package of a new module, for `modules new`.
package struct ModuleMaker {
  /// Writes the package.
  ///
  /// - Returns: what the user can do next.
  let make: Make

  /// Writes the package of a name; nil for the usual name of one element, folder and kit.
  package typealias Make =
    @MainActor (
      _ name: String, _ item: String?, _ directory: String?, _ kit: String?
    ) throws -> String

  /// Creates a maker from a function.
  package init(_ make: @escaping Make) {
    self.make = make
  }
}
