public import WebAPI

/// The effect of a queued write on what is shown.
public struct WaitingWrite<Record: Sendable>: Sendable {
  let id: String

  /// The record that it creates; nil if it changes or deletes one.
  let created: Record?

  let apply: @Sendable (inout Record) -> Void

  /// Describes a write that creates a record.
  ///
  /// Until it is sent, the record's id is the write's name.
  public static func adds(_ record: Record, _ write: QueuedWrite) -> WaitingWrite {
    WaitingWrite(id: write.id, created: record, apply: { _ in })
  }

  /// Describes a write that changes or deletes a record.
  ///
  /// - Parameters:
  ///   - id: the record's key, usually its id: `Resource.key(of:)`.
  ///   - apply: changes the record to what it will be, and marks it.
  public static func changes(
    _ id: String, _ apply: @escaping @Sendable (inout Record) -> Void
  ) -> WaitingWrite {
    WaitingWrite(id: id, created: nil, apply: apply)
  }
}

struct WaitingWrites<Record: Sendable>: Sendable {
  /// The records that they create, the newest first, with the paths of their lists.
  private(set) var added: [(list: String, record: Record)] = []
  private var changes: [String: [@Sendable (inout Record) -> Void]] = [:]
  private var changedLists: Set<String> = []

  init() {}

  /// Adds writes, in the order in which they are sent.
  init(_ writes: [QueuedWrite], _ read: (QueuedWrite) -> WaitingWrite<Record>?) {
    var created: [(id: String, list: String, record: Record)] = []
    for write in writes {
      guard let waiting = read(write) else { continue }
      if let record = waiting.created {
        created.append((waiting.id, write.path.resource, record))
      } else if let index = created.firstIndex(where: { $0.id == waiting.id }) {
        waiting.apply(&created[index].record)
      } else {
        changes[waiting.id, default: []].append(waiting.apply)
        changedLists.insert(write.path.segments.dropLast().joined(separator: "/"))
      }
    }
    added = created.reversed().map { ($0.list, $0.record) }
  }

  func applied(to record: Record, _ id: String) -> Record {
    guard let applicable = changes[id] else { return record }
    var record = record
    for change in applicable { change(&record) }
    return record
  }

  var hasChanges: Bool { !changes.isEmpty }

  /// Whether one of the writes may change or delete a record of a list.
  ///
  /// `reviews` also includes the records of `products/p-7/reviews`.
  func hasChanges(in list: String) -> Bool {
    changedLists.contains { $0 == list || $0.hasSuffix("/" + list) }
  }
}
