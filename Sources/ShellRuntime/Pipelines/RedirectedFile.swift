import CoreSystem
import Glibc
import ShellLanguage
import ShellOutput

/// An open file for the input, the results or the errors of a pipeline.
struct RedirectedFile {
  let descriptor: Int32
  let name: String

  /// For writing, waits until a named pipe has a reader, or the user interrupts.
  @MainActor
  init(_ redirection: Redirection, _ shell: Shell) async throws {
    let names = try shell.variables.words(of: redirection.file)
    guard let name = names.first?.text, names.count == 1 else {
      throw ShellError(.usage, "a redirection takes one file, but $@ has \(names.count) words")
        .spanning([redirection.file])
    }
    if redirection.kind == .input {
      self = try Self.reading(name, at: [redirection.file])
      return
    }
    let mode = O_WRONLY | O_CREAT | O_CLOEXEC | (redirection.appends ? O_APPEND : O_TRUNC)
    var descriptor = Self.open(name, mode)
    if descriptor < 0, errno == ENXIO, Self.isPipe(name) {
      try shell.destination.stream.showNow()
      descriptor = try await shell.interrupts.cancelling { try await Self.openPipe(name, mode) }
    }
    guard descriptor >= 0 else {
      let error = SystemError("cannot write to '\(name)'")
      throw error.shellError.spanning([redirection.file])
    }
    self.descriptor = descriptor
    self.name = name
  }

  /// Opens a file for reading; a named pipe is read as its writers write.
  static func reading(_ name: String, at words: [Word]) throws -> RedirectedFile {
    // Opening a named pipe without O_NONBLOCK would wait for a writer.
    let descriptor = Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ShellError(system: "cannot read '\(name)'").spanning(words)
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return RedirectedFile(descriptor: descriptor, name: name)
  }

  private init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  func close() { _ = Glibc.close(descriptor) }

  /// Opens a file without blocking; a named pipe without a reader gives ENXIO.
  private static func open(_ name: String, _ mode: Int32) -> Int32 {
    let descriptor = Glibc.open(name, mode | O_NONBLOCK, 0o666)
    // Programs inherit the descriptor and expect blocking writes.
    if descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }
    return descriptor
  }

  /// Tries to open a named pipe until it has a reader, since an `open` that blocks could not be interrupted.
  private static func openPipe(_ name: String, _ mode: Int32) async throws -> Int32 {
    while true {
      try await Task.sleep(for: .milliseconds(20))
      let descriptor = open(name, mode)
      if descriptor >= 0 || errno != ENXIO { return descriptor }
    }
  }

  private static func isPipe(_ name: String) -> Bool {
    var status = stat()
    return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
