/// The version of a library that the shell uses.
package struct LibraryVersion: Sendable, Equatable {
  /// The library's name: `libcurl`.
  package let name: String

  /// Its version; nil if the library is missing.
  package let version: String?

  /// How to install it, if it is missing: `install libcurl4`.
  package let advice: String?

  /// Creates the version of a library that is there.
  package init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
    advice = nil
  }

  /// Creates the version of a library that is missing.
  ///
  /// - Parameter advice: how to install it.
  package init(_ name: String, missing advice: String) {
    self.name = name
    version = nil
    self.advice = advice
  }
}
