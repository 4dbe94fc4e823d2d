import CoreSystem
import ShellLanguage
import ShellOutput
import Glibc

extension Shell {
  /// Runs a pipeline that has programs or ends in a file.
  ///
  /// Its status is that of its last failing stage; failures of stages before it are told here. A
  /// stage that stops reading early fails nobody before it.
  func runStages(of pipeline: Pipeline, from source: any StatementSource) async throws {
    let command = try expand(pipeline.command)
    let programs = try pipeline.programs.map { words in
      try words.flatMap { try variables.words(of: $0).map(\.text) }
    }
    for (program, words) in zip(programs, pipeline.programs) where program.isEmpty {
      throw Self.located(ShellError(.usage, "there is no program: $@ is empty"), at: words)
    }
    var file: OpenFile?
    if let redirection = pipeline.redirection { file = try await open(redirection) }
    defer { if let file { close(file.descriptor) } }
    guard !programs.isEmpty else {
      guard let file else { return }
      return try await dispatch(command, to: file.descriptor, named: "'\(file.name)'")
    }

    // The programs write past a screen that holds results back.
    try destination.stream.showNow()
    let chain = try await start(
      programs, lastOutput: file?.descriptor ?? outlet?.descriptor ?? STDOUT_FILENO,
      at: pipeline.programs)
    // What the user asked for before they began they have not heard.
    if isInterrupted { for stage in chain.stages { stage.interrupt() } }
    var failure: (any Error)?
    do {
      try await dispatch(command, toPipe: chain.input)
    } catch is OutputClosed {
      // The program wants no more: what it made of the rest is its own affair.
    } catch {
      failure = error
    }
    let ends = try await ends(of: chain.stages)
    if let exit = failure as? ShellExit { throw exit }
    if isInterrupted { throw ShellError.interrupted }
    for (index, end) in ends.enumerated() where end.isFailure {
      if let failure { try fail(failure, in: pipeline, of: source) }
      failure = Self.failure(of: chain.stages[index], end, at: pipeline.programs[index])
    }
    if let failure { throw failure }
  }

  /// Starts programs that feed one another.
  ///
  /// - Returns: the stages, and the descriptor that feeds the first of them.
  private func start(
    _ programs: [[String]], lastOutput: Int32, at words: [[Word]]
  ) async throws -> (stages: [ProgramStage], input: Int32) {
    var pipes: [Pipe] = []
    defer { for pipe in pipes { close(pipe.reading) } }
    var stages: [ProgramStage] = []
    do {
      for _ in programs { pipes.append(try Pipe()) }
      for (index, program) in programs.enumerated() {
        let isLast = index == programs.count - 1
        stages.append(
          try ProgramStage(
            program, input: pipes[index].reading,
            output: isLast ? lastOutput : pipes[index + 1].writing))
      }
    } catch {
      for pipe in pipes { close(pipe.writing) }
      for stage in stages { stage.end() }
      for stage in stages { _ = await stage.wait() }
      throw Self.located(ShellError(error), at: words[min(stages.count, words.count - 1)])
    }
    for pipe in pipes.dropFirst() { close(pipe.writing) }
    return (stages, pipes[0].writing)
  }

  /// How long programs count as just started, in nanoseconds.
  private nonisolated static let youth: Int64 = 300_000_000

  /// Waits for the ends of programs, all of which are ended when the user interrupts.
  ///
  /// At a prompt they hear of it from the terminal, as the shell does, and may make of it what they
  /// want, as a pager does; a second wish ends them. Those that have just been started are told by the
  /// shell as well, since the wish may be older than they are.
  private func ends(of stages: [ProgramStage]) async throws -> [ProgramStage.End] {
    let isAtPrompt = prompt != nil
    let start = MonotonicTime.precise()
    do {
      return try await interrupts.cancelling {
        await withTaskCancellationHandler {
          var ends: [ProgramStage.End] = []
          for stage in stages { ends.append(await stage.wait()) }
          return ends
        } onCancel: {
          let isYoung = MonotonicTime.precise() - start < Self.youth
          for stage in stages {
            if !isAtPrompt { stage.end() } else if isYoung { stage.interrupt() }
          }
        }
      }
    } catch is Interrupts.Abandoned {
      for stage in stages { stage.end() }
      throw ShellError.interrupted
    }
  }

  private func dispatch(_ words: [Word], toPipe input: Int32) async throws {
    defer { close(input) }
    try await dispatch(words, to: input, named: "the next program")
  }

  private func dispatch(
    _ words: [Word], to descriptor: Int32, named name: String
  ) async throws {
    let stream = stream(to: descriptor, named: name)
    let outer = outlet
    outlet = (Destination(stream), descriptor)
    defer { outlet = outer }
    do {
      try await dispatch(words, to: Destination(stream))
    } catch {
      try? stream.flush()
      throw error
    }
    try stream.flush()
  }

  private func stream(to descriptor: Int32, named name: String) -> ByteStream {
    ByteStream(
      to: DescriptorSink(descriptor: descriptor, name: name) { [interrupts] in
        interrupts.flag.isRaised
      })
  }

  private func open(_ redirection: Redirection) async throws -> OpenFile {
    let names = try variables.words(of: redirection.file)
    guard let name = names.first?.text, names.count == 1 else {
      throw Self.located(
        ShellError(.usage, "results go to one file, and $@ is \(names.count) words"),
        at: [redirection.file])
    }
    let mode = O_WRONLY | O_CREAT | O_CLOEXEC | (redirection.appends ? O_APPEND : O_TRUNC)
    var descriptor = Self.open(name, mode)
    if descriptor < 0, errno == ENXIO, Self.isPipe(name) {
      try destination.stream.showNow()
      descriptor = try await interrupts.cancelling { try await Self.openPipe(name, mode) }
    }
    guard descriptor >= 0 else {
      let error = SystemError("cannot write to '\(name)'")
      throw Self.located(error.shellError, at: [redirection.file])
    }
    return OpenFile(descriptor: descriptor, name: name)
  }

  /// Opens a file without waiting for a reader; a named pipe that has none gives ENXIO.
  private static func open(_ name: String, _ mode: Int32) -> Int32 {
    let descriptor = Glibc.open(name, mode | O_NONBLOCK, 0o666)
    // Programs get the descriptor too, and expect that writing to it waits.
    if descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }
    return descriptor
  }

  /// Opens a named pipe as soon as it has a reader, which can only be tried again and again: an
  /// `open` that waits could not be interrupted.
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

  private static func failure(
    of stage: ProgramStage, _ end: ProgramStage.End, at words: [Word]
  ) -> ShellError {
    let name = stage.words[0]
    let message =
      switch end.signal {
      case let signal?: "'\(name)' was ended by signal \(signal)"
      case nil: "'\(name)' ended with status \(end.status)"
      }
    return located(
      ShellError(.failed, message, status: ExitStatus(rawValue: end.status)), at: words)
  }

  private static func located(_ error: ShellError, at words: [Word]) -> ShellError {
    var error = error
    if let first = words.first, let last = words.last { error.range = first.start..<last.end }
    return error
  }

  /// A file that takes output.
  private struct OpenFile {
    let descriptor: Int32
    let name: String
  }
}
