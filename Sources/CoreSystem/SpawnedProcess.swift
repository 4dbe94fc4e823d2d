import CProcess
import Glibc

/// A program that was started in a session of its own, with pipes as its standard input, output and error.
///
/// It has no controlling terminal, and no signal for the shell's process group reaches it. The owner
/// closes the descriptors and calls ``reap()``.
package struct SpawnedProcess: Sendable {
  /// The process's id, which is its process group's and its session's too.
  package let id: Int32
  /// The pipe to its standard input; does not block.
  package let input: Int32
  /// The pipe from its standard output; does not block.
  package let output: Int32
  /// The pipe from its standard error; does not block.
  package let error: Int32
  /// Readable once the process has ended.
  package let exit: Int32

  /// Starts a program.
  ///
  /// It starts with default signal actions, and with only its standard input, output and error open. Its
  /// limits are set right after the start. It can open or allocate little in those microseconds, and the
  /// limits then apply to everything that it starts.
  ///
  /// - Parameters:
  ///   - path: the program's file.
  ///   - executable: an open descriptor of the program's file, to run that file even if the path changes
  ///     meanwhile; -1 to run the file at the path. Must not be a script.
  ///   - words: the program's name and arguments.
  ///   - environment: the whole environment.
  ///   - files: how many files it may open.
  ///   - memory: how many bytes of data it may have.
  /// - Throws: ``Failure``, the `errno` value of what failed.
  package init(
    _ path: String, executable: Int32 = -1, words: [String], environment: [String: String],
    files: Int, memory: Int
  ) throws(Failure) {
    let (input, output, error) = try Self.pipes()
    let ends = [input.writing, output.reading, error.reading]
    let id: Int32
    do throws(Failure) {
      defer { for end in [input.reading, output.writing, error.writing] { close(end) } }
      id = try Self.start(
        path, words: words, environment: environment,
        streams: (input.reading, output.writing, error.writing), isAlone: true,
        executable: executable)
    } catch {
      for end in ends { close(end) }
      throw error
    }
    seashell_limit(id, UInt64(files), UInt64(memory))
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    self.id = id
    self.input = input.writing
    self.output = output.reading
    self.error = error.reading
    exit = Self.exitDescriptor(of: id)
    guard exit >= 0 else {
      let failure = Failure(code: errno)
      signalGroup(SIGKILL)
      _ = reap()
      for end in ends { close(end) }
      throw failure
    }
  }

  /// Starts a program with given streams.
  ///
  /// - Parameters:
  ///   - path: the program's file; a name to be looked for on PATH, unless the program is on its own.
  ///   - words: its name and its arguments.
  ///   - environment: its whole environment; nil for that of this process.
  ///   - streams: become its standard input, output and error; -1 for those of this process.
  ///   - leadsGroup: whether it gets a process group of its own.
  ///   - isAlone: whether it gets a session of its own, default signals, and nothing open but the streams.
  ///   - executable: the program's file, open, if the program is on its own; -1 for what is at the path.
  /// - Returns: the process's id, which the caller reaps.
  /// - Throws: ``Failure``, the `errno` value of what failed.
  package static func start(
    _ path: String, words: [String], environment: [String: String]? = nil,
    streams: (Int32, Int32, Int32), leadsGroup: Bool = false, isAlone: Bool = false,
    executable: Int32 = -1
  ) throws(Failure) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] } ?? []
    defer { for text in arguments + variables { free(text) } }
    var id: Int32 = 0
    let code = path.withCString { path in
      arguments.withUnsafeMutableBufferPointer { arguments in
        variables.withUnsafeMutableBufferPointer { variables in
          var program = seashell_program(
            path: path, arguments: arguments.baseAddress,
            environment: environment == nil ? environ : variables.baseAddress, streams: streams,
            leads_group: leadsGroup ? 1 : 0, is_alone: isAlone ? 1 : 0, executable: executable)
          return OpenFiles.withInheritedLimit { seashell_spawn(&id, &program) }
        }
      }
    }
    guard code == 0 else { throw Failure(code: code) }
    return id
  }

  private static func pipes() throws(Failure) -> (Pipe, Pipe, Pipe) {
    var pipes: [Pipe] = []
    do {
      for _ in 0..<3 { pipes.append(try Pipe()) }
    } catch {
      let failure = Failure(code: errno)
      for pipe in pipes { pipe.close() }
      throw failure
    }
    return (pipes[0], pipes[1], pipes[2])
  }

  /// Opens a descriptor that is readable once a process has ended.
  ///
  /// - Returns: the descriptor, which the caller closes; -1 if the process cannot open more files.
  package static func exitDescriptor(of process: Int32) -> Int32 {
    seashell_process_descriptor(process)
  }

  /// A program that could not be started.
  package struct Failure: Error, Sendable {
    package let code: Int32
  }

  package enum End: Sendable, Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Sends a signal to every process of the group; must not be called after ``reap()``.
  package func signalGroup(_ number: Int32) { kill(-id, number) }

  /// Ends a process that should not have been started, and closes its descriptors.
  package func discard() {
    signalGroup(SIGKILL)
    _ = reap()
    for descriptor in [input, output, error, exit] { close(descriptor) }
  }

  /// Waits until the process has ended, and returns how.
  func reap() -> End { Self.reap(id) }

  /// Waits until a process of this one has ended, and returns how.
  package static func reap(_ id: Int32) -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Writes to a pipe without raising SIGPIPE; see write(2).
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    seashell_write(descriptor, bytes.baseAddress, bytes.count)
  }
}
