import CCurl

/// The installed libcurl.
package enum CurlVersion {
  /// Opens libcurl and returns its version with that of its TLS library, such as `8.5.0 (OpenSSL/3.0.13)`.
  ///
  /// - Returns: the version, or why libcurl cannot be used.
  package static func read() -> (version: String?, problem: String?) {
    if let problem = ccurl_open() { return (nil, String(cString: problem)) }
    // The first word is libcurl's version, the second that of its TLS library.
    let words = String(cString: ccurl_version()).split(separator: " ")
    let version = words.first?.split(separator: "/").last.map(String.init)
    let security = words.dropFirst().first.map { " (\($0))" } ?? ""
    return (version.map { $0 + security }, nil)
  }
}
