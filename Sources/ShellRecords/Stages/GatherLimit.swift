package import ShellOutput

/// The most records that a stage may hold at once.
package struct GatherLimit {
  /// The stage's name, for the error.
  let stage: String

  let limit: Int

  /// Creates the limit of a stage, given its name.
  package init(stage: String, limit: Int) {
    self.stage = stage
    self.limit = limit
  }

  /// Checks that a stage may hold a number of records.
  ///
  /// - Throws: a `limit` error if there are too many.
  package func check(_ count: Int, _ what: String = "records") throws(ShellError) {
    guard count > limit else { return }
    throw ShellError(
      .limit, "'\(stage)' holds at most \(limit) \(what)",
      hint: "keep fewer records before it, or raise the bound with 'set gather-limit N'")
  }
}
