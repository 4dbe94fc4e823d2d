import Dispatch

/// Tells at run time whether the code at hand runs on the main actor.
///
/// On Linux the main actor leaves the process's first thread at its first suspension, so threads say
/// nothing, and `SerialExecutor.isIsolatingCurrentContext()` does not know. The main actor always runs
/// on the main queue, though, and a queue can be marked.
enum MainQueueMark {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isHere: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
