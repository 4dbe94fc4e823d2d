import SeashellKit

/// The files of a module's command line, as they were checked right before a start.
///
/// A program is started by the descriptor from which it was read. A script is opened by its interpreter, by
/// name: after the start, ``confirm()`` checks that the name still leads to the checked file.
final class CheckedFiles: Sendable {
  private let module: String
  /// The program, if it is started by its descriptor; nil if it is started by its path.
  private let program: OpenFile?
  /// The path with which the program is started; nil for the path on the command line.
  let path: String?
  private let named: [OpenFile]

  /// Creates the files of a module in development, which are not checked.
  init(module: String) {
    self.module = module
    (program, path, named) = (nil, nil, [])
  }

  init(module: String, _ files: [OpenFile], program name: String?) {
    self.module = module
    let native = files.first { $0.path == name && $0.isNative }
    path = native?.safePath
    program = path == nil ? native : nil
    named = files.filter { [native] in $0 !== native }
  }

  /// The descriptor of the program; -1 to start it by its path.
  var executable: Int32 { program?.descriptor ?? -1 }

  /// Throws with the name of a file that was replaced or changed since it was checked.
  func confirm() throws {
    if let program, program.isChanged { throw Self.changed(program.path, of: module) }
    if let path = replaced { throw Self.changed(path, of: module) }
  }

  /// The path of a file that now leads to another file, if any.
  private var replaced: String? { named.first(where: \.isReplaced)?.path }

  /// The error to end the module with if an interpreter may have opened another file than the checked one;
  /// nil if all are the same.
  var breach: ModuleError? {
    replaced.map {
      ModuleError(
        "its file '\($0)' was changed while it was started",
        hint: "run 'modules trust \(module)' if that is right")
    }
  }

  static func changed(_ path: String, of module: String) -> ShellError {
    ShellError(
      .failed, "the module '\(module)' is not started: its file '\(path)' has changed",
      hint: "run 'modules trust \(module)' if that is right")
  }
}
