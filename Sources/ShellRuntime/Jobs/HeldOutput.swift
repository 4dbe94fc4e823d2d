import ShellOutput

/// What a job has printed.
@MainActor
final class HeldOutput: ByteSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: UnsafeRawBufferPointer) throws { self.bytes.append(contentsOf: bytes) }
}
