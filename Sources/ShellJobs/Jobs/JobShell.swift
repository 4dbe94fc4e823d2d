import ShellCommands
import ShellOutput
import ShellRuntime

/// A subshell that runs jobs one after another, each with its own output.
@MainActor
final class JobShell {
  let shell: Shell
  private let results: JobSink
  private let errors: JobSink

  init(of outer: Shell) {
    results = JobSink(.results)
    errors = JobSink(.errors)
    let streams = StandardStreams(output: results, errors: errors, styledAs: outer.main.streams)
    let console = JobConsole(streams: streams, prompt: outer.main.scope.prompt?.console)
    shell = Shell(subshellOf: outer, streams: streams, console: console)
    console.settings = shell.settings
    // One style for both, since 'jobs show' writes both to standard output.
    let escapes = {
      streams.destination.style.isTerminal || streams.errorDestination.style.isTerminal
    }
    shell.scope.programs = ProgramRelay(
      output: { Destination(streams.output, style: OutputStyle(isTerminal: escapes())) },
      errors: { [errors = streams.errors] in
        Destination(errors, style: OutputStyle(isTerminal: escapes()))
      })
  }

  func begin(_ job: Job) {
    (results.output, errors.output) = (job.output, job.output)
    shell.streams.recover()
    shell.interrupts.reset()
    job.interrupt = { [weak shell] in shell?.interrupts.raise() }
    job.flush = { [weak shell] in
      shell?.scope.programs?.drain()
      try? shell?.streams.flush()
    }
    if job.isCancelled { shell.interrupts.raise() }
  }

  /// Writes the rest of the job's output from the buffers; throws `OutputClosed` without a reader.
  func finish(_ job: Job) throws {
    defer { (results.output, errors.output) = (nil, nil) }
    shell.scope.programs?.end()
    try shell.streams.flush()
    try job.output.finish()
  }
}
