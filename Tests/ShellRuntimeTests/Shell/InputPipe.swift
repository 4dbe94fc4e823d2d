import Glibc

/// A pipe that a test writes and a script reads.
final class InputPipe {
  let reading: Int32
  private var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(code: errno) }
    // Programs must not inherit the end whose closing ends the input.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    finish()
    close(reading)
  }

  /// Writes as much as fits into the pipe at once.
  func write(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    precondition(Glibc.write(writing, bytes, bytes.count) == bytes.count)
  }

  struct Failure: Error {
    let code: Int32
  }

  /// Ends the input.
  func finish() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}
