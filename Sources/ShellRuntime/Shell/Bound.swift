/// The bounds of what statements may do: the whole list, with the values of those that the shell itself keeps.
///
/// Whatever runs statements inside others inherits each of them: a block, a definition, a sourced script, `each`,
/// `try`, `expect`, `time`, a test, a pipeline's compound, a job and a rule. A subshell would otherwise be a way
/// around a bound. `BoundTests` tries every bound in every one of these.
package enum Bound: CaseIterable, Sendable {
  /// How deeply commands run each other: ``maximumDepth``.
  ///
  /// `Shell.nesting(_:)` counts, and a subshell goes on from its parent's count. What needs the thread's stack
  /// counts, so that a script cannot exhaust it: calls, scripts, `time`, blocks of `each`, compounds in pipelines. Since
  /// each stage needs stack too, `StackRoom` must be left as well.
  case depth

  /// How many stages a pipeline has: ``maximumStages``, which `PipelinePlan` checks.
  case stages

  /// How deeply a text nests blocks and parentheses, 100 each, and how long a statement and a line are, 1 MiB each.
  ///
  /// The parser counts (`BlockContext`, `Expression`, `ScriptParser`, `LineInput`), the same for each text.
  case syntax

  /// The size of a text: 1 MiB for a word after its variables are replaced, and for what a function makes.
  ///
  /// `Variables` and `FunctionCall` check it.
  case text

  /// How many records a stage or a variable holds: the setting `gather-limit`, which a subshell copies.
  case heldRecords

  /// How many jobs run at once: ``maximumJobs``, of all shells in one process.
  case jobs

  /// The time of `expect { … } within D` and of a test, and Ctrl-C: they cancel the task, and with it what runs inside.
  ///
  /// A job and a rule have a task and a Ctrl-C of their own: `cancel` and `off` end them, and so does the shell's end.
  case time

  /// The settings of requests: `anonymous`, `offline`, `retries` and what `-v` and `--curl` show, which all shells of
  /// a process share.
  case requests

  /// How deeply commands may run each other.
  package static let maximumDepth = 100

  /// How many stages a pipeline may have.
  static let maximumStages = 1_000

  /// How many jobs may run at once.
  package static let maximumJobs = 1_000
}
