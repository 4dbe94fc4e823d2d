import CoreSystem

extension MainLoop {
  /// How long a busy loop may leave out what it does before it waits: 10 ms.
  private static let longestBusyTime: Int64 = 10_000_000

  /// Calls an object's ``WaitPreparing/prepareForWait()`` once: when nothing is left to do, before the loop waits.
  ///
  /// If other tasks keep the loop busy, it is called within some milliseconds.
  /// The loop keeps the object until then. On the plain runtime, whose waits cannot be seen, it is called
  /// after the jobs that the main actor has now.
  @MainActor
  package func callBeforeWaiting(_ object: any WaitPreparing) {
    waitPreparers.append(object)
    if !Self.hasThread, waitPreparers.count == 1 { post { self.prepareForWait() } }
  }

  /// Whether the loop has been busy for so long that it does now what it would do before it waits.
  @MainActor
  var isPreparationDue: Bool {
    !waitPreparers.isEmpty && MonotonicTime.coarse() - lastPreparation > Self.longestBusyTime
  }

  @MainActor
  func prepareForWait() {
    // An object that writes to another one has it called, too.
    while !waitPreparers.isEmpty {
      let preparers = waitPreparers
      waitPreparers.removeAll(keepingCapacity: true)
      for preparer in preparers { preparer.prepareForWait() }
    }
    lastPreparation = MonotonicTime.coarse()
  }
}
