import CoreEvents
import CoreJSON
import FoundationEssentials
import ShellOutput
import ShellRuntime

/// An event that the workers of a name have tried often enough, and have set aside.
struct FailedEvent: Sendable {
  let worker: String
  let event: EventMessage
  /// Its place in the stream of events.
  let place: Int
  /// When it was published, in seconds since 1970.
  let time: Double
  let tries: Int
  let status: ExitStatus
  let reason: String
  /// Tells it from other messages, also from one at the same place of a stream that was made anew.
  var mark: String { "\(place)-\(Int(exactly: time.rounded(.down)) ?? 0)" }

  fileprivate var json: JSONValue {
    [
      "worker": .string(worker), "id": .string(event.id), "event": .string(event.event.eventName),
      "content": event.event.payload, "place": .integer(place),
      "time": JSONNumber(time).map { .number($0) } ?? .null, "tries": .integer(tries),
      "status": .integer(Int(status.rawValue)), "reason": .string(reason),
    ]
  }

  init(
    worker: String, event: EventMessage, place: Int, time: Double, tries: Int, status: ExitStatus,
    reason: String
  ) {
    (self.worker, self.event, self.place, self.time) = (worker, event, place, time)
    (self.tries, self.status, self.reason) = (tries, status, reason)
  }

  /// Reads what ``json`` has written; nil for anything else.
  fileprivate init?(_ json: JSONValue) {
    guard case .string(let worker)? = json["worker"], case .string(let id)? = json["id"],
      case .string(let name)? = json["event"], EventPattern.isName(name),
      case .integer(let place)? = json["place"], case .integer(let tries)? = json["tries"],
      case .integer(let status)? = json["status"], case .string(let reason)? = json["reason"]
    else { return nil }
    let time: Double =
      switch json["time"] {
      case .number(let number)?: Double(number.text) ?? 0
      case .integer(let number)?: Double(number)
      default: 0
      }
    self.init(
      worker: worker,
      event: EventMessage(
        id: id, DynamicEvent(eventName: name, payload: json["content"] ?? .null)),
      place: place, time: time, tries: tries,
      status: ExitStatus(rawValue: Int32(clamping: status)), reason: reason)
  }
}

/// The events that an environment's workers have set aside, in the stream of what they keep.
struct FailedEvents {
  private let streams: Streams

  init(_ streams: Streams) { self.streams = streams }

  /// Keeps an event; one that is kept already is replaced.
  func add(_ failed: FailedEvent) async throws {
    try await streams.state.publish(
      streams.subjects.failed(failed.worker, failed.mark), failed.json.jsonBytes)
  }

  /// Calls a closure with each event that was set aside, oldest first, and the number that names it.
  ///
  /// - Parameter worker: the name of the workers; nil for all.
  func forEach(
    of worker: String? = nil, _ body: (_ number: Int, FailedEvent) async throws -> Void
  ) async throws {
    let subject = streams.subjects.allFailed(worker)
    var next = 1
    while let message = try await streams.state.message(.next(next, subject: subject)) {
      next = message.sequence + 1
      if let failed = (try? JSONValue(json: message.data)).flatMap({ FailedEvent($0) }) {
        try await body(message.sequence, failed)
      }
    }
  }

  /// How many events were set aside, of all workers.
  func count() async throws -> Int {
    try await streams.state.count(of: streams.subjects.allFailed())
  }

  /// Returns an event by its number; nil if there is none.
  func event(_ number: Int) async throws -> FailedEvent? {
    guard let message = try await streams.state.message(.sequence(number)),
      message.subject.hasPrefix(streams.subjects.failedPrefix + ".")
    else { return nil }
    return (try? JSONValue(json: message.data)).flatMap { FailedEvent($0) }
  }

  /// Publishes an event once more, for the workers that have set it aside, and forgets that they did.
  func retry(_ number: Int) async throws {
    guard let failed = try await event(number) else { return }
    try await renew(failed)
    try await drop(number)
  }

  /// Publishes an event once more, for the workers of its name, so that it has new tries.
  func renew(_ failed: FailedEvent) async throws {
    var message = failed.event
    message.worker = failed.worker
    // If this is interrupted and done again, the stream takes the event once. It fails again at another place.
    try await streams.events.publish(
      message.subject(in: streams.environment), message.data, fields: message.fields,
      id: "retry/\(streams.environment)/\(failed.worker)/\(failed.mark)")
  }

  func drop(_ number: Int) async throws {
    try await streams.state.remove(number)
  }
}
