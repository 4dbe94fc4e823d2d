import SeashellKit

extension ShellError {
  /// The error for a name that is not the name of a queued write.
  static func unknownWrite(_ name: WriteName) -> ShellError {
    ShellError(
      .notFound, "no write has the id '\(name.parameterText)'",
      hint: "'queue list --all' shows every one")
  }

  /// The error of a write that belongs to another environment or account.
  static func foreignWrite(_ write: QueuedWrite) -> ShellError {
    let environment = write.owner.environment
    return write.owner.account.map {
      ShellError(
        .unauthorized, "\(write.id) belongs to \($0) on \(environment)",
        hint: "sign in there with 'session login'")
    }
      ?? ShellError(
        .failed, "\(write.id) was made on \(environment), without a session",
        hint: "sign out and 'env use \(environment)'")
  }

  /// The error for writes that were not sent, and wait for the service or for a sign-in.
  ///
  /// - Parameters:
  ///   - postponed: the writes that were tried.
  ///   - count: the number of queued writes.
  ///   - signInHint: how to sign in.
  static func notSent(
    _ postponed: [QueuedWrite], waiting count: Int, signInHint: String?
  ) -> ShellError? {
    let subject = QueueView.count(count, "still waits", "still wait")
    if let write = postponed.first(where: { $0.status == nil }) {
      return ShellError(.unconnected, subject + (write.reason.map { ": \($0)" } ?? ""))
    }
    if postponed.contains(where: { $0.status == 401 }) {
      return ShellError(
        .unauthorized, "\(QueueView.count(count, "waits", "wait")) for a sign-in", hint: signInHint)
    }
    return postponed.first.map { write in
      ShellError(.unavailable, subject + (write.reason.map { ": \($0)" } ?? ""))
    }
  }
}
