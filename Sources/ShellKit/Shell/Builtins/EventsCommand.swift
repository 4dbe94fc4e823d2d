import Events
import FoundationEssentials

struct EventsCommand: ImmediateCommand {
  let specification = CommandSpecification(
    "events",
    abstract: "List the last 1,000 events",
    discussion: """
      Events are what modules tell each other: a review was inserted, a session is no longer \
      authorized, a module was loaded. The oldest comes first.
      """,
    examples: [.init("events", "lists them, with their times")])

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.columns([Column("time"), Column("event"), Column("details")])
    for entry in invocation.shell.events.entries {
      try invocation.output.row([
        .text(Self.time(entry.time)), .text(entry.name),
        .text(try Self.details(entry.event)),
      ])
    }
  }

  private static func time(_ seconds: Double) -> String {
    Date(timeIntervalSince1970: seconds).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// An event's own fields as a JSON object.
  private static func details(_ event: any Event) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(event), as: UTF8.self)
  }
}
