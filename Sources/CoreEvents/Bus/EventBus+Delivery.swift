import CoreLoop
extension EventBus {
  /// Delivers an event now, or after the one that is being delivered on this thread.
  @inlinable
  func deliverInTurn<E: Event>(
    _ event: E, to listeners: Channel.Listeners, with reservations: Reservations
  ) {
    if let frame = DeliveryFrame.current(of: ObjectIdentifier(self)) {
      postpone(event, to: listeners, with: reservations, in: frame)
    } else {
      DeliveryFrame.run(of: ObjectIdentifier(self)) {
        deliver(event, to: listeners, with: reservations)
      }
    }
  }

  @usableFromInline
  func postpone(
    _ event: some Event, to listeners: Channel.Listeners, with reservations: Reservations,
    in frame: UnsafeMutablePointer<DeliveryFrame>
  ) {
    let isQueued = frame.pointee.postpone(upTo: Self.waitingCapacity) {
      self.deliver(event, to: listeners, with: reservations)
    }
    if !isQueued {
      cancel(reservations, in: listeners)
      reportOverflow(of: .handlers, holding: Self.waitingCapacity, with: event)
    }
  }

  @inlinable
  func deliver(
    _ event: some Event, to listeners: Channel.Listeners, with reservations: Reservations
  ) {
    if listeners.someOnMain {
      deliverAlsoOnMain(event, to: listeners, with: reservations)
    } else {
      withUnsafePointer(to: event) { event in
        let event = PostedEvent(event)
        for listener in listeners.all { deliver(event, to: listener, with: reservations) }
      }
    }
  }

  @usableFromInline
  func deliverAlsoOnMain(
    _ event: some Event, to listeners: Channel.Listeners, with reservations: Reservations
  ) {
    if MainLoop.isCurrent {
      if reservations.mainActor { mainQueue.cancelReservation() }
      MainActor.assumeIsolated {
        // Events that were posted elsewhere before this one come first.
        deliverWaiting()
        withUnsafePointer(to: event) { event in
          let event = PostedEvent(event)
          for listener in listeners.all {
            deliver(event, to: listener, with: reservations)
            deliverOnMain(event, to: listener)
          }
        }
      }
      return
    }
    withUnsafePointer(to: event) { event in
      let event = PostedEvent(event)
      for listener in listeners.all { deliver(event, to: listener, with: reservations) }
    }
    let isQueued = mainQueue.offer(reserved: reservations.mainActor, to: self) { bus in
      withUnsafePointer(to: event) { event in
        let event = PostedEvent(event)
        for listener in listeners.all { bus.deliverOnMain(event, to: listener) }
      }
    }
    if !isQueued {
      reportOverflow(of: .mainActor, holding: Self.waitingCapacity, with: event)
    }
  }

  /// Calls a nonisolated handler or fills a mailbox.
  ///
  /// Skips main-actor handlers.
  @usableFromInline
  func deliver(_ event: PostedEvent, to listener: Listener, with reservations: Reservations) {
    guard listener.life.isAlive else { return }
    switch listener.destination {
    case .mainActor: break
    case .posting(let handler):
      do { try handler(event) } catch { onFailure(error, event.value) }
    case .mailbox(let inlet):
      let isReserved = reservations.mailboxes && inlet.overflow == .backPressure
      if !inlet.offer(event, isReserved) {
        reportOverflow(of: .mailbox, holding: inlet.capacity, with: event.value)
      }
    }
  }

  private func reportOverflow(
    of place: EventOverflow.Place, holding capacity: Int, with event: any Event
  ) {
    onFailure(EventOverflow(place: place, capacity: capacity), event)
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

/// Reservations.
extension EventBus {
  /// Reserves a place for an event in every queue that may be full.
  ///
  /// All publishers reserve in the order of subscription, with the main actor's queue last, so that no two
  /// of them wait for each other.
  @usableFromInline
  func reserve(in listeners: Channel.Listeners) async throws -> Reservations {
    var reserved: [MailboxInlet] = []
    var reservations = Reservations()
    do {
      for listener in listeners.all {
        guard case .mailbox(let inlet) = listener.destination, inlet.overflow == .backPressure
        else { continue }
        try await inlet.reserve()
        reserved.append(inlet)
      }
      reservations.mailboxes = !reserved.isEmpty
      if listeners.someOnMain {
        reservations.mainActor = try await reserveOnMain()
      }
    } catch {
      for inlet in reserved { inlet.cancelReservation() }
      throw error
    }
    return reservations
  }

  /// Reserves a place in the main actor's queue, unless this is the main actor, which needs none.
  ///
  /// - Returns: whether a place was reserved.
  private func reserveOnMain() async throws -> Bool {
    if MainLoop.isCurrent { return false }
    try await mainQueue.reserve()
    return true
  }

  private func cancel(_ reservations: Reservations, in listeners: Channel.Listeners) {
    if reservations.mailboxes {
      for listener in listeners.all {
        guard case .mailbox(let inlet) = listener.destination, inlet.overflow == .backPressure
        else { continue }
        inlet.cancelReservation()
      }
    }
    if reservations.mainActor { mainQueue.cancelReservation() }
  }
}
