import CoreSystem
import Glibc

/// The right to send, which one task of all processes holds at a time; it ends with its process.
///
/// The lock's file is never removed; otherwise two processes could lock two files of the same name.
final class QueueLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; returns nil if another task holds it.
  ///
  /// - Throws: `SystemError` if the file cannot be opened or locked.
  static func take(_ path: String) throws -> QueueLock? {
    let file = PrivateFile(path: path)
    let descriptor = try file.openForAppending()
    do {
      if try file.tryLock(descriptor) { return QueueLock(descriptor) }
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    return nil
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  // Closing is not enough: until it calls exec, a child process that another thread is starting
  // shares the descriptor and thus the lock.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
