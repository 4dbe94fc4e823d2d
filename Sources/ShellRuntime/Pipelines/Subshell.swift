import ShellCommands
import ShellOutput

/// A shell beside another one, which runs a job, a rule or a watched statement.
///
/// It has variables, settings, outputs and a Ctrl-C of its own, and the other shell's modules.
@MainActor
final class Subshell {
  /// Creates a subshell of a shell, given the outputs and the console of its commands.
  typealias Maker =
    @MainActor (_ outer: ShellState, _ streams: StandardStreams, _ console: any Console) -> Subshell

  let state: ShellState
  let pipelines: PipelineRunner
  /// The parts that only its commands use.
  private let parts: AnyObject

  init(_ state: ShellState, _ pipelines: PipelineRunner, parts: AnyObject) {
    self.state = state
    self.pipelines = pipelines
    self.parts = parts
  }
}
