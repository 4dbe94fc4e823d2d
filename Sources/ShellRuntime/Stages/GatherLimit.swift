import ShellOutput

/// The most records that a stage may hold at once.
struct GatherLimit {
  /// The stage's name, for the error.
  let stage: String

  let limit: Int

  /// Checks that a stage may hold a number of records.
  ///
  /// - Throws: a `limit` error if there are too many.
  func check(_ count: Int, _ what: String = "records") throws(ShellError) {
    guard count > limit else { return }
    throw ShellError(
      .limit, "'\(stage)' holds at most \(limit) \(what)",
      hint: "keep fewer records before it, or raise the bound with 'set gather-limit N'")
  }
}
