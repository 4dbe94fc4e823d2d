import CoreLoop
import FoundationEssentials
import WebAPI
import WebFetching

/// A page of a list, and what is needed to go on behind it; it is kept with the request for the next page.
struct ListPlace<List: Listing>: Sendable {
  typealias Record = List.Model

  /// The page size of the store, if the request names none.
  static var usualSize: Int { 20 }

  let list: List
  var perPage = usualSize
  /// The position of the page's first record; nil if it is not known.
  var offset: Int? = 0
  /// Whether it is the first page of the list.
  var isFirst = true
  /// Whether it is the page that the user has asked for, and none that follows it.
  var isStart = true
  let waiting: WaitingWrites<Record>
  /// Whether the pages come from the store.
  var isStored = false
  /// The records from this page on, and how many were searched, if the store has found them already.
  var rest: (records: ArraySlice<Dated<Record>>, known: Int)?

  /// The records in the list that waiting writes create.
  var added: [Record] {
    guard list.search == nil else { return [] }
    return waiting.added.compactMap { path, record in
      let isHere = path == list.resource || path.hasSuffix("/" + list.resource)
      return isHere && list.includes(record) ? record : nil
    }
  }

  /// Returns where a page of the service stands in the list; nil if the list is not stored.
  func listed(_ page: APIPage<Record>) -> ListedPage? {
    guard list.isWhole, let offset else { return nil }
    let end = offset + page.elements.count
    return ListedPage(
      list: list.resource, offset: offset, total: page.total,
      isLast: page.next == nil && page.total.map { end >= $0 } ?? true)
  }

  /// Returns a page of the service with what waits.
  func merged(_ page: APIPage<Record>) -> APIPage<Record> {
    var next = page.next
    var following = self
    // Where the next page begins follows from this one, whatever it is requested by.
    following.offset = offset.map { $0 + page.elements.count } ?? next?.listOffset
    (following.isFirst, following.isStart) = (false, false)
    next?.continuation = following
    return shown(page.elements, total: page.total, next: next, url: page.url)
  }

  /// Creates a page of the store with what waits.
  func page(_ records: [Dated<Record>], total: Int, next: ListPlace?) -> APIPage<Record> {
    var request: APIRequest?
    if var next {
      // It is never sent; the position tells one page from another.
      request = APIRequest(path: list.path, query: ["offset": next.offset])
      (next.isStored, next.isFirst, next.isStart) = (true, false, false)
      request?.continuation = next
    }
    return shown(records.map(\.value), total: total, next: request, url: nil)
  }

  private func shown(
    _ records: [Record], total: Int?, next: APIRequest?, url: URL?
  ) -> APIPage<Record> {
    let added = added
    let records =
      waiting.hasChanges ? records.map { waiting.applied(to: $0, List.key(of: $0)) } : records
    return APIPage(
      elements: isFirst ? added + records : records, total: total.map { $0 + added.count },
      next: next, url: url)
  }
}

extension Listing {
  /// Whether it has all records of its path, perhaps in another order than the service's.
  var isSortedOnly: Bool { search == nil && !isFiltered }

  /// Whether it has all records of its path in the service's order, so that this order is stored.
  ///
  /// Any other list is answered from all records of the resource that are known.
  var isWhole: Bool { isSortedOnly && precedes == nil }
}

/// What a store answers.
struct StoredAnswer<Value> {
  let value: Value
  /// When the oldest record was received; nil if there is none.
  let since: Date?
  /// Which part is known; nil if all of it.
  let remark: String?

  init(_ value: Value, since: Date?, remark: String? = nil) {
    self.value = value
    self.since = since
    self.remark = remark
  }
}

extension StoredAnswer: Sendable where Value: Sendable {}

/// A record, and when it was received.
struct Dated<Record: Sendable>: Sendable {
  let value: Record
  let date: Date
}

/// Turns records into bytes and back, off the main thread.
struct RecordCoder<List: Listing>: Sendable {
  typealias Record = List.Model

  /// Returns records as a store takes them; leaves out those that cannot be encoded.
  func encoded(_ models: [Record]) async -> [RecordData] {
    await offMain {
      let encoder = JSONEncoder()
      // The same record gives the same bytes, which the store then need not write again.
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return models.compactMap { model in
        guard let json = try? encoder.encode(model) else { return nil }
        return RecordData(
          id: List.key(of: model), json: json, searchText: List.searchText(of: model))
      }
    }
  }

  /// Returns the records of a store; leaves out those that cannot be decoded.
  func decoded(_ known: [KnownRecord]) async -> [Dated<Record>] {
    await offMain {
      let decoder = JSONDecoder()
      return known.compactMap { record in
        guard let model = try? decoder.decode(Record.self, from: record.json) else { return nil }
        return Dated(value: model, date: record.date)
      }
    }
  }
}
