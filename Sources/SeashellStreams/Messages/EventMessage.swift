import CoreEvents
import CoreJSON
import WebAPI

/// An event as a message of a stream: its name and its content as JSON, and the fields of its header.
struct EventMessage: Sendable {
  /// The header fields of a message.
  enum Field {
    /// The event's id.
    static let id = "Seashell-Id"
    /// The event's name.
    static let name = "Seashell-Event"
    /// The process that has published it, so that it does not take its own messages for others'.
    static let source = "Seashell-Source"
    /// The id of the change that it follows from, whose receivers' modules may post the same event.
    static let cause = "Seashell-Cause"
    /// The id after which the feed goes on, of a message that a relay has published.
    static let resume = "Seashell-Resume"
    /// The workers that it is for; others skip it.
    static let worker = "Seashell-Worker"
  }

  /// The greatest size of a message's content, in bytes.
  static let largest = 1 << 20
  /// The greatest length of an event's id, in bytes.
  static let longestID = 255

  /// The event's id.
  var id: String
  let event: DynamicEvent
  /// The process that has published it.
  var source: String?
  /// The id of the change that it follows from.
  var cause: String?
  /// The id after which the feed goes on; nil if no relay has published it.
  var resume: String?
  /// The workers that it is for; nil for all.
  var worker: String?

  init(id: String, _ event: DynamicEvent) {
    (self.id, self.event) = (id, event)
  }

  /// Creates the message of an event, whose record goes with it if it is known.
  ///
  /// - Throws: what the event's `encode(to:)` throws.
  init(id: String, of event: any Event) throws {
    var content = try event.content()
    if let record = (event as? any RecordEvent)?.record.value, case .object(var members) = content {
      members["record"] = record
      content = .object(members)
    }
    self.init(id: id, DynamicEvent(eventName: event.eventName, payload: content))
  }

  /// Reads a message; nil if it is none of an event: without a proper name, too large, or not JSON.
  init?(data: [UInt8], field: (String) -> String?) {
    guard data.count <= Self.largest, let name = field(Field.name), EventPattern.isName(name),
      let id = field(Field.id), (1...Self.longestID).contains(id.utf8.count),
      let payload = data.isEmpty ? .null : try? JSONValue(json: data)
    else { return nil }
    self.init(id: id, DynamicEvent(eventName: name, payload: payload))
    (source, worker) = (field(Field.source), field(Field.worker))
    cause = field(Field.cause)
  }

  /// The content.
  var data: [UInt8] { event.payload == .null ? [] : event.payload.jsonBytes }

  /// The header.
  ///
  /// The server drops a repeated message by another field, `Nats-Msg-Id`.
  var fields: [(name: String, value: String)] {
    var fields = [(name: Field.id, value: id), (Field.name, event.eventName)]
    if let source { fields.append((Field.source, source)) }
    if let cause { fields.append((Field.cause, cause)) }
    if let resume { fields.append((Field.resume, resume)) }
    if let worker { fields.append((Field.worker, worker)) }
    return fields
  }

  /// The subject that it is published to in an environment.
  func subject(in environment: EnvironmentID) -> String {
    func text(_ key: String) -> String? {
      if case .string(let text)? = event.payload[key] { text } else { nil }
    }
    return EventSubject(environment: environment).subject(
      of: event.eventName, resource: text("resource"), id: text("id"))
  }
}
