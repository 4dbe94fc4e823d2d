/// Where the events of one type go for one subscription.
@usableFromInline
struct Listener<E: Event>: Sendable {
  @usableFromInline
  enum Destination: Sendable {
    case posting(@Sendable (E) throws -> Void)
    case mainActor(@MainActor @Sendable (E) throws -> Void)
    case mailbox(BoundedQueue<E>)
  }

  @usableFromInline let lifeline: SubscriptionLife
  @usableFromInline let destination: Destination

  init(_ lifeline: SubscriptionLife, _ destination: Destination) {
    self.lifeline = lifeline
    self.destination = destination
  }

  /// The part that a subscription to everything has in these events; nil where it leaves them out.
  init?(_ universal: UniversalListener) {
    guard !universal.excluded.contains(ObjectIdentifier(E.self)) else { return nil }
    lifeline = universal.lifeline
    destination =
      switch universal.destination {
      case .posting(let handler): .posting { try handler($0) }
      case .mainActor(let handler): .mainActor { try handler($0) }
      }
  }
}

/// Where all events go, whatever their type, for one subscription.
@usableFromInline
struct UniversalListener: Sendable {
  enum Destination: Sendable {
    case posting(@Sendable (any Event) throws -> Void)
    case mainActor(@MainActor @Sendable (any Event) throws -> Void)
  }

  let lifeline: SubscriptionLife
  let excluded: Set<ObjectIdentifier>
  let destination: Destination
}
