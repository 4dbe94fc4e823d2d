package import ShellOutput

/// Holds the errors in a block of `try`, which may handle them.
@MainActor
package final class HeldFailures {
  private struct Held {
    var error: ShellError
    let file: ErrorFile?
    let report: @MainActor (ShellError) -> Void
  }

  private var errors: [Held] = []

  package init() {}

  /// The last error.
  package var last: ShellError? { errors.last?.error }

  func add(_ error: ShellError, _ report: @escaping @MainActor (ShellError) -> Void) {
    errors.append(Held(error: error, file: ErrorFile.current, report: report))
  }

  /// Adds lines to the last error.
  package func addToLast(details: [String]) {
    guard let last = errors.indices.last else { return }
    errors[last].error = errors[last].error.adding(details: details)
  }

  /// Reports the errors, unless an outer block holds them too.
  package func release(to outer: HeldFailures?) {
    let errors = errors
    self.errors = []
    for held in errors {
      if let outer {
        outer.errors.append(held)
      } else {
        ErrorFile.$current.withValue(held.file) { held.report(held.error) }
      }
    }
  }
}
