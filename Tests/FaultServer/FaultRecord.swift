import Glibc

/// What a fault server has received and sent so far.
public struct FaultRecord: Sendable {
  /// The requests, in order.
  public var requests: [FaultRequest] = []

  /// The number of connections opened.
  public var opened = 0

  /// The number of connections closed.
  public var closed = 0

  /// The number of bytes sent, including those in the kernel's buffers.
  public var sent = 0

  /// The number of bytes of bodies received.
  public var received = 0

  var descriptors: [Int: Int32] = [:]
  var isStopped = false
}

/// The state that a server's threads share.
final class FaultState: Sendable {
  let readsBodies: Bool
  let answer: @Sendable (FaultRequest) -> FaultAnswer
  let record = FaultLock(FaultRecord())

  init(readsBodies: Bool, answer: @escaping @Sendable (FaultRequest) -> FaultAnswer) {
    self.readsBodies = readsBodies
    self.answer = answer
  }

  /// Records a new connection.
  ///
  /// - Returns: its number; nil if the server has stopped.
  func open(_ descriptor: Int32) -> Int? {
    record.change { record in
      guard !record.isStopped else { return nil }
      defer { record.opened += 1 }
      record.descriptors[record.opened] = descriptor
      return record.opened
    }
  }

  /// Closes a connection, and records that.
  func close(_ number: Int, _ descriptor: Int32) {
    record.change { record in
      record.descriptors[number] = nil
      Glibc.close(descriptor)
      record.closed += 1
    }
  }
}
