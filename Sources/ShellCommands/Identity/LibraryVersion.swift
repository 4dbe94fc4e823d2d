/// The version of a library that the shell uses.
package struct LibraryVersion: Sendable, Equatable {
  /// The library's name: `libcurl`.
  package let name: String

  /// Its version; nil if the library is missing.
  package let version: String?

  /// How to install it, if it is missing: `install libcurl4`.
  package let advice: String?

  /// Creates the version of an installed library.
  package init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
    advice = nil
  }

  /// Creates the entry of a missing library.
  ///
  /// - Parameter advice: how to install it.
  package init(_ name: String, missing advice: String) {
    self.name = name
    version = nil
    self.advice = advice
  }
}
