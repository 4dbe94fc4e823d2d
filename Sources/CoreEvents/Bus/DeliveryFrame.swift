public import Glibc

/// A delivery in progress on the current thread.
///
/// It lives on the stack of the outermost `post` and is found through a thread-specific pointer. Events
/// that handlers post are queued in it, and delivered after the current one. Handlers cannot suspend, so
/// frames are strictly nested and never leave their thread. A frame needs no allocation.
@usableFromInline
struct DeliveryFrame {
  @usableFromInline let bus: ObjectIdentifier
  @usableFromInline let outer: UnsafeMutablePointer<DeliveryFrame>?
  @usableFromInline var postponed: [() -> Void] = []

  @usableFromInline static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "no thread-specific key is left: the program uses too many")
    return key
  }()

  @inlinable static var innermost: UnsafeMutablePointer<DeliveryFrame>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: DeliveryFrame.self)
  }

  /// The current thread's delivery on a bus, or nil if there is none.
  @inlinable
  static func current(of bus: ObjectIdentifier) -> UnsafeMutablePointer<DeliveryFrame>? {
    var frame = innermost
    while let found = frame, found.pointee.bus != bus {
      frame = found.pointee.outer
    }
    return frame
  }

  /// Runs a delivery and then, one after another, those postponed meanwhile.
  @inlinable
  static func run(of bus: ObjectIdentifier, _ deliver: () -> Void) {
    let outer = innermost
    var frame = DeliveryFrame(bus: bus, outer: outer)
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

  /// Queues a delivery for later.
  ///
  /// - Returns: false if the queue is full.
  @usableFromInline
  mutating func postpone(upTo capacity: Int, _ deliver: @escaping () -> Void) -> Bool {
    guard postponed.count < capacity else { return false }
    postponed.append(deliver)
    return true
  }
}
