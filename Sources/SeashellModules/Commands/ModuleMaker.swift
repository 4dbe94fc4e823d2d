/// Writes the package of a new module, for `modules new`.
package struct ModuleMaker {
  /// Writes the package.
  ///
  /// - Returns: what the user can do next.
  let make: @MainActor (_ name: String, _ directory: String?, _ kit: String?) throws -> String

  /// Creates a maker from a function.
  package init(
    _ make:
      @escaping @MainActor (_ name: String, _ directory: String?, _ kit: String?) throws
      -> String
  ) {
    self.make = make
  }
}
