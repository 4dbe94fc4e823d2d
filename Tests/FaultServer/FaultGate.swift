import Glibc

/// Holds back an answer until a test opens it.
public final class FaultGate: Sendable {
  /// Readable once the gate is open.
  let end: Int32
  private let other: FaultLock<Int32>

  /// Creates a closed gate.
  public init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    end = ends[0]
    other = FaultLock(ends[1])
  }

  deinit {
    open()
    close(end)
  }

  /// Opens the gate for good.
  public func open() {
    let end = other.change { end in
      defer { end = -1 }
      return end
    }
    if end >= 0 { close(end) }
  }
}
