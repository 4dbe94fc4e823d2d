import CoreSystem
import FoundationEssentials
import Glibc
import ShellOutput

extension ConfigurationFile {
  /// The pause between attempts to lock the file, and their number: five seconds in all.
  private static let pause = Duration.milliseconds(10)
  private static let attempts = 500

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
    let target = try target()
    try await Self.locked(target + ".lock", clock) {
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

  /// Runs a closure while no other shell changes the file.
  ///
  /// The lock file is removed at the end, so that users do not find it in their folder. A shell that has
  /// waited for the lock therefore checks that the file is still there.
  private static func locked(
    _ path: String, _ clock: any Clock<Duration>, _ body: () throws -> Void
  ) async throws {
    do {
      if let slash = path.lastIndex(of: "/") { try PrivateFile.makeFolder(String(path[..<slash])) }
    } catch {
      throw ShellError(error)
    }
    for _ in 0..<attempts {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw ShellError(SystemError("cannot open \(path)")) }
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if isFile(path, descriptor) {
          defer {
            unlink(path)
            // A process that another thread starts shares the descriptor until it calls exec.
            flock(descriptor, LOCK_UN)
          }
          return try body()
        }
      } else if errno != EWOULDBLOCK, errno != EINTR {
        throw ShellError(SystemError("cannot lock \(path)"))
      }
      try await clock.sleep(for: pause)
    }
    throw ShellError(
      .failed, "another shell keeps the configuration locked (\(path))",
      hint: "end that shell, or try again")
  }

  private static func isFile(_ path: String, _ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino)
  }
}
