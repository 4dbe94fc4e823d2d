import CoreSystem
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A program that a test runs to its end.
enum Program {
  /// A program's exit status and output.
  struct Result {
    /// Its exit status, or 128 plus the number of the signal that ended it.
    let status: Int32
    let output: String
    let errors: String
  }

  /// The release binary: the one named by SEASHELL, or the one built by `make build`.
  static let seashell: URL = {
    if let path = ProcessInfo.processInfo.environment["SEASHELL"] { return URL(filePath: path) }
    return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".build/release/seashell")
  }()

  /// Runs a program and waits for its end.
  static func run(
    _ path: String, _ arguments: [String], input: Data = Data(), environment: [String: String],
    directory: URL
  ) throws -> Result {
    let files = try Files(input: input, in: directory)
    defer { files.remove() }
    let process = try spawn(
      path, arguments, environment: environment, directory: directory,
      descriptors: [files.input, files.output, files.errors])
    let status = wait(for: process)
    return Result(
      status: status, output: try files.text(files.output), errors: try files.text(files.errors))
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - descriptors: its standard input, output and error output.
  ///   - terminal: replaces all three, and becomes the terminal of the program's own session.
  static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], directory: URL,
    descriptors: [Int32] = [], terminal: String? = nil
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    if let terminal {
      // The first terminal that a session's leader opens becomes the session's terminal.
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
      for stream in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, stream)
      }
    }
    // The test's own process may ignore signals that end programs of a pipeline.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGHUP, SIGTERM, SIGTSTP] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // POSIX_SPAWN_SETSID, which Swift does not import.
    let ownSession: Int32 = terminal == nil ? 0 : 0x80
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | ownSession))
    let mover = ["/usr/bin/env", "-C", directory.path]
    let words = (mover + [path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, mover[0], &actions, &attributes, words, variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    return process
  }

  /// Waits for a program's end; one that does not end in time is killed, which fails the test.
  ///
  /// - Returns: its exit status, or 128 plus the number of the signal that ended it.
  static func wait(
    for process: pid_t, within patience: DispatchTimeInterval = .seconds(Int(240 * Patience.factor))
  ) -> Int32 {
    // Without a bound, one program that hangs would stop the whole run without a word. The id of a
    // program that has ended stays its own until it is reaped.
    let hasEnded = Mutex(false)
    let watch = DispatchWorkItem {
      hasEnded.withLock { hasEnded in
        guard !hasEnded else { return }
        let command = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        Issue.record(
          """
          a program did not end in time, and was killed: \(command?.replacing("\0", with: " ") ?? "")
          \(PoolWatch.threads(of: "\(process)"))
          """)
        kill(process, SIGKILL)
      }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: watch)
    var end = siginfo_t()
    while waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    watch.cancel()
    hasEnded.withLock { $0 = true }
    return switch SpawnedProcess.reap(process) {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    }
  }

  /// The files used as a program's streams.
  private struct Files {
    let input: Int32
    let output: Int32
    let errors: Int32

    init(input data: Data, in directory: URL) throws {
      input = try Self.open(directory)
      output = try Self.open(directory)
      errors = try Self.open(directory)
      try FileHandle(fileDescriptor: input, closeOnDealloc: false).write(contentsOf: data)
      lseek(input, 0, SEEK_SET)
    }

    func text(_ descriptor: Int32) throws -> String {
      lseek(descriptor, 0, SEEK_SET)
      let data = try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
      return String(decoding: data ?? Data(), as: UTF8.self)
    }

    func remove() {
      for descriptor in [input, output, errors] { close(descriptor) }
    }

    /// A file without a name.
    private static func open(_ directory: URL) throws -> Int32 {
      var name = Array("\(directory.path)/stream.XXXXXX".utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      unlink(name)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
  }
}
