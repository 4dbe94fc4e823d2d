import SeashellKit

extension SecretFile {
  /// Reads the secret that `${file:PATH}` stands for.
  ///
  /// - Parameters:
  ///   - path: an absolute path, or one that begins with `~/`.
  ///   - home: the user's home.
  /// - Throws: `ShellError` that names the file, if it cannot be read or others can read or change it.
  static func read(_ path: String, home: String?) throws -> String {
    var full = path
    if path.hasPrefix("~/"), let home { full = home + path.dropFirst() }
    guard full.hasPrefix("/"), !full.utf8.contains(0) else {
      throw ShellError(
        .usage, "'${file:\(path)}' does not name a file", hint: "begin the path with / or ~/")
    }
    return try text(of: full, named: path)
  }
}
