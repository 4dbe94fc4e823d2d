import Synchronization

/// Something that is so or not, said on one thread and read on any other.
public final class SharedFlag: Sendable {
  private let raised: Atomic<Bool>

  /// Makes a flag.
  public init(isRaised: Bool = false) {
    raised = Atomic(isRaised)
  }

  /// Whether it is so.
  public var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Says that it is so.
  public func raise() { raised.store(true, ordering: .relaxed) }

  /// Says that it is not so.
  public func lower() { raised.store(false, ordering: .relaxed) }
}
