package import CoreEvents
package import ShellCommands

/// The parts that the program provides to its shell.
@MainActor
package struct ShellHost {
  /// The program's name and version.
  package var identity: ShellIdentity
  /// The bus through which modules communicate.
  package var bus: EventBus
  /// The types of events that the program itself may post.
  package var eventTypes: [any Event.Type] = []
  /// The clock of all waits.
  package var clock: any Clock<Duration> = ContinuousClock()
  /// The process that the shell runs in.
  package let process: any HostProcess
  /// The startup script of prompts, in which `set --save` saves settings, if there is one.
  package var startupFile: StartupFile?
  /// The values of `let --secret`, which the client masks too.
  package var secrets = SecretTexts()
  /// The files that pipelines have left with an open line.
  let openLines = OpenLines()
  /// The environments for requests, each of which has its own places.
  package let environments: any RequestEnvironments
  /// Starts posting other users' changes on the bus, and returns a function that stops it; nil if there is no
  /// source of such changes.
  ///
  /// A durable following posts the changes one at a time, and throws `ShellError` if its position cannot be
  /// saved.
  package var followOthers: (@MainActor (DurableFollowing?) throws -> @MainActor () -> Void)?
  /// Starts handling a stream's events together with other workers, and returns a function that stops it; nil if
  /// there is no such stream.
  ///
  /// The function takes no further event, and returns once the answers to all events are sent on, those of the
  /// runs under way too. It throws `ShellError` if the environment shares no events, or its stream cannot be used.
  package var followShared: (@MainActor (SharedFollowing) throws -> @MainActor () async -> Void)?
  /// Also posts the changes in the environment of a rule or of `watch`, whichever environment is current, and
  /// returns a function that stops it, if there is a source of such changes.
  ///
  /// The closure, if there is one, is told whether there is a source of that environment's changes, instead of
  /// the user. It may be told several times.
  package var pin: (@MainActor (RequestTargets, FeedReport?) -> @MainActor () -> Void)?
  package typealias FeedReport = @MainActor (_ hasFeed: Bool) -> Void
  /// Shares events with other machines, if the program can.
  package var streams: (any EventStreams)?
  /// Writes help.
  var help: any HelpSource
  /// Finds the schemas of responses; nil if the program reads no descriptions.
  package var schemas: (any ResponseSchemas)?
  /// What `doctor` asks of the program itself.
  package var health: [any HealthCheck] = []
  /// Runs tests.
  package var checks: (any StatementChecks)?
  /// Runs jobs and rules.
  package var background: any BackgroundWork

  /// Creates the required parts; the others can be set before the shell is created.
  package init(
    identity: ShellIdentity, bus: EventBus, process: any HostProcess,
    environments: any RequestEnvironments, help: any HelpSource, background: any BackgroundWork
  ) {
    (self.identity, self.bus) = (identity, bus)
    (self.process, self.environments) = (process, environments)
    self.help = help
    self.background = background
  }
}
