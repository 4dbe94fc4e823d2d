import Foundation
package import Testing

/// AddressSanitizer or ThreadSanitizer, with which `Tests/Sanitizers/run` runs the tests.
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
