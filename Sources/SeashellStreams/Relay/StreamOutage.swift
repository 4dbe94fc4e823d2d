import ShellOutput

/// Reports once that streams cannot be used, and once that they can again.
///
/// A lost connection is reported by the hub.
@MainActor
struct StreamOutage {
  private let report: @MainActor (String) -> Void
  private var message: String?

  init(_ report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// Reports an error, unless it was the last one reported.
  ///
  /// - Throws: `ShellError` if trying again is of no use.
  mutating func begin(_ error: StreamError) throws {
    if error.code == .closed { throw ShellError(error) }
    guard error.code != .lost, error.message != message else { return }
    message = error.message
    let hint = ShellError(error).hint.map { " (\($0))" }
    report("\(error.message)\(hint ?? ""); trying again")
  }

  mutating func end() {
    guard message != nil else { return }
    message = nil
    report("the streams are back")
  }
}
