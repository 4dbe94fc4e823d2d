package import ShellOutput

/// An event of a stream that workers have tried often enough, and have set aside.
package struct FailedSharedEvent: Sendable {
  /// What names it to the user.
  package let number: Int

  /// The name of the workers.
  let worker: String

  /// The event, with the id of its message and the time at which it was published.
  let event: SharedEvent

  /// The status of the last run that failed.
  let status: ExitStatus

  /// Why that run failed.
  let reason: String

  package init(
    number: Int, worker: String, event: SharedEvent, status: ExitStatus, reason: String
  ) {
    self.number = number
    self.worker = worker
    self.event = event
    self.status = status
    self.reason = reason
  }
}
