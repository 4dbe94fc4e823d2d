import ShellCommands
import ShellOutput

/// A subshell that runs jobs, one after another, each with an output of its own.
@MainActor
final class JobShell {
  private let subshell: Subshell
  private let results: JobSink
  private let errors: JobSink

  var state: ShellState { subshell.state }
  var pipelines: PipelineRunner { subshell.pipelines }

  /// Creates the subshell.
  ///
  /// - Parameters:
  ///   - outer: the shell whose settings and variables it copies.
  ///   - make: creates subshells.
  init(of outer: ShellState, make: Subshell.Maker) {
    results = JobSink(.results)
    errors = JobSink(.errors)
    let streams = StandardStreams(output: results, errors: errors, styledAs: outer.root.streams)
    let console = JobConsole(streams: streams)
    subshell = make(outer, streams, console)
    console.settings = subshell.state.settings
    // One style for both, since 'jobs show' writes both to standard output.
    let escapes = {
      streams.destination.style.isTerminal || streams.errorDestination.style.isTerminal
    }
    subshell.state.programs = ProgramRelay(
      output: { Destination(streams.output, style: OutputStyle(isTerminal: escapes())) },
      errors: { [errors = streams.errors] in
        Destination(errors, style: OutputStyle(isTerminal: escapes()))
      })
  }

  /// Prepares the subshell to run a job.
  func begin(_ job: Job) {
    (results.output, errors.output) = (job.output, job.output)
    state.streams.recover()
    state.interrupts.reset()
    state.job = job
    job.interrupt = { [weak state] in state?.interrupts.raise() }
    job.flush = { [weak state] in
      state?.programs?.drain()
      try? state?.streams.flush()
    }
    if job.isCancelled { state.interrupts.raise() }
  }

  /// Writes what the job has left in the buffers.
  ///
  /// - Throws: `OutputClosed` if the reader of the shell's outputs is gone.
  func finish(_ job: Job) throws {
    defer { (results.output, errors.output, state.job) = (nil, nil, nil) }
    state.programs?.end()
    try state.streams.flush()
    try job.output.finish()
  }
}
