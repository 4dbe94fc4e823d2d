import CoreJSON
import ShellOutput
import WebAPI

/// Up to which event a relay has published an environment's feed.
struct RelayPlace: Equatable {
  /// Events that the server of the feed no longer had.
  struct Gap: Equatable {
    /// When it was noticed, in seconds since 1970.
    var time: Int
    /// The sequence of the message that reports it.
    var sequence: Int
  }

  /// The id after which the feed goes on; nil to begin with new events.
  var id: String?
  /// The sequence of a message in the stream, after which only later events can be; nil if that is not known.
  var sequence: Int?
  /// The last gap.
  var gap: Gap?
}

/// Which relay publishes an environment's feed, and how far it is: one message of the state's stream.
struct RelayRecord: Equatable {
  /// The relay that publishes; nil if it has ended.
  var holder: String?
  /// How often the message was written, so that each version is another.
  var count = 0
  var place = RelayPlace()

  init() {}

  /// Reads a message's content.
  ///
  /// - Throws: `ShellError` if it is no record: to go on without one would miss events.
  init(_ message: JetStream.Stored) throws {
    guard message.data.count <= EventMessage.largest, let json = try? JSONValue(json: message.data),
      case .integer(let count)? = json["count"]
    else {
      throw ShellError(
        .failed, "the relay's place, the message of '\(message.subject)', is damaged",
        hint: "remove it to begin with new events")
    }
    func text(_ key: String) -> String? {
      if case .string(let text)? = json[key], !text.isEmpty { text } else { nil }
    }
    func number(_ json: JSONValue?) -> Int? {
      if case .integer(let number)? = json { number } else { nil }
    }
    (holder, self.count) = (text("holder"), count)
    place = RelayPlace(id: text("id"), sequence: number(json["sequence"]))
    if let time = number(json["gap"]?["time"]), let sequence = number(json["gap"]?["sequence"]) {
      place.gap = RelayPlace.Gap(time: time, sequence: sequence)
    }
  }

  /// The content of the message.
  var data: [UInt8] {
    var fields: JSONObject = ["count": .integer(count)]
    if let holder { fields["holder"] = .string(holder) }
    if let id = place.id { fields["id"] = .string(id) }
    if let sequence = place.sequence { fields["sequence"] = .integer(sequence) }
    if let gap = place.gap {
      fields["gap"] = ["time": .integer(gap.time), "sequence": .integer(gap.sequence)]
    }
    return JSONValue.object(fields).jsonBytes
  }
}

extension JetStream.Stored {
  /// Whether it reports a gap.
  var reportsGap: Bool {
    self[EventMessage.Field.name] == DataInvalidated.name
      && (try? JSONValue(json: data))?["missing"] != nil
  }
}
