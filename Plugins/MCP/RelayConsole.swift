import SeashellKit

/// The console of a shell that serves its commands: it passes each use to the console of the running call,
/// or else to the shell's own.
///
/// Modules keep the console that they were created with. This one determines at each use which of several
/// calls it is used for.
@MainActor
final class RelayConsole: Console {
  @TaskLocal static var current: CallConsole?

  /// Called with notices outside of calls, which are also passed to the base console.
  var whenNotified: ((String) -> Void)?

  private let base: any Console

  /// Creates a console.
  ///
  /// - Parameter base: the console outside of all calls.
  init(_ base: any Console) {
    self.base = base
  }

  private var console: any Console { Self.current ?? base }

  var isInteractive: Bool { console.isInteractive }

  var columns: Int? { console.columns }

  func notify(_ notice: String) {
    if Self.current == nil { whenNotified?(notice) }
    console.notify(notice)
  }

  func instruct(_ line: String) {
    if Self.current == nil { whenNotified?(line) }
    console.instruct(line)
  }

  func ask(_ question: Question) async throws -> String {
    try await console.ask(question)
  }

  func confirm(_ question: String) async throws -> Bool {
    try await confirm(question, below: [])
  }

  func confirm(
    _ question: String, below introduction: [String]
  ) async throws -> Bool {
    try await console.confirm(question, below: introduction)
  }

  func progress(_ progress: ProgressUpdate?) { console.progress(progress) }

  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    try await console.readInput(upTo: maximum, isSecret: isSecret)
  }
}
