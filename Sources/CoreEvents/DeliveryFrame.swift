public import Glibc

/// A delivery that is under way on this thread.
///
/// It lives on the stack of the outermost `post`, found through a thread-specific pointer: what a
/// handler posts is laid down in it, to be delivered after the event at hand. Handlers cannot suspend,
/// so frames are strictly nested and never leave their thread. A frame costs no allocation.
@usableFromInline
struct DeliveryFrame {
  @usableFromInline let bus: ObjectIdentifier
  @usableFromInline let outer: UnsafeMutablePointer<DeliveryFrame>?
  @usableFromInline var postponed: [() -> Void] = []

  @usableFromInline static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-specific key is left: the program uses too many")
    return key
  }()

  @inlinable static var innermost: UnsafeMutablePointer<DeliveryFrame>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: DeliveryFrame.self)
  }

  /// The delivery of that bus under way on this thread.
  @inlinable
  static func current(of bus: EventBus) -> UnsafeMutablePointer<DeliveryFrame>? {
    var frame = innermost
    while let found = frame, found.pointee.bus != ObjectIdentifier(bus) {
      frame = found.pointee.outer
    }
    return frame
  }

  /// Runs a delivery and then, one after another, those postponed meanwhile.
  @inlinable
  static func run(of bus: EventBus, _ deliver: () -> Void) {
    let outer = innermost
    var frame = DeliveryFrame(bus: ObjectIdentifier(bus), outer: outer)
    withUnsafeMutablePointer(to: &frame) { frame in
      pthread_setspecific(key, frame)
      deliver()
      while !frame.pointee.postponed.isEmpty {
        let turn = frame.pointee.postponed
        frame.pointee.postponed = []
        for deliver in turn { deliver() }
      }
      pthread_setspecific(key, outer)
    }
  }

  @inlinable
  init(bus: ObjectIdentifier, outer: UnsafeMutablePointer<DeliveryFrame>?) {
    self.bus = bus
    self.outer = outer
  }

  /// Lays a delivery down for later; false where there are too many.
  @usableFromInline
  mutating func postpone(_ deliver: @escaping () -> Void) -> Bool {
    guard postponed.count < EventBus.waitingCapacity else { return false }
    postponed.append(deliver)
    return true
  }
}
