import Glibc

/// What a server's threads share.
final class FaultState: Sendable {
  let readsBodies: Bool
  let answer: @Sendable (FaultRequest) -> FaultAnswer
  let record = FaultLock(FaultRecord())

  init(readsBodies: Bool, answer: @escaping @Sendable (FaultRequest) -> FaultAnswer) {
    self.readsBodies = readsBodies
    self.answer = answer
  }

  /// Notes a connection.
  ///
  /// - Returns: its number, unless the server has stopped.
  func open(_ descriptor: Int32) -> Int? {
    record.change { record in
      guard !record.isStopped else { return nil }
      defer { record.opened += 1 }
      record.descriptors[record.opened] = descriptor
      return record.opened
    }
  }

  /// Notes that a connection is over, and closes it.
  func close(_ number: Int, _ descriptor: Int32) {
    record.change { record in
      record.descriptors[number] = nil
      Glibc.close(descriptor)
      record.closed += 1
    }
  }
}
