import ShellOutput
import ShellCommands
import CoreEvents
import FoundationEssentials

struct EventsCommand: Command {
  unowned let state: ShellState
  let action = Argument<Action?>("ACTION", "list or watch")
  private static let columns = [
    Column("time", hint: .timestamp), Column("event", width: 24), Column("details", width: 60),
  ]
  var specification: CommandSpecification {
    CommandSpecification(
      "events",
      abstract: "List the last 1,000 events, or watch them happen",
      discussion: """
        Modules post events: data was inserted, a session is no longer authorized, a module was \
        loaded. The oldest comes first. 'events watch' shows each event as it happens, until Ctrl-C, \
        including changes by other users if the server reports them.
        """,
      examples: [.init("events", "lists them, with their times")],
      parameters: [action], columns: Self.columns)
  }

  /// What to do with the events.
  enum Action: String, CaseIterable, ParameterValue {
    case list, watch
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.columns(Self.columns)
    guard invocation[action] != .watch else {
      return try await watch(invocation)
    }
    for entry in state.events.entries {
      try invocation.output.row(Self.row(entry.event, at: entry.time))
    }
  }

  /// Shows events as they are posted.
  private func watch(_ invocation: Invocation) async throws {
    let stop = try state.followOthers?(nil)
    defer { stop?() }
    let mailbox = state.bus.subscribeAll(capacity: 10_000)
    if state.isTyped, !state.settings.isQuiet { state.streams.report("watching; Ctrl-C ends it") }
    while let batch = await mailbox.nextBatch() {
      if batch.dropped > 0 {
        state.streams.report("dropped \(batch.dropped) events that came too fast")
      }
      for entry in batch.events {
        try invocation.output.row(Self.row(entry.event, at: entry.time))
      }
      try invocation.output.showNow()
    }
    try Task.checkCancellation()
  }

  private static func row(_ event: any Event, at time: Double) throws -> [CellValue] {
    [
      .date(Date(timeIntervalSince1970: time)), .text(event.eventName),
      .json(try details(event)),
    ]
  }

  /// Returns the fields of an event.
  private static func details(_ event: any Event) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(event))
  }
}
