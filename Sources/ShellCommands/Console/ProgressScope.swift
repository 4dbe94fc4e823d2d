/// What one statement waits for; its console shows the most telling of it.
///
/// The commands of a statement, its requests and its lists add what they wait for. They find the scope
/// in the task-local `current`, so that what a job or a background task waits for is not shown as if
/// the statement waited for it.
@MainActor
public final class ProgressScope {
  /// The scope of the statement that the current task runs; nil if its console shows no waits.
  package nonisolated static var current: ProgressScope? { Current.scope }

  private enum Current {
    @TaskLocal static var scope: ProgressScope?
  }

  /// The kinds of wait; of several, the last kind is shown.
  package enum Kind: Int {
    /// A command that runs; of several, the innermost is shown.
    case command
    /// A request without a response.
    case request
    /// What a command itself reports.
    case report
    /// Work whose extent is counted; of several, the outermost is shown.
    case count
    /// A wait before a retry.
    case retry
  }

  /// Something that the statement waits for, until it ends.
  @MainActor
  package final class Wait {
    fileprivate let kind: Kind
    fileprivate var update: ProgressUpdate
    private let scope: ProgressScope

    fileprivate init(_ kind: Kind, _ update: ProgressUpdate, in scope: ProgressScope) {
      self.kind = kind
      self.update = update
      self.scope = scope
    }

    /// Shows how far it is.
    package func show(_ update: ProgressUpdate) {
      self.update = update
      scope.showFirst()
    }

    /// Removes it.
    package func end() {
      scope.waits.removeAll { $0 === self }
      scope.showFirst()
    }
  }

  private weak var owner: AnyObject?
  private var waits: [Wait] = []
  private var reported: Wait?
  private var pauses = 0
  private var hasEnded = false
  private var shown: ProgressUpdate?
  private let display: @MainActor (ProgressUpdate?) -> Void

  /// Creates a scope.
  ///
  /// - Parameter display: shows an update, or removes it if it is nil.
  package init(display: @escaping @MainActor (ProgressUpdate?) -> Void) {
    self.display = display
  }

  /// Runs the body of a statement in a scope of its own, or in that of the statement around it.
  ///
  /// - Parameters:
  ///   - owner: the console of the statement. Statements inside it use the same scope if they have the
  ///     same owner.
  ///   - make: creates the scope; returns nil if the console shows no waits.
  ///   - body: the statement.
  /// - Throws: what the body throws.
  static func run(
    for owner: AnyObject, making make: () -> ProgressScope?, _ body: () async throws -> Void
  ) async throws {
    let outer = current
    if let outer, !outer.hasEnded, outer.owner === owner { return try await body() }
    guard let scope = make() else {
      return outer == nil
        ? try await body() : try await Current.$scope.withValue(nil) { try await body() }
    }
    scope.owner = owner
    defer { scope.end() }
    try await Current.$scope.withValue(scope) { try await body() }
  }

  /// Adds something that the statement waits for.
  package func begin(_ kind: Kind, _ update: ProgressUpdate) -> Wait {
    let wait = Wait(kind, update, in: self)
    if !hasEnded { waits.append(wait) }
    showFirst()
    return wait
  }

  /// Shows what a command itself reports, or removes it if it is nil.
  package func report(_ update: ProgressUpdate?) {
    guard let update else {
      reported?.end()
      reported = nil
      return
    }
    if let reported { reported.show(update) } else { reported = begin(.report, update) }
  }

  /// Shows nothing until ``resume()``, since a program or a question has the terminal.
  package func pause() {
    pauses += 1
    showFirst()
  }

  /// Ends one earlier ``pause()``.
  package func resume() {
    pauses -= 1
    showFirst()
  }

  private func end() {
    waits = []
    hasEnded = true
    showFirst()
  }

  private func showFirst() {
    let update = pauses == 0 ? first?.update : nil
    guard update != shown else { return }
    shown = update
    display(update)
  }

  private var first: Wait? {
    guard var first = waits.first else { return nil }
    for wait in waits.dropFirst() {
      let isLater = wait.kind == first.kind && wait.kind == .command
      if wait.kind.rawValue > first.kind.rawValue || isLater { first = wait }
    }
    return first
  }
}
