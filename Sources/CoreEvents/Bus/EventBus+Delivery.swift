import CoreLoop
extension EventBus {
  /// Delivers an event now, or after the one that is being delivered on this thread.
  @inlinable
  func deliverInTurn<E: Event>(_ event: E, to listeners: Channel.Listeners) {
    if let frame = DeliveryFrame.current(of: ObjectIdentifier(self)) {
      postpone(event, to: listeners, in: frame)
    } else {
      DeliveryFrame.run(of: ObjectIdentifier(self)) { deliver(event, to: listeners) }
    }
  }

  @usableFromInline
  func postpone(
    _ event: some Event, to listeners: Channel.Listeners,
    in frame: UnsafeMutablePointer<DeliveryFrame>
  ) {
    let isQueued = frame.pointee.postpone(upTo: Self.waitingCapacity) {
      self.deliver(event, to: listeners)
    }
    if !isQueued { reportOverflow(of: .handlers, with: event) }
  }

  @inlinable
  func deliver(_ event: some Event, to listeners: Channel.Listeners) {
    if listeners.someOnMain {
      deliverAlsoOnMain(event, to: listeners)
    } else {
      withUnsafePointer(to: event) { event in
        let event = PostedEvent(event)
        for listener in listeners.all { deliver(event, to: listener) }
      }
    }
  }

  @usableFromInline
  func deliverAlsoOnMain(_ event: some Event, to listeners: Channel.Listeners) {
    if MainLoop.isCurrent {
      MainActor.assumeIsolated {
        // Events that were posted elsewhere before this one come first.
        deliverWaiting()
        withUnsafePointer(to: event) { event in
          let event = PostedEvent(event)
          for listener in listeners.all {
            deliver(event, to: listener)
            deliverOnMain(event, to: listener)
          }
        }
      }
      return
    }
    withUnsafePointer(to: event) { event in
      let event = PostedEvent(event)
      for listener in listeners.all { deliver(event, to: listener) }
    }
    let isQueued = mainQueue.offer(to: self) { bus in
      withUnsafePointer(to: event) { event in
        let event = PostedEvent(event)
        for listener in listeners.all { bus.deliverOnMain(event, to: listener) }
      }
    }
    if !isQueued { reportOverflow(of: .mainActor, with: event) }
  }

  /// Calls a nonisolated handler or fills a mailbox.
  ///
  /// Skips main-actor handlers.
  @usableFromInline
  func deliver(_ event: PostedEvent, to listener: Listener) {
    guard listener.life.isAlive else { return }
    switch listener.destination {
    case .mainActor: break
    case .posting(let handler):
      do { try handler(event) } catch { onFailure(error, event.value) }
    case .mailbox(let inlet): inlet.offer(event)
    }
  }

  private func reportOverflow(of place: EventOverflow.Place, with event: any Event) {
    onFailure(EventOverflow(place: place, capacity: Self.waitingCapacity), event)
  }

  @MainActor private func deliverOnMain(_ event: PostedEvent, to listener: Listener) {
    guard case .mainActor(let handler) = listener.destination, listener.life.isAlive
    else { return }
    do { try handler(event) } catch { onFailure(error, event.value) }
  }
}

/// The main actor's queue.
extension EventBus {
  /// Delivers the events that other threads have posted for handlers on the main actor.
  ///
  /// The shell calls it before each command, so that the command finds states up to date. If a handler
  /// calls it, the events are delivered after the current one. Complexity: one atomic load if no event
  /// waits.
  @MainActor package func deliverPending() {
    guard mainQueue.isFilled else { return }
    let bus = ObjectIdentifier(self)
    guard let frame = DeliveryFrame.current(of: bus) else {
      DeliveryFrame.run(of: bus) { deliverWaiting() }
      return
    }
    // If the frame is full, the scheduled wake-up of the main actor delivers them.
    _ = frame.pointee.postpone(upTo: Self.waitingCapacity) {
      MainActor.assumeIsolated { self.deliverWaiting() }
    }
  }

  /// Delivers the events that wait now.
  ///
  /// Events that arrive meanwhile wait for the next call, so that a flood of them cannot occupy the
  /// main actor.
  @MainActor private func deliverWaiting() {
    guard mainQueue.isFilled else { return }
    for deliver in mainQueue.takeAll() { deliver(self) }
  }
}
