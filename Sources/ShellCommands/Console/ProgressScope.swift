/// The waits of one statement, of which the console shows the most informative.
///
/// A statement's commands, requests and lists add their waits. They find the scope in the task-local
/// `current`, so that the waits of jobs and background tasks are not shown as the statement's.
@MainActor
public final class ProgressScope {
  /// The scope of the statement in the current task, if its console shows waits.
  package nonisolated static var current: ProgressScope? { Current.scope }

  private enum Current {
    @TaskLocal static var scope: ProgressScope?
  }

  /// The kinds of wait.
  ///
  /// Of several waits, the one with the last kind is shown.
  package enum Kind: Int {
    /// A running command; of several, the innermost is shown.
    case command
    /// A request that has no response yet.
    case request
    /// A report by the command itself.
    case report
    /// Work of known extent; of several, the outermost is shown.
    case count
    /// A wait before a retry.
    case retry
  }

  /// One wait of the statement; it lasts until it is ended.
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

    /// Shows its progress.
    package func show(_ update: ProgressUpdate) {
      self.update = update
      scope.showFirst()
    }

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
  /// - Parameter display: shows an update; nil removes the current one.
  package init(display: @escaping @MainActor (ProgressUpdate?) -> Void) {
    self.display = display
  }

  /// Runs the body of a statement in its own scope, or in the enclosing statement's if both have
  /// the same `owner`, the console.
  ///
  /// `make` returns nil if the console does not show waits.
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

  /// Adds a wait of the statement.
  package func begin(_ kind: Kind, _ update: ProgressUpdate) -> Wait {
    let wait = Wait(kind, update, in: self)
    if !hasEnded { waits.append(wait) }
    showFirst()
    return wait
  }

  /// Shows a report by the command itself; nil removes it.
  package func report(_ update: ProgressUpdate?) {
    guard let update else {
      reported?.end()
      reported = nil
      return
    }
    if let reported { reported.show(update) } else { reported = begin(.report, update) }
  }

  /// Shows nothing until ``resume()``, since a program or a question uses the terminal.
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
