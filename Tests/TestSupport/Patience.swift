import Foundation
import Glibc
package import Testing

/// The bound of every wait in the tests.
///
/// It only ends a hang: what a test finds does not depend on it. `SEASHELL_TEST_PATIENCE` says how many times longer the tests
/// wait on a slow machine; it is 1 by default.
package enum Patience {
  /// How many times longer the tests wait than on a machine that is left alone.
  package static let factor =
    ProcessInfo.processInfo.environment["SEASHELL_TEST_PATIENCE"].flatMap(Double.init) ?? 1

  /// The time after which what is waited for counts as missing.
  package static let bound = Duration.seconds(60 * factor)

  /// The same in seconds, for `alarm`.
  package static let seconds = UInt32(60 * factor)

  /// The same in milliseconds, for `poll`.
  package static let milliseconds = Int32(60_000 * factor)

  /// The milliseconds after which an action is repeated that may have come too early to have an effect.
  package static let pause = Int32(2_000 * factor)
}

/// What a test waited for, and what was there instead.
package struct WaitExpired: Error, CustomStringConvertible {
  package let description: String

  package init(_ wanted: String, there: String) {
    description = "\(wanted) was not there after \(Patience.bound); there was:\n\(there)"
  }
}

/// Waits until a condition holds that other tasks bring about.
///
/// If it does not, an issue is recorded at the place of the call. It returns early if the task is cancelled.
///
/// - Throws: what the condition throws.
package func until(
  _ there: @autoclosure () -> String = "", at location: SourceLocation = #_sourceLocation,
  _ isMet: () async throws -> Bool
) async rethrows {
  let end = ContinuousClock.now + Patience.bound
  var turns = 0
  while try await !isMet() {
    if Task.isCancelled { return }
    guard ContinuousClock.now < end else {
      Issue.record(
        "the condition was not met within \(Patience.bound) \(there())", sourceLocation: location)
      return
    }
    turns += 1
    // The others need the processor more than this loop does.
    if turns < 1_000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Blocks until a condition holds that another process or thread brings about.
///
/// - Parameters:
///   - wanted: what is waited for.
///   - there: what is there instead, for the error.
/// - Throws: ``WaitExpired`` if it never holds; what the condition throws.
package func block(
  until wanted: @autoclosure () -> String, there: @autoclosure () -> String = "",
  _ isMet: () throws -> Bool
) throws {
  let end = ContinuousClock.now + Patience.bound
  while try !isMet() {
    guard ContinuousClock.now < end else { throw WaitExpired(wanted(), there: there()) }
    poll(nil, 0, 2)
  }
}
