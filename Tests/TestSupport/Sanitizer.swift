import Foundation
package import Testing

/// AddressSanitizer or ThreadSanitizer, which `Tests/Sanitizers/run` uses for the tests.
package enum Sanitizer {
  /// Whether the tests run with one.
  package static let isOn = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that measures a process's memory or speed, and so does not run with a sanitizer.
  package static var measures: Self {
    .disabled(if: Sanitizer.isOn, "a sanitizer takes time and memory of its own")
  }
}
