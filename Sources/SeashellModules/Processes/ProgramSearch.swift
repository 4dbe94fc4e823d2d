import Glibc

/// Finds programs as execvp(3) does.
enum ProgramSearch {
  /// Returns the file of a program.
  ///
  /// - Parameters:
  ///   - name: its name on PATH, or its path, which has a slash in it.
  ///   - path: the value of PATH; nil for the system's programs.
  /// - Throws: ``ModuleError`` if no such program can be executed.
  static func find(_ name: String, path: String?) throws(ModuleError) -> String {
    guard !name.contains("/") else {
      if isProgram(name) { return name }
      throw access(name, F_OK) == 0
        ? ModuleError("'\(name)' is not a program", hint: "make it executable: chmod +x \(name)")
        : ModuleError("there is no program '\(name)'")
    }
    let folders = (path ?? "/usr/local/bin:/usr/bin:/bin")
      .split(separator: ":", omittingEmptySubsequences: false)
    for folder in folders where !name.isEmpty {
      let file = folder.isEmpty ? "./\(name)" : "\(folder)/\(name)"
      if isProgram(file) { return file }
    }
    throw ModuleError(
      "no program on PATH is called '\(name)'",
      hint: access(name, F_OK) == 0 ? "for the file in this folder, say ./\(name)" : nil)
  }

  private static func isProgram(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(file, X_OK) == 0
  }
}
