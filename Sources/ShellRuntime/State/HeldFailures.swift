package import ShellOutput

/// Holds the errors in a block of `try`, which may handle them.
@MainActor
package final class HeldFailures {
  private struct Held {
    var error: ShellError
    /// Reports the error; nil if that has been done.
    let report: (@MainActor (ShellError) -> Void)?
  }

  private var errors: [Held] = []
  /// The file that receives the errors around the block, if there is one.
  private let file = ErrorFile.current

  package init() {}

  /// The last error.
  package var last: ShellError? { errors.last?.error }

  func add(_ error: ShellError, _ report: @escaping @MainActor (ShellError) -> Void) {
    // A `2>` in the block is open only now, and receives the error even if the block handles it.
    let isRedirected = ErrorFile.current !== file
    if isRedirected { report(error) }
    errors.append(Held(error: error, report: isRedirected ? nil : report))
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
        ErrorFile.$current.withValue(file) { held.report?(held.error) }
      }
    }
  }
}
