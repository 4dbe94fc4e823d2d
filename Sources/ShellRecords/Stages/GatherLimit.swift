package import ShellOutput

/// The limit on the number of records that a stage may hold.
package struct GatherLimit {
  let stage: String

  let limit: Int

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
