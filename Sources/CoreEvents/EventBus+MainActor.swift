extension EventBus {
  /// Delivers what other threads have posted for handlers of the main actor.
  ///
  /// The shell calls it before every command, so that a command finds the states up to date. Called
  /// by a handler, it delivers after the event at hand. Complexity: where nothing waits, one atomic
  /// load.
  @MainActor public func deliverPending() {
    guard mainQueue.isFilled else { return }
    guard let frame = DeliveryFrame.current(of: self) else {
      DeliveryFrame.run(of: self) { deliverWaiting() }
      return
    }
    // Where even this finds no room, the wake-up that is on its way delivers.
    _ = frame.pointee.postpone { MainActor.assumeIsolated { self.deliverWaiting() } }
  }

  /// Delivers what waits at this moment; what comes meanwhile has its own turn, so that no flood
  /// keeps the main actor here.
  @MainActor func deliverWaiting() {
    guard mainQueue.isFilled else { return }
    for deliver in mainQueue.takeAll() { deliver(self) }
  }
}
