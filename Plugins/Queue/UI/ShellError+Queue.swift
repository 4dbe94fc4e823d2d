import SeashellKit

extension ShellError {
  static func unknownWrite(_ name: WriteName) -> ShellError {
    ShellError(
      .notFound, "no write has the id '\(name.parameterText)'",
      hint: "'queue list --all' shows every one")
  }

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

  /// `count` is the number of queued writes, of which `postponed` were tried.
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
