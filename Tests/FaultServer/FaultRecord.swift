/// What a fault server has seen so far.
public struct FaultRecord: Sendable {
  /// The requests, in the order in which they were received whole, or their heads where bodies are
  /// left to the answers.
  public var requests: [FaultRequest] = []

  /// How many connections were made.
  public var opened = 0

  /// How many connections are over.
  public var closed = 0

  /// How many bytes the clients' side has taken, the kernel's buffers included.
  public var sent = 0

  /// How many bytes of bodies were received.
  public var received = 0

  var descriptors: [Int: Int32] = [:]
  var isStopped = false
}
