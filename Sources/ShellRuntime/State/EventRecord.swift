package import CoreEvents
import CoreJSON
import FoundationEssentials
package import ShellOutput

/// An event as a record: what `$event` is, and what a rule's condition looks into.
package enum EventRecord {
  /// Returns the event's name and time, and its own fields by their names.
  ///
  /// Own fields that are called `name` or `time` are left out. Content that is no object is the field
  /// `payload`.
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
    return .record(fields)
  }

  /// Whether a field is the name or the time of every event.
  static func isReserved(_ field: String) -> Bool { field == "name" || field == "time" }
}
