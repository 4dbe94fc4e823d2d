import ShellRuntime

/// The rules that have led to what is running now.
enum RuleCause {
  /// The numbers of the rules whose runs are running inside one another's events, the first one first;
  /// empty outside of rules.
  ///
  /// An event that a run posts starts none of them, so that no rule can start itself again.
  @TaskLocal static var rules: [Int] = []
}
