import CoreLoop
import FoundationEssentials
import WebAPI
import WebFetching

// Records are stored as the service has sent them, and read by a list again: off the main thread.
extension OfflineFirstService {
  /// Stores a record.
  func save(
    _ record: Received<Record>, of list: Item, in store: any RecordStore
  ) async throws {
    guard let response = record.response else { return }
    let reader = StoredRecordReader(list, remote.empty(for: list))
    let known = try await offMain { reader.data([try response.sentRecord()]) }
    try await store.save(known, of: list.noun.many, as: nil, at: access.now())
  }

  /// Stores the records of a page, and their positions in the list.
  ///
  /// A record that the list reads in a page, and could not read alone, is left out, and the positions with it.
  func save(
    _ page: Received<APIPage<Record>>, of place: ListPlace<Item>, in store: any RecordStore
  ) async throws {
    let (list, models) = (place.list, page.value.elements)
    let reader = StoredRecordReader(list, remote.empty(for: list))
    let known = try await offMain {
      // A page without records may also be the end of a list, of which the service says that it is not there.
      guard !models.isEmpty, let response = page.response else { return [] as [RecordData] }
      return reader.data(try response.sentRecords(paging: list.paging))
    }
    let places = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let shown = models.compactMap { places[list.key(of: $0)] }
    let isWhole = shown.count == models.count
    try await store.save(
      isWhole ? shown : known, of: list.noun.many, as: isWhole ? place.listed(page.value) : nil,
      at: access.now())
  }

  /// Returns stored records as models of a list; leaves out those that it cannot read.
  ///
  /// - Parameter areListed: whether the list has the records, so that it may also read those of lists that it does not
  ///   know.
  func models(
    in records: [KnownRecord], of list: Item, areListed: Bool = false
  ) async -> [Dated<Record>] {
    var reader = StoredRecordReader(list, remote.empty(for: list))
    reader.readsAll = areListed
    return await offMain { [reader] in reader.models(in: records) }
  }
}

/// Reads the records of a list as a store has them.
private struct StoredRecordReader<Item: Resource>: Sendable {
  let list: Item
  /// Whether it also reads records of lists that the list does not know.
  var readsAll = false
  /// A response without a record, in the format of the service.
  private let response: APIResponse

  init(_ list: Item, _ response: APIResponse) { (self.list, self.response) = (list, response) }

  /// Returns what is stored of records; leaves out those that could not be read again.
  func data(_ records: [Data]) -> [RecordData] {
    let resource = list.resource
    return records.compactMap { json in
      guard let model = try? list.model(ofElement: response.containing(json)) else { return nil }
      return RecordData(
        id: list.key(of: model), json: json, list: resource, searchText: list.text(of: model))
    }
  }

  /// Returns the models of records, each read by the list that it was received of.
  func models(in records: [KnownRecord]) -> [Dated<Item.Model>] {
    var readers: [String: Item?] = [list.resource: list]
    return records.compactMap { record in
      // An older program that is still running stores what only it can read.
      guard !record.list.isEmpty else { return nil }
      let reader = readers[record.list] ?? list.list(at: record.list) ?? (readsAll ? list : nil)
      readers[record.list] = .some(reader)
      guard let reader,
        let model = try? reader.model(ofElement: response.containing(record.json)),
        reader.key(of: model) == record.id
      else { return nil }
      return Dated(value: model, date: record.date)
    }
  }
}
