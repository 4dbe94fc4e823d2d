import SeashellTesting
import ShellCommands
import Testing

@MainActor
@Suite struct ProgressScopeTests {
  /// A console that shows waits.
  private final class Terminal: Console {
    var shown: [String?] = []
    var scopes = 0
    let isInteractive = false
    let columns: Int? = 80

    func notify(_ notice: String) {}
    func ask(_ question: Question) async throws -> String { "" }
    func confirm(_ question: String) async throws -> Bool { false }
    func progress(_ progress: ProgressUpdate?) { ProgressScope.current?.report(progress) }
    func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String { "" }

    func makeProgressScope() -> ProgressScope? {
      scopes += 1
      return ProgressScope { self.shown.append($0?.label) }
    }
  }

  private let terminal = Terminal()

  private func run(_ body: (ProgressScope) async throws -> Void) async throws {
    try await ProgressScope.run(on: terminal) {
      try await body(try #require(ProgressScope.current))
    }
  }

  @Test func `of several waits the most informative is shown`() async throws {
    try await run { scope in
      let command = scope.begin(.command, ProgressUpdate("time"))
      let inner = scope.begin(.command, ProgressUpdate("products list"))
      let request = scope.begin(.request, ProgressUpdate("waiting"))
      let count = scope.begin(.count, ProgressUpdate("each"))
      _ = scope.begin(.count, ProgressUpdate("products"))
      let retry = scope.begin(.retry, ProgressUpdate("retrying"))
      inner.show(ProgressUpdate("not shown now"))
      retry.end()
      count.show(ProgressUpdate("each 2"))
      request.end()
      command.end()
    }
    #expect(
      terminal.shown
        == ["time", "products list", "waiting", "each", "retrying", "each", "each 2", nil])
  }

  @Test func `a command's own report replaces its name and its requests`() async throws {
    try await run { scope in
      _ = scope.begin(.command, ProgressUpdate("clock"))
      terminal.progress(ProgressUpdate("half"))
      _ = scope.begin(.request, ProgressUpdate("waiting"))
      terminal.progress(ProgressUpdate("more"))
      terminal.progress(nil)
      terminal.progress(nil)
    }
    #expect(terminal.shown == ["clock", "half", "more", "waiting", nil])
  }

  @Test func `a program or a question hides the progress for a while`() async throws {
    try await run { scope in
      _ = scope.begin(.command, ProgressUpdate("login"))
      scope.pause()
      scope.pause()
      _ = scope.begin(.request, ProgressUpdate("waiting"))
      scope.resume()
      scope.resume()
    }
    #expect(terminal.shown == ["login", nil, "waiting", nil])
  }

  @Test func `statements inside a statement share its scope`() async throws {
    try await run { scope in
      try await run { #expect($0 === scope) }
    }
    #expect(terminal.scopes == 1)
  }

  @Test func `a statement on another console shows no progress on this one`() async throws {
    try await run { _ in
      try await ProgressScope.run(on: RecordingConsole()) {
        #expect(ProgressScope.current == nil)
      }
    }
    #expect(terminal.shown == [])
  }

  @Test func `a wait that outlives its statement is not shown`() async throws {
    var late: ProgressScope?
    try await run { late = $0 }
    let wait = late?.begin(.request, ProgressUpdate("waiting for /events"))
    wait?.show(ProgressUpdate("still"))
    wait?.end()
    #expect(terminal.shown == [])
    try await run { scope in
      #expect(scope !== late)
      _ = scope.begin(.command, ProgressUpdate("sleep"))
    }
    #expect(terminal.shown == ["sleep", nil])
  }

  @Test(
    arguments: [
      (ProgressUpdate("x"), nil), (ProgressUpdate("x", fraction: 0.5), 0.5),
      (ProgressUpdate("x", done: 3, total: 4), 0.75), (ProgressUpdate("x", done: 5, total: 4), 1),
      (ProgressUpdate("x", done: -1, total: 4), 0), (ProgressUpdate("x", done: 3, total: nil), nil),
      (ProgressUpdate("x", done: 3, total: 0), nil),
      (ProgressUpdate("x", done: .nan, total: 4), nil),
    ] as [(ProgressUpdate, Double?)])
  func `a progress update knows its fraction`(update: ProgressUpdate, fraction: Double?) {
    #expect(update.fraction == fraction)
  }
}
