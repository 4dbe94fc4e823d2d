import Foundation
import Testing

/// A task waits for what comes from elsewhere with a `Waiter`, which alone handles what comes too early, twice or
/// after a cancellation.
@Suite struct ContinuationTests {
  @Test func `only the waiter uses continuations`() throws {
    let users = try ImportTests.targets().values.joined().filter { file in
      try String(contentsOf: file, encoding: .utf8).contains(/(?:Checked|Unsafe)\w*Continuation/)
    }
    #expect(users.map(\.lastPathComponent) == ["Waiter.swift"])
  }
}
