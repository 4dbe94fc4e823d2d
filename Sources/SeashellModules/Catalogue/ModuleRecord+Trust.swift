import CoreSystem
import Glibc
import SeashellKit

/// The files of a module's command line. They must not change until the user trusts them again.
extension ModuleRecord {
  /// Replaces the program, and each argument that is a file, by its absolute path.
  ///
  /// The module then starts the same way from any folder. A word with a variable is not changed.
  ///
  /// - Parameters:
  ///   - folder: the working folder.
  ///   - variable: returns a variable of the shell's environment.
  /// - Throws: `ShellError` if there is no such program.
  mutating func resolveFiles(
    in folder: String, _ variable: (String) -> String?
  ) throws {
    guard let words = commandLine, let program = words.first else { return }
    dataFiles = Set(dataFiles.map { Self.absolute($0, in: folder) })
    var resolved: [String] = []
    if try VariableTemplate.expand(program, variable) == program {
      resolved = [try Self.program(program, in: folder, path: variable("PATH") ?? "")]
    } else {
      resolved = [program]
    }
    for word in words.dropFirst() {
      let path = Self.absolute(word, in: folder)
      resolved.append(FileStamp(path: path) != nil || dataFiles.contains(path) ? path : word)
    }
    commandLine = resolved
  }

  /// Records the current digests of the program and of each argument that is a file.
  ///
  /// - Throws: `ShellError` if a file cannot be read, or a variable is not defined.
  mutating func trustFiles(_ variable: (String) -> String?) throws {
    digests = [:]
    stamps = [:]
    for path in try files(variable) {
      guard let file = OpenFile(path) else { throw SystemError("cannot read \(path)") }
      guard let digest = try file.digest() else {
        throw ShellError(.failed, "'\(path)' is being changed", hint: "try again")
      }
      digests[path] = digest
      if file.stamp.isSettled { stamps[path] = file.stamp }
    }
  }

  /// Checks that the files are the ones that the user trusts; does nothing for a module in development.
  ///
  /// A file with an unchanged stamp is not read again.
  ///
  /// - Returns: whether ``stamps`` changed, so that saving the record makes the next check faster.
  /// - Throws: `ShellError` with the name of a file that has changed or is missing.
  mutating func verifyFiles() throws -> Bool {
    let before = stamps
    _ = try checkFiles()
    return stamps != before
  }

  /// Checks the files like ``verifyFiles()``, right before the module is started.
  ///
  /// - Returns: the checked files, so that exactly these are started.
  mutating func checkFiles() throws -> CheckedFiles {
    guard !isInDevelopment else { return CheckedFiles(module: name) }
    var files: [OpenFile] = []
    for (path, digest) in digests.sorted(by: { $0.key < $1.key }) {
      guard let file = OpenFile(path) else {
        guard FileStamp(path: path) == nil else { throw SystemError("cannot read \(path)") }
        throw ShellError(
          .failed, "the module '\(name)' is not started: its file '\(path)' is gone",
          hint: "put it back, or run 'modules remove \(name)' and add it again")
      }
      files.append(file)
      if stamps[path] == file.stamp { continue }
      guard try file.digest() == digest else { throw CheckedFiles.changed(path, of: name) }
      stamps[path] = file.stamp.isSettled ? file.stamp : nil
    }
    return CheckedFiles(module: name, files, program: commandLine?.first)
  }

  /// Whether a file has changed since the user trusted it, checked like ``verifyFiles()``.
  var isChanged: Bool {
    var record = self
    do {
      _ = try record.verifyFiles()
      return false
    } catch {
      return true
    }
  }

  /// The current stamps of the files on the command line, by path.
  ///
  /// - Parameter variable: returns a variable of the shell's environment.
  func currentStamps(_ variable: (String) -> String?) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in (try? files(variable)) ?? [] { stamps[path] = FileStamp(path: path) }
    return stamps
  }

  /// The program and the arguments that are files, except files that the module may change.
  private func files(_ variable: (String) -> String?) throws -> [String] {
    // A word with a secret does not name a file.
    let words = (commandLine ?? []).filter { !$0.contains("${secret:") }
    return try words.map {
      do {
        return try VariableTemplate.expand($0, variable)
      } catch {
        throw ShellError(error).prefixed("the module '\(name)': ")
      }
    }.filter {
      $0.hasPrefix("/") && !dataFiles.contains($0) && FileStamp(path: $0) != nil
    }
  }

  /// Returns the absolute path of a program, found as the system does.
  ///
  /// Links are not followed, since a program may behave differently by its name.
  private static func program(_ word: String, in folder: String, path: String) throws -> String {
    if word.contains("/") {
      let path = absolute(word, in: folder)
      guard FileStamp(path: path) != nil else {
        throw ShellError(.unknownCommand, "there is no program '\(word)'")
      }
      guard access(path, X_OK) == 0 else {
        throw ShellError(
          .unknownCommand, "'\(word)' is not executable",
          hint: "chmod +x \(word), or put its interpreter before it")
      }
      return path
    }
    for part in path.split(separator: ":") {
      let candidate = absolute("\(part)/\(word)", in: folder)
      if FileStamp(path: candidate) != nil, access(candidate, X_OK) == 0 { return candidate }
    }
    throw ShellError(.unknownCommand, "no program on PATH is called '\(word)'")
  }

  private static func absolute(_ word: String, in folder: String) -> String {
    if word.hasPrefix("/") { return word }
    var rest = word[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return "\(folder == "/" ? "" : folder)/\(rest)"
  }
}
