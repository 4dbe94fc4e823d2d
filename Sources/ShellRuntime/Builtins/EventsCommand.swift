import ShellOutput
import ShellCommands
import CoreEvents
import FoundationEssentials

struct EventsCommand: Command {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "events",
    abstract: "List the last 1,000 events, or watch them happen",
    discussion: """
      Events are what modules tell each other: a review was inserted, a session is no longer \
      authorized, a module was loaded. The oldest comes first. 'events watch' shows each one as it \
      happens, until Ctrl-C, and also what others do to the data, where the shop tells of it.
      """,
    examples: [.init("events", "lists them, with their times")],
    arguments: [
      .init("ACTION", "list or watch", type: .choice(["list", "watch"]), isRequired: false)
    ])

  func run(_ invocation: Invocation) async throws {
    try invocation.output.columns([
      Column("time"), Column("event", width: 24), Column("details", width: 60),
    ])
    guard invocation.arguments.text("ACTION") != "watch" else {
      return try await watch(invocation)
    }
    for entry in shell.events.entries {
      try invocation.output.row(Self.row(entry.event, at: entry.time))
    }
  }

  /// Shows events while they come.
  private func watch(_ invocation: Invocation) async throws {
    let stop = shell.followOthers?()
    defer { stop?() }
    let mailbox = shell.bus.subscribeAll(capacity: 10_000)
    if shell.isTyped, !shell.settings.isQuiet { shell.streams.tell("watching; Ctrl-C ends it") }
    while let batch = await mailbox.nextBatch() {
      if batch.dropped > 0 {
        shell.streams.tell("\(batch.dropped) events came too fast and are not shown")
      }
      for entry in batch.events {
        try invocation.output.row(Self.row(entry.event, at: entry.time))
      }
      try invocation.output.showNow()
    }
    try Task.checkCancellation()
  }

  private static func row(_ event: any Event, at time: Double) throws -> [CellValue] {
    [.text(self.time(time)), .text(event.eventName), .json(try details(event))]
  }

  private static func time(_ seconds: Double) -> String {
    Date(timeIntervalSince1970: seconds).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// An event's own fields.
  private static func details(_ event: any Event) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(event))
  }
}
