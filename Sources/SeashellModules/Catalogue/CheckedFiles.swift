import SeashellKit

/// The files of a module's command line, as they were checked right before a start.
///
/// A program is started by the descriptor from which it was read. A script is opened by its interpreter,
/// by its name: after the start it is asked whether that still names the file that was checked.
package final class CheckedFiles: Sendable {
  private let module: String
  /// The program that is started by its descriptor; nil if it is started by its path.
  private let program: OpenFile?
  /// The path with which the program is started; nil for the one of the command line.
  let path: String?
  /// The files that are opened by their names.
  private let named: [OpenFile]

  /// Creates the files of a module in development, which are not checked.
  init(module: String) {
    self.module = module
    (program, path, named) = (nil, nil, [])
  }

  /// - Parameters:
  ///   - module: the module's name, for errors.
  ///   - files: the files.
  ///   - name: the program's path.
  init(module: String, _ files: [OpenFile], program name: String?) {
    self.module = module
    let native = files.first { $0.path == name && $0.isNative }
    path = native?.safePath
    program = path == nil ? native : nil
    named = files.filter { [native] in $0 !== native }
  }

  /// The descriptor of the program that is to be started; -1 to start it by its path.
  var executable: Int32 { program?.descriptor ?? -1 }

  /// Checks that what has been started is what was checked.
  ///
  /// - Throws: `ShellError` that names a file that was replaced or changed meanwhile.
  func confirm() throws {
    if let program, program.isChanged { throw Self.changed(program.path, of: module) }
    if let path = replaced { throw Self.changed(path, of: module) }
  }

  /// The path of a file that was opened by its name, and is another one now; nil if there is none.
  private var replaced: String? { named.first(where: \.isReplaced)?.path }

  /// Why the module is broken off, if an interpreter may have opened another file than was checked; nil if
  /// it has not.
  var breach: ModuleError? {
    replaced.map {
      ModuleError(
        "its file '\($0)' was changed while it was started",
        hint: "run 'modules trust \(module)' if that is right")
    }
  }

  /// The error of a module whose file is not the one that the user trusts.
  static func changed(_ path: String, of module: String) -> ShellError {
    ShellError(
      .failed, "the module '\(module)' is not started: its file '\(path)' has changed",
      hint: "run 'modules trust \(module)' if that is right")
  }
}
