import CoreSystem
import FoundationEssentials
import Glibc
package import SeashellKit

extension PackageTemplate {
  /// Writes the package of a new module, for `modules new`.
  ///
  /// - Parameters:
  ///   - name: the module's name.
  ///   - item: the name of one element; nil to guess it.
  ///   - directory: an existing folder, in which the package gets a folder with its name; nil for the
  ///     current folder.
  ///   - kit: the folder or URL of Seashell; nil for the sources that this program was built in.
  /// - Returns: the next steps for the user.
  /// - Throws: `ShellError` if the name or the folder cannot be used, or a file cannot be written.
  package static func make(
    _ name: String, item: String?, in directory: String?, kit: String?
  ) throws(ShellError) -> String {
    let folder = try PackageTemplate(name, item: item, kit: kit).write(in: directory ?? ".")
    return "wrote '\(folder)': a module, a shell with it, and tests; run 'make shell' there"
  }

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
      throw ShellError(.failed, SystemError("cannot make '\(folder)'").description)
    }
    let unfinished = "\(directory)/.\(name).new-\(getpid())"
    do {
      for file in files { try Self.write(file, in: unfinished) }
      guard rename(unfinished, folder) == 0 else {
        throw SystemError("cannot write '\(folder)'")
      }
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      rmdir(folder)
      throw ShellError(.failed, String(describing: error))
    }
    return folder
  }

  private static func exists(_ folder: String) -> ShellError {
    ShellError(
      .failed, "'\(folder)' exists already",
      hint: "choose another name, or another folder with --in")
  }

  private static func write(_ file: File, in folder: String) throws {
    let path = "\(folder)/\(file.path)"
    let parent = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    try FileManager.default.createDirectory(
      atPath: String(parent), withIntermediateDirectories: true)
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(file.isExecutable ? 0o777 : 0o666))
    guard descriptor >= 0 else { throw SystemError("cannot write '\(file.path)'") }
    guard FileBytes.write(file.text.utf8, to: descriptor) else {
      let error = SystemError("cannot write '\(file.path)'")
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw SystemError("cannot write '\(file.path)'") }
  }
}
