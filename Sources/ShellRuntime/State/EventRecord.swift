package import CoreEvents
import CoreJSON
import FoundationEssentials
package import ShellOutput

/// Converts events to records, for `$event` and for the conditions of rules.
package enum EventRecord {
  /// Returns a record with the event's name and time, and its own fields.
  ///
  /// Fields of its own named `name` or `time` are omitted. Content that is not an object becomes the field
  /// `payload`. The record that an event is about, if it is known, is the field `record`.
  ///
  /// - Throws: what the event's `encode(to:)` throws.
  package static func record(of entry: EventLog.Entry) throws -> CellValue {
    var fields = [
      CellValue.Field("name", .text(entry.name)),
      CellValue.Field("time", .date(Date(timeIntervalSince1970: entry.time))),
    ]
    switch try entry.event.content() {
    case .object(let members):
      fields += members.lazy.filter { !isReserved($0.key) }
        .map { CellValue.Field($0.key, CellValue($0.value)) }
    case .null: break
    case let content: fields.append(CellValue.Field("payload", CellValue(content)))
    }
    if let record = (entry.event as? any RecordEvent)?.record.value {
      fields.append(CellValue.Field("record", CellValue(record)))
    }
    return .record(fields)
  }

  /// Returns the record of a stream's event, with the fields `message_id` and `tries` in place of its own ones.
  package static func record(of shared: SharedEvent) throws -> CellValue {
    let entry = EventLog.Entry(shared.event, at: shared.time)
    guard case .record(var fields) = try record(of: entry) else { return .null }
    fields.removeAll { sharedFields.contains($0.name) }
    fields.append(CellValue.Field("message_id", .text(shared.id)))
    fields.append(CellValue.Field("tries", .integer(shared.tries)))
    return .record(fields)
  }

  /// The fields that only a stream's events have.
  package static let sharedFields = ["message_id", "tries"]

  /// Returns the names of the fields of all events of a pattern; nil if they are not known.
  ///
  /// `types` are the types of events, except those whose names are known only at run time.
  package static func fields(
    of pattern: EventPattern, among types: [any Event.Type]
  ) -> [String]? {
    let types = types.filter { pattern.matches($0.name) }
    guard pattern != .all, !types.isEmpty, types.allSatisfy({ !$0.fields.isEmpty }) else {
      return nil
    }
    var names = ["name", "time"]
    for type in types {
      let record = type is any RecordEvent.Type ? ["record"] : []
      names += (type.fields + record).filter { !names.contains($0) }
    }
    return names
  }

  /// The beginnings of the names of events that only the shell and its client post.
  package static let reservedPrefixes = ["api.", "shell.", "session.", "environment."]

  static func isReserved(_ field: String) -> Bool { field == "name" || field == "time" }
}
