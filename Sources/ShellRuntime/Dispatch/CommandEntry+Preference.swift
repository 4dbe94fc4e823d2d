import ShellCommands

extension CommandTable.Entry {
  /// Runs the command with the ``DataPreference`` set by its options.
  ///
  /// Without a console, it does not ask about a failed write. Throws ``CommandPostponed`` if its
  /// write waits in the queue.
  func run(
    _ invocation: Invocation, offeringLater offersLater: Bool, asking console: (any Console)? = nil
  ) async throws {
    // A command that runs inside another one must not inherit its preference.
    guard sends || !DataPreference.isUsual else { return try await command.run(invocation) }
    let isWrite = offline == .writes
    let preference = sends ? try DataPreference(offline, invocation.arguments) : DataPreference()
    guard offline != .none || preference != DataPreference() || !DataPreference.isUsual else {
      return try await command.run(invocation)
    }
    try await preference.apply(
      offeringLater: isWrite && offersLater, asking: isWrite ? console : nil
    ) {
      // The service, which could reject the write, is not asked now.
      if preference.isLater { try await command.checkPreconditions() }
      try await command.run(invocation)
    }
  }
}
