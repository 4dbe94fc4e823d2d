import Dispatch

/// Detects whether the current code runs on the main actor, in a program whose loop has no main thread.
///
/// There the main actor leaves the process's first thread at its first suspension, so the thread does not
/// show it, and `SerialExecutor.isIsolatingCurrentContext()` does not know. But the main actor always runs
/// on the main queue, and a queue can be marked.
@usableFromInline
enum MainQueueMark {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  @usableFromInline static var isHere: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
