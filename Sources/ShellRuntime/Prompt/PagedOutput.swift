/// What the results of a statement typed at the prompt appear on: where they are longer than it, they
/// go through a pager.
@MainActor
package protocol PagedOutput: AnyObject {
  /// A statement begins to write.
  func beginStatement()

  /// A statement has written everything; waits for the user to leave the pager.
  func endStatement() async
}
