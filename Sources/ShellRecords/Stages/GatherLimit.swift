public import ShellOutput

/// The limit on the number of records that a stage may hold.
public struct GatherLimit: Sendable {
  let stage: String

  let limit: Int

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - stage: the stage's name, for the error.
  ///   - limit: how many records it may hold, such as ``ShellCommands/Invocation/gatherLimit``.
  public init(stage: String, limit: Int) {
    self.stage = stage
    self.limit = limit
  }

  /// Checks that a stage may hold a number of records.
  ///
  /// - Throws: a `limit` error if there are too many.
  public func check(_ count: Int, _ what: String = "records") throws(ShellError) {
    guard count > limit else { return }
    throw ShellError(
      .limit, "'\(stage)' holds at most \(limit) \(what)",
      hint: "keep fewer records before it, or raise the bound with 'set gather-limit N'")
  }
}
