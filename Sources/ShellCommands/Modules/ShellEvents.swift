public import CoreEvents

/// A command ended.
///
/// The event has the command's name but not its words, which can be secret.
public struct CommandFinished: Event {
  /// The event's name: `shell.command.finished`.
  public static let name = "shell.command.finished"

  /// The names of the fields.
  public static var fields: [String] { ["command", "status", "duration"] }

  /// The command's name, with its module's: `reviews add`.
  public let command: String

  /// The command's exit status.
  public let status: Int32

  /// How long the command took, in seconds.
  public let duration: Double

  /// Creates the event.
  public init(command: String, status: Int32, duration: Double) {
    self.command = command
    self.status = status
    self.duration = duration
  }
}

/// A job ended: a statement with a `&` at its end, or a run of a rule.
///
/// The event has the job's number but not its words, which can be secret.
public struct JobFinished: Event {
  /// The event's name: `shell.job.finished`.
  public static let name = "shell.job.finished"

  /// The names of the fields.
  public static var fields: [String] { ["job", "status", "duration"] }

  /// The job's number.
  public let job: Int

  /// The job's exit status.
  public let status: Int32

  /// How long the job took, in seconds.
  public let duration: Double

  /// Creates the event.
  public init(job: Int, status: Int32, duration: Double) {
    self.job = job
    self.status = status
    self.duration = duration
  }
}

/// A module was loaded: its commands can be run.
public struct ModuleLoaded: Event {
  /// The event's name: `shell.module.loaded`.
  public static let name = "shell.module.loaded"

  /// The names of the fields.
  public static var fields: [String] { ["module"] }

  /// The module's name.
  public let module: String

  /// Creates the event.
  public init(module: String) { self.module = module }
}

/// A module was unloaded: its commands can no longer be run.
public struct ModuleUnloaded: Event {
  /// The event's name: `shell.module.unloaded`.
  public static let name = "shell.module.unloaded"

  /// The names of the fields.
  public static var fields: [String] { ["module"] }

  /// The module's name.
  public let module: String

  /// Creates the event.
  public init(module: String) { self.module = module }
}

/// The user moved to another place.
public struct LocationChanged: Event {
  /// The event's name: `shell.location.changed`.
  public static let name = "shell.location.changed"

  /// The names of the fields.
  public static var fields: [String] { ["place", "previous"] }

  /// The path of the place: `products/p-7`; `/` at home.
  public let place: String

  /// The path of the previous place.
  public let previous: String

  /// Creates the event.
  public init(place: String, previous: String) {
    self.place = place
    self.previous = previous
  }
}
