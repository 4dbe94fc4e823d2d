package import CoreEvents
package import ShellCommands

/// What the program gives to its shell.
@MainActor
package struct ShellHost {
  /// The program's name and version.
  package var identity: ShellIdentity
  /// The bus through which modules communicate.
  package var bus: EventBus
  /// The clock of all waits.
  package var clock: any Clock<Duration> = ContinuousClock()
  /// Returns a variable of the process's environment.
  package var environment: (String) -> String? = { _ in nil }
  /// The script that prompts begin with, in which `set --save` keeps settings; nil if there is none.
  package var startupFile: StartupFile?
  /// The environments that requests go to, each of which has places of its own.
  package var environments = RequestEnvironments()
  /// Returns the versions of the libraries that the shell uses, for `version -v`.
  package var libraries: @MainActor () -> [LibraryVersion] = { [] }
  /// Returns what the manual says beside the commands.
  package var facts: @MainActor () -> ProgramFacts = { ProgramFacts() }
  /// Returns the names of the variables of the process's environment, for completion.
  package var environmentNames: () -> [String] = { [] }
  /// Starts posting on the bus what other users change, and returns a function that stops the posting; nil
  /// if there is no source of such changes.
  ///
  /// A durable following posts the changes one by one, and throws `ShellError` if their place cannot
  /// be kept.
  package var followOthers: (@MainActor (DurableFollowing?) throws -> @MainActor () -> Void)?
  /// Has the changes of a rule's environment posted too, wherever the user moves, and returns a function
  /// that stops the posting; nil if there is no source of such changes.
  package var pin: (@MainActor (RequestTargets) -> @MainActor () -> Void)?
  /// Creates a screen for `watch`; nil if there is no terminal.
  package var liveScreen: @MainActor () -> (any LiveScreen)? = { nil }
  /// Writes help.
  package var help: any HelpSource
  /// Runs jobs and rules.
  package var background: any BackgroundWork

  /// Describes a program; what is left out can be set before the shell is created.
  package init(
    identity: ShellIdentity, bus: EventBus, help: any HelpSource, background: any BackgroundWork
  ) {
    self.identity = identity
    self.bus = bus
    self.help = help
    self.background = background
  }
}
