import Glibc

struct SecretProgram: Sendable {
  let words: [String]
  /// The absolute path with which it is started.
  let file: String
  /// The path of ``file`` with links resolved.
  let path: String

  /// Finds a program by its name on PATH or its path, and checks that no other user can change or
  /// replace it.
  ///
  /// Relative folders in PATH are ignored; nil stands for the system's folders.
  init(_ words: [String], searchPath: String?) throws(SecretProblem) {
    let name = words.first ?? ""
    guard let file = Self.file(of: name, searchPath ?? "/usr/local/bin:/usr/bin:/bin") else {
      throw SecretProblem(
        name.contains("/") ? "cannot be started: there is no such program" : "is not on PATH")
    }
    let guarded: GuardedPath
    do {
      guarded = try GuardedPath(file)
    } catch {
      // The program is the subject of the message.
      throw SecretProblem("is a file that \(error.text)", hint: error.hint)
    }
    var status = stat()
    guard lstat(guarded.path, &status) == 0 else { throw GuardedPath.missing(errno) }
    guard GuardedPath.isOwn(status) else {
      throw SecretProblem("is a file of another user, \(guarded.path)")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw SecretProblem(
        "is a file that other users can change", hint: "run chmod go-w \(guarded.path)")
    }
    self.words = words
    self.file = file
    path = guarded.path
  }

  private static func file(of name: String, _ searchPath: String) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    guard !name.isEmpty else { return nil }
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let file = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      if isProgram(file) { return file }
    }
    return nil
  }

  private static func isProgram(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(file, X_OK) == 0
  }
}
