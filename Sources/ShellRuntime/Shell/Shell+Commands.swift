package import ShellCommands
package import ShellOutput

extension Invocation {
  /// The shell that runs the command.
  ///
  /// - Throws: ``ShellError`` in a program that is not a shell.
  package var shell: Shell {
    get throws {
      guard let shell = host as? Shell else {
        throw ShellError(.failed, "the command needs a shell")
      }
      return shell
    }
  }
}

extension Shell: CommandHost {
  package var formatOption: OutputFormat? { scope.formatOption }

  package var gatherLimit: Int { settings.gatherLimit }

  func notify(_ postponed: CommandPostponed) {
    scope.postponedCount += 1
    var notice = postponed.notice[...]
    // What follows names a command that sends it.
    if modules.quotesDisabled(postponed.notice), let end = notice.lastIndex(of: ";") {
      notice = notice[..<end]
    }
    console.notify(String(notice))
  }

  func notify(postponed count: Int) {
    guard count > 0 else { return }
    scope.postponedCount += count
    let hint = count == 1 ? "'queue list' shows it" : "'queue list' shows them"
    console.notify(
      (count == 1 ? "1 write waits" : "\(count) writes wait")
        + (modules.quotesDisabled(hint) ? "" : "; \(hint)"))
  }

  package func report(_ notice: String) {
    if !settings.isQuiet { streams.report(notice) }
  }

  /// Reports that results come from a store; as JSON if the results are JSON.
  func report(_ notice: StoredAnswerNotice, _ format: OutputFormat?) {
    if let observer = scope.observer { return observer.take(notice) }
    console.notify(format?.isJSON == true ? notice.jsonText() : notice.text())
  }

  package func followChanges() throws -> @MainActor () -> Void {
    guard let follow = host.followOthers else { return {} }
    return try follow(nil)
  }

  package func observe(_ read: @escaping @MainActor () -> Void) { scope.observer?.observe(read) }

  package func beginHandlingTermination() {
    interrupts.termination.begin(handlesSignal: !interrupts.isAtPrompt)
  }

  package func endHandlingTermination() { interrupts.termination.end() }

  package func waitForTermination() async throws {
    ProgressScope.current?.pause()
    defer { ProgressScope.current?.resume() }
    try await interrupts.termination.wait(handlesSignal: !interrupts.isAtPrompt)
  }
}
