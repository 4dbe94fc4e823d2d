package import CoreEvents
import CoreJSON
import FoundationEssentials
package import ShellOutput

/// Converts events to records, for `$event` and for the conditions of rules.
package enum EventRecord {
  /// Returns a record with the event's name and time, and its own fields.
  ///
  /// Fields of its own named `name` or `time` are omitted. Content that is not an object becomes the field
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

  static func isReserved(_ field: String) -> Bool { field == "name" || field == "time" }
}
