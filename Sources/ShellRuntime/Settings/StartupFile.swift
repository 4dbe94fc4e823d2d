import CoreSystem
import ShellOutput
package import Glibc

/// The file of the startup script of each prompt, `rc.sea`.
package struct StartupFile: Sendable {
  /// How many links may lead from one to the next.
  private static let mostLinks = 40
  /// How many times the file is tried while another shell changes it, at intervals of 10 ms.
  private static let tries = 100

  /// The file's path.
  var path: String { currentPath() }

  private let currentPath: @Sendable () -> String

  /// Creates a value for a file, which need not exist.
  package init(path: String) { self.init { path } }

  /// Creates a value for a file that is another one while a test runs.
  package init(_ path: @escaping @Sendable () -> String) { currentPath = path }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The path for display, with `~` for the home folder.
  func shownPath(home: String?) -> String {
    guard let home, home.count > 1, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// Opens the file, if it exists; the caller closes the descriptor.
  ///
  /// Throws if other users may change the file.
  func open() throws -> Int32? {
    // O_NONBLOCK, because opening a named pipe would wait for a writer.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ShellError(system: "cannot read '\(path)'")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ShellError(.failed, "cannot read '\(path)': it is not a regular file")
    }
    if let (reason, advice) = weakness(status) {
      close(descriptor)
      throw ShellError(.failed, "'\(path)' is not run, because \(reason)", hint: advice)
    }
    return descriptor
  }

  /// Why the file is readable but must not run, and what to do about it; nil if it may run.
  ///
  /// - Parameter status: the file's status; nil if the file does not exist yet.
  package func weakness(_ status: Glibc.stat?) -> (reason: String, advice: String)? {
    if let status, status.st_uid != geteuid() {
      return ("others may change it", "it must belong to you")
    }
    if let status, status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      return ("others may change it", "chmod go-w '\(path)'")
    }
    return PathTrust.weakness(of: path).map { ("others may change '\($0.path)'", $0.advice) }
  }

  /// Saves a setting in the file; returns the number of the line that sets it.
  ///
  /// The file is replaced as a whole, so that it always has either the old content or the new one,
  /// also after an error. A link to the file stays.
  func keep(_ setting: String, _ value: String) throws -> Int {
    let file = PrivateFile(path: try target())
    let folder = Self.folder(of: file.path)
    try PrivateFile.makeFolder(folder)
    let lock = try FileLock(folder, isFolder: true)
    guard try lock.takeBlocking(tries: Self.tries, pause: 10) else {
      throw SystemError("cannot lock \(folder)", code: EWOULDBLOCK)
    }
    defer { lock.release() }
    // Nothing that others wrote becomes a file that the shell trusts.
    if let descriptor = try open() {
      close(descriptor)
    } else if let (reason, advice) = weakness(nil) {
      throw ShellError(.failed, "'\(path)' would not be run, because \(reason)", hint: advice)
    }
    let old = try file.read() ?? []
    do {
      let (new, line) = try StartupScript.setting(setting, to: value, in: old)
      if new != old { try file.replace(with: new) }
      return line
    } catch let error as StartupScript.EditingError {
      throw switch error {
      case .unfinished(let line):
        ShellError(
          .failed, "the statement that begins at \(name):\(line) has no end", hint: "edit \(path)")
      case .value: ShellError(.usage, "a line of \(name) cannot hold '\(value)'")
      }
    }
  }

  private func target() throws -> String {
    var path = path
    for _ in 0..<Self.mostLinks {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink(path, &bytes, bytes.count - 1)
      // Not a link, or nothing at all.
      guard count >= 0 else { return path }
      let link = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = link.hasPrefix("/") ? link : "\(Self.folder(of: path))/\(link)"
    }
    throw SystemError("cannot write \(self.path)", code: ELOOP)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
