import CPCRE2

/// The installed libpcre2.
package enum PatternLibrary {
  /// Opens libpcre2 and returns its version, such as `10.42`.
  ///
  /// - Returns: the version, or why libpcre2 cannot be used.
  package static func read() -> (version: String?, problem: String?) {
    if let problem = cpcre2_open() { return (nil, String(cString: problem)) }
    // A date follows the number.
    return (String(cString: cpcre2_version()).split(separator: " ").first.map(String.init), nil)
  }
}
