import CYAML

/// The libyaml that is installed.
package enum YAMLLibrary {
  /// Opens libyaml and returns its version, `0.2.5`.
  ///
  /// - Returns: the version, or why libyaml cannot be used.
  package static func read() -> (version: String?, problem: String?) {
    if let problem = cyaml_open() { return (nil, String(cString: problem)) }
    return (String(cString: cyaml_version()), nil)
  }
}
