import CoreSystem
import FoundationEssentials
import Glibc
import ShellOutput

extension ConfigurationFile {
  /// Changes the file, or creates it.
  ///
  /// It is read, changed and replaced under a lock, so that no change of another shell is lost. The new
  /// file has mode 0600 and replaces the old one atomically. If the path is a link, its target is changed.
  ///
  /// - Parameters:
  ///   - builtIn: the shell's own environments.
  ///   - api: the name of the shell's own API.
  ///   - clock: measures the wait for another shell.
  ///   - change: changes the text; called once.
  /// - Throws: what the closure throws; ``ConfigurationError`` if the file is not an object of JSON5, or if
  ///   the change would make a usable file unusable; `ShellError` if it cannot be locked or written. Then
  ///   nothing is written.
  package func edit(
    builtIn: [APIEnvironment] = [], api: String? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ change: (inout ConfigurationEditor) throws -> Void
  ) async throws {
    let target = try changed ?? target()
    do {
      if let slash = target.lastIndex(of: "/") {
        try PrivateFile.makeFolder(String(target[..<slash]))
      }
    } catch {
      throw ShellError(error)
    }
    let lock = ShellLock(target + ".lock", of: "the configuration", clock: clock)
    try await lock.hold(removingFile: true) {
      let old = try text()
      var editor = try ConfigurationEditor(old, from: path)
      try change(&editor)
      guard editor.text != old ?? ConfigurationEditor.newText else { return }
      if old.map({ isUsable($0, builtIn, api) }) ?? true {
        _ = try Configuration(parsing: editor.text, from: path, builtIn: builtIn, api: api)
      }
      do {
        try PrivateFile(path: target).replace(with: Array(editor.text.utf8))
      } catch {
        throw ShellError(error)
      }
    }
  }

  private func isUsable(_ text: String, _ builtIn: [APIEnvironment], _ api: String?) -> Bool {
    (try? Configuration(parsing: text, from: path, builtIn: builtIn, api: api)) != nil
  }

  /// The path of the file to write, with links resolved.
  private func target() throws -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var status = stat()
    guard errno == ENOENT, lstat(path, &status) != 0 else {
      throw ShellError(.failed, "cannot change \(path): \(SystemError.reason())")
    }
    return path
  }
}
