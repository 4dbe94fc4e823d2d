import CoreLoop
import CoreSystem
import Glibc
import ShellLanguage
import ShellOutput

/// A program that an `each` stage runs for a record: it has no input, and its output is text.
@MainActor
enum SeparateProgram {
  /// Runs a program to its end.
  ///
  /// `errors` is nil for the shell's own standard error; `flush` writes the remaining output.
  static func run(
    _ words: [Word], to output: Output, errors: Int32?, leadsGroup: Bool, flush: () throws -> Void
  ) async throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    let program = try start(words.map(\.text), pipe, errors, leadsGroup)
    var failure: (any Error)?
    do {
      try await read(pipe.reading, to: output)
      try flush()
    } catch {
      program.end()
      failure = error
    }
    let end = await program.wait()
    if let failure { throw failure }
    if end.isFailure { throw program.failure(end) }
  }

  private static func start(
    _ words: [String], _ pipe: Pipe, _ errors: Int32?, _ leadsGroup: Bool
  ) throws -> ProgramStage {
    defer { close(pipe.writing) }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { throw ShellError(system: "cannot open /dev/null") }
    defer { close(nothing) }
    return try ProgramStage(
      words, input: nothing, output: pipe.writing, errors: errors, leadsGroup: leadsGroup)
  }

  /// Passes on the data from a descriptor, until its end or until the task is cancelled.
  private static func read(_ descriptor: Int32, to output: Output) async throws {
    var text = try output.bytes()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      try await Readiness.wait(for: descriptor)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ShellError(system: "cannot read the program's output") }
      if count == 0 { return try text.end() }
      try text.write(buffer[..<count])
      try await output.room()
    }
  }
}
