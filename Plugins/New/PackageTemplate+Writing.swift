import FoundationEssentials
import Glibc
import SeashellKit

extension PackageTemplate {
  /// Writes the package completely or not at all.
  ///
  /// It is written beside its folder, which is created empty, and then replaces that folder.
  ///
  /// - Parameter directory: an existing folder, in which the package gets a folder with its name.
  /// - Returns: the path of the package's folder.
  /// - Throws: `ShellError` if that folder exists, or if a file cannot be written.
  func write(in directory: String) throws(ShellError) -> String {
    let folder = directory == "." ? name : "\(directory)/\(name)"
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw ShellError(
        .failed, "'\(directory)' is not a folder", hint: "make it first, or choose another")
    }
    guard mkdir(folder, 0o777) == 0 else {
      if errno == EEXIST { throw Self.exists(folder) }
      throw ShellError(system: "cannot make '\(folder)'")
    }
    let unfinished = "\(directory)/.\(name).new-\(getpid())"
    do {
      for file in files { try Self.write(file, in: unfinished) }
      guard rename(unfinished, folder) == 0 else {
        throw ShellError(system: "cannot write '\(folder)'")
      }
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      rmdir(folder)
      throw ShellError(error)
    }
    return folder
  }

  private static func exists(_ folder: String) -> ShellError {
    ShellError(
      .failed, "'\(folder)' exists already",
      hint: "choose another name, or another folder with --in")
  }

  static func write(_ file: File, in folder: String) throws {
    let path = "\(folder)/\(file.path)"
    let parent = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    try FileManager.default.createDirectory(
      atPath: String(parent), withIntermediateDirectories: true)
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(file.isExecutable ? 0o777 : 0o666))
    guard descriptor >= 0, let stream = fdopen(descriptor, "w") else {
      throw ShellError(system: "cannot write '\(file.path)'")
    }
    let isWritten = fputs(file.text, stream) >= 0
    let code = errno
    // Some file systems report a full disk only here.
    let isClosed = fclose(stream) == 0
    guard isWritten, isClosed else {
      throw ShellError(system: "cannot write '\(file.path)'", code: isWritten ? errno : code)
    }
  }
}
