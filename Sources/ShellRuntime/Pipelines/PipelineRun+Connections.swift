import CoreSystem
import Glibc
import ShellCommands
import ShellLanguage
import ShellOutput

extension PipelineRun {
  /// Connects the segments, from the last to the first.
  func connect(
    input: RedirectedFile?, output: RedirectedFile?, errors: Int32?
  ) async throws {
    /// The pipe to the following segment; nil at the end.
    var next: Pipe?
    for (index, segment) in plan.segments.enumerated().reversed() {
      let isLast = index == plan.segments.count - 1
      switch segment {
      case .programs(let programs):
        let standardOutput =
          isLast ? try output?.descriptor ?? endOfPrograms(programs) : try openPipe(to: &next)
        let (standardInput, pipe) = try openInput(of: index, input)
        chains.insert(
          try await ProgramChain(
            programs, input: standardInput, output: standardOutput, errors: errors,
            leadGroups: shell.scope.programs != nil, help: shell.host.help,
            modules: shell.modules), at: 0)
        if let next { close(next.writing) }
        if let pipe { close(pipe.reading) }
        next = pipe
      case .records(let source, let calls):
        try add(source, calls, index, input: input, output: isLast ? output : nil, next: &next)
      }
    }
  }

  /// The standard output of the last program.
  private func endOfPrograms(_ programs: [PipelinePlan.Program]) throws -> Int32 {
    guard let outlet = shell.scope.outlet else {
      return try shell.scope.programs?.descriptors().output ?? STDOUT_FILENO
    }
    if let descriptor = outlet.descriptor { return descriptor }
    if outlet.destination.next?.takesText == true, let programs = shell.scope.programs {
      return try programs.descriptors().output
    }
    throw ShellError(
      .usage,
      "'\(programs.last?.texts.first ?? "")' writes bytes, and '\(outlet.destination.next?.name ?? "the next stage")' takes records",
      hint: "write '| from lines', '| from json' or the like after it"
    ).spanning(programs.last?.words ?? [])
  }

  /// Opens the pipe from a program to the following segment, whose pump reads it.
  private func openPipe(to next: inout Pipe?) throws -> Int32 {
    let pipe = try openPipe()
    next = pipe
    if case .reader(let call) = links[0].source {
      links[0].pump = BytePump(pipe.reading, to: links[0].segment, at: call.words)
      links[0].segment.beginEndless()
    }
    return pipe.writing
  }

  private func openInput(of index: Int, _ file: RedirectedFile?) throws -> (Int32, Pipe?) {
    if index > 0 {
      let pipe = try openPipe()
      return (pipe.reading, pipe)
    }
    if let file { return (file.descriptor, nil) }
    guard shell.scope.readsScriptFromInput else { return (STDIN_FILENO, nil) }
    let nothing = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { throw ShellError(system: "cannot open /dev/null") }
    descriptors.insert(nothing)
    return (nothing, nil)
  }

  private func add(
    _ source: PipelinePlan.Source, _ calls: [PipelinePlan.StageCall], _ index: Int,
    input: RedirectedFile?, output: RedirectedFile?, next: inout Pipe?
  ) throws {
    let isLast = index == plan.segments.count - 1
    var link: Link
    var target: Destination
    // The programs of statements need a pipe.
    if !isLast, next == nil, source.runsStatements { _ = try openPipe(to: &next) }
    if let next, !isLast {
      target = destination(next.writing, "the next program")
      link = try makeLink(source, calls, target)
      (link.descriptor, link.pipe) = (next.writing, next.writing)
    } else if !isLast, let reader = links.first?.segment.reader {
      target = Destination(ByteStream(to: ByteStageSink(reader)))
      link = try makeLink(source, calls, target)
      link.feedsNext = true
    } else {
      target =
        output.map { destination($0.descriptor, "'\($0.name)'") } ?? shell.destination
      if let output, shell.host.openLines.takeOpen(output.descriptor) {
        target.stream.beginInsideLine()
      }
      if let collector {
        (target.next, target.flow) = (NextStage(collector, named: collector.name), RecordFlow())
      }
      link = try makeLink(source, calls, target)
      link.descriptor = output?.descriptor
    }
    next = nil
    if index == 0, case .reader(let call) = source {
      let descriptor = try openInput(of: link.segment, call, input)
      link.pump = BytePump(descriptor, to: link.segment, at: call.words)
    } else if case .reader(let call) = source, link.segment.reader?.file != nil {
      throw ShellError(
        .usage, "'\(call.entry.path)' names a file, so it would not read what comes before",
        hint: "leave the file out, or begin the pipeline with it"
      ).spanning(call.words)
    }
    links.insert(link, at: 0)
  }

  private func makeLink(
    _ source: PipelinePlan.Source, _ calls: [PipelinePlan.StageCall], _ target: Destination
  ) throws -> Link {
    Link(
      source: source, segment: try RecordSegment(source, calls, to: target, shell),
      destination: target)
  }

  private func destination(_ descriptor: Int32, _ name: String) -> Destination {
    if shell.scope.programs != nil, Self.isPipe(descriptor) {
      let writer = WaitingWriter(descriptor: descriptor, name: name)
      writers[descriptor] = writer
      return Destination(ByteStream(to: writer))
    }
    let meanwhile = DescriptorSink.Meanwhile(
      descriptors: { [weak self] in self?.pumps.map(\.descriptor) ?? [] },
      run: { [weak self] in
        for pump in self?.pumps ?? [] { pump.readAvailable() }
      })
    return Destination(
      ByteStream(
        to: DescriptorSink(descriptor: descriptor, name: name, meanwhile: meanwhile) {
          [flag = shell.interrupts.flag] in flag.isRaised
        }))
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// The pumps that read programs' output.
  private var pumps: [BytePump] { links.dropFirst().compactMap(\.pump).filter(\.canRead) }

  private func openInput(
    of segment: RecordSegment, _ call: PipelinePlan.StageCall, _ input: RedirectedFile?
  ) throws -> Int32 {
    if let file = segment.reader?.file {
      guard input == nil else {
        throw ShellError(.usage, "the input is named twice: '\(file)' and after '<'")
          .spanning(call.words)
      }
      let file = try RedirectedFile.reading(file, at: call.words)
      descriptors.insert(file.descriptor)
      return file.descriptor
    }
    if let input { return input.descriptor }
    guard !shell.scope.readsScriptFromInput, shell.scope.prompt == nil else {
      throw ShellError(
        .usage, "'\(call.entry.path)' has nothing to read",
        hint: "name a file, or write it after a command that writes text"
      ).spanning(call.words)
    }
    return STDIN_FILENO
  }
}

/// Passes a segment's bytes directly to the reader of the next segment.
private final class ByteStageSink: ByteSink {
  private let stage: any ByteStage

  init(_ stage: any ByteStage) { self.stage = stage }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try stage.feed(bytes) }
}
