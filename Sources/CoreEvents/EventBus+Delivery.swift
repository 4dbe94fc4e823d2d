extension EventBus {
  /// Delivers an event now, or after the one that is being delivered on this thread.
  @inlinable
  func deliverInTurn<E: Event>(
    _ event: E, to listeners: Channel<E>.Listeners, with promises: Reservations
  ) {
    if let frame = DeliveryFrame.current(of: self) {
      postpone(event, to: listeners, with: promises, in: frame)
    } else {
      DeliveryFrame.run(of: self) { deliver(event, to: listeners, with: promises) }
    }
  }

  @usableFromInline
  func postpone<E: Event>(
    _ event: E, to listeners: Channel<E>.Listeners, with promises: Reservations,
    in frame: UnsafeMutablePointer<DeliveryFrame>
  ) {
    let isLaidDown = frame.pointee.postpone {
      self.deliver(event, to: listeners, with: promises)
    }
    if !isLaidDown {
      giveBack(promises, in: listeners)
      overflow(of: .handlers, holding: Self.waitingCapacity, with: event)
    }
  }

  @inlinable
  func deliver<E: Event>(
    _ event: E, to listeners: Channel<E>.Listeners, with promises: Reservations
  ) {
    if listeners.someOnMain {
      deliverAlsoOnMain(event, to: listeners, with: promises)
    } else {
      for listener in listeners.all { deliver(event, to: listener, with: promises) }
    }
  }

  @usableFromInline
  func deliverAlsoOnMain<E: Event>(
    _ event: E, to listeners: Channel<E>.Listeners, with promises: Reservations
  ) {
    if MainQueueMark.isHere {
      if promises.mainActor { mainQueue.giveBack() }
      MainActor.assumeIsolated {
        // What its publisher posted before, from elsewhere, comes first.
        deliverWaiting()
        for listener in listeners.all {
          deliver(event, to: listener, with: promises)
          deliverOnMain(event, to: listener)
        }
      }
      return
    }
    for listener in listeners.all { deliver(event, to: listener, with: promises) }
    let isLaidDown = mainQueue.offer(promised: promises.mainActor, to: self) { bus in
      for listener in listeners.all { bus.deliverOnMain(event, to: listener) }
    }
    if !isLaidDown {
      overflow(of: .mainActor, holding: Self.waitingCapacity, with: event)
    }
  }

  /// Calls a handler that is not isolated, or fills a mailbox; leaves the main actor's alone.
  @inlinable
  func deliver<E: Event>(_ event: E, to listener: Listener<E>, with promises: Reservations) {
    guard listener.lifeline.isAlive else { return }
    switch listener.destination {
    case .mainActor: break
    case .posting(let handler):
      do { try handler(event) } catch { onFailure(error, event) }
    case .mailbox(let queue):
      let isPromised = promises.mailboxes && queue.overflow == .backPressure
      if !queue.offer(event, promised: isPromised) {
        overflow(of: .mailbox, holding: queue.capacity, with: event)
      }
    }
  }

  @usableFromInline
  func overflow(of place: EventOverflow.Place, holding capacity: Int, with event: some Event) {
    onFailure(EventOverflow(place: place, capacity: capacity), event)
  }

  @MainActor private func deliverOnMain<E: Event>(_ event: E, to listener: Listener<E>) {
    guard case .mainActor(let handler) = listener.destination, listener.lifeline.isAlive
    else { return }
    do { try handler(event) } catch { onFailure(error, event) }
  }
}
