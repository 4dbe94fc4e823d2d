import ShellRuntime

/// The rules that have caused the running statement.
enum RuleCause {
  /// The numbers of the rules whose runs have triggered each other, first cause first; empty outside rules.
  ///
  /// An event posted by a run starts none of these rules, so that no rule can start itself again.
  @TaskLocal static var rules: [Int] = []
}
