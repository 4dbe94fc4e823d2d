public import FoundationEssentials
public import SeashellHosting
import SeashellKit
import Synchronization

/// A store of records in memory, which keeps everything.
public final class MemoryRecordStore: RecordStore {
  private struct List {
    var ids: [Int: String] = [:]
    var kind = ""
    var total: Int?
  }

  private struct State {
    var records: [String: [String: KnownRecord]] = [:]
    var words: [String: [String: String]] = [:]
    var order: [String: [String]] = [:]
    var lists: [String: List] = [:]
    var error: (any Error)?
    var calls = 0
  }

  private let state = Mutex(State())

  /// Creates an empty store.
  public init() {}

  /// The error that every call throws; nil if there is none.
  public var error: (any Error)? {
    get { state.withLock { $0.error } }
    set { state.withLock { $0.error = newValue } }
  }

  /// The number of reads and writes so far.
  public var calls: Int { state.withLock { $0.calls } }

  /// The ids of the known records of a kind, in order.
  public func ids(of kind: String) -> [String] {
    state.withLock { state in
      let known = state.records[kind, default: [:]]
      return state.order[kind, default: []].filter { known[$0] != nil }
    }
  }

  /// Changes the time at which all records were received.
  public func date(all date: Date) {
    state.withLock { state in
      state.records = state.records.mapValues { records in
        records.mapValues { KnownRecord(id: $0.id, json: $0.json, list: $0.list, date: date) }
      }
    }
  }

  /// Stores records, with their positions in a list.
  public func save(
    _ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date
  ) async throws {
    try access { state in
      for record in records {
        if state.records[kind]?[record.id] == nil {
          state.order[kind, default: []].append(record.id)
        }
        state.records[kind, default: [:]][record.id] = KnownRecord(
          id: record.id, json: record.json, list: record.list, date: date)
        state.words[kind, default: [:]][record.id] = record.searchText.lowercased()
      }
      guard let page else { return }
      var list = state.lists[page.list] ?? List()
      list.kind = kind
      list.total = page.total ?? (page.isLast ? page.offset + records.count : list.total)
      for (index, record) in records.enumerated() { list.ids[page.offset + index] = record.id }
      if page.isLast { list.ids = list.ids.filter { $0.key < page.offset + records.count } }
      state.lists[page.list] = list
    }
  }

  /// Returns a record.
  public func record(_ id: String, of kind: String) async throws -> KnownRecord? {
    try access { $0.records[kind]?[id] }
  }

  /// Returns a part of a list.
  public func page(_ range: Range<Int>, of name: String) async throws -> KnownPage? {
    try access { state in
      guard let list = state.lists[name] else { return nil }
      let known = list.ids.compactMapValues { state.records[list.kind]?[$0] }
      return KnownPage(
        records: range.compactMap { known[$0] }, known: known.count, total: list.total)
    }
  }

  /// Returns the known records that contain all words of a text.
  public func records(of kind: String, matching text: String?) async throws -> [KnownRecord] {
    try access { state in
      let words = (text ?? "").lowercased().split(separator: " ")
      return state.order[kind, default: []].compactMap { id in
        let known = state.words[kind]?[id, default: ""].split { !$0.isLetter && !$0.isNumber } ?? []
        let isMatch = words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
        return isMatch ? state.records[kind]?[id] : nil
      }
    }
  }

  /// Forgets records.
  public func remove(_ ids: Set<String>, of kind: String) async throws {
    try access { state in
      for id in ids { state.records[kind]?[id] = nil }
      state.order[kind]?.removeAll(where: ids.contains)
    }
  }

  private func access<Result>(_ body: (inout State) -> Result) throws -> Result {
    try state.withLock { state in
      state.calls += 1
      if let error = state.error { throw error }
      return body(&state)
    }
  }
}
