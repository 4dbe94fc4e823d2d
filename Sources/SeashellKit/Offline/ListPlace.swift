import FoundationEssentials
import WebAPI
import WebFetching

/// The position of a page in a list, with what is needed to continue after it; it is kept with the request
/// for the next page.
struct ListPlace<Item: Resource>: Sendable {
  typealias Record = Item.Model

  /// The page size of the store if the request names none.
  static var usualSize: Int { 20 }

  let list: Item
  var perPage = usualSize
  /// The position of the page's first record, if it is known.
  var offset: Int? = 0
  var isFirst = true
  /// Whether the user has asked for this page; false for the pages that follow it.
  var isStart = true
  let waiting: WaitingWrites<Record>
  /// Whether the pages come from the store.
  var isStored = false
  /// The records from this page on, and the number of searched records, if the store has already found
  /// them.
  var rest: (records: ArraySlice<Dated<Record>>, known: Int)?

  /// The records that queued writes will create in the list.
  var added: [Record] {
    guard list.search == nil else { return [] }
    return waiting.added.compactMap { path, record in
      let isHere = path == list.resource || path.hasSuffix("/" + list.resource)
      return isHere && list.includes(record) ? record : nil
    }
  }

  /// Returns the position of a service's page in the list; nil if the list is not stored.
  func listed(_ page: APIPage<Record>) -> ListedPage? {
    guard list.isWhole, let offset else { return nil }
    let end = offset + page.elements.count
    return ListedPage(
      list: list.resource, offset: offset, total: page.total,
      isLast: page.next == nil && page.total.map { end >= $0 } ?? true)
  }

  /// Adds the queued writes to a page of the service.
  func merged(_ page: APIPage<Record>) -> APIPage<Record> {
    var next = page.next
    var following = self
    // The next page's position follows from this page, however it is requested.
    following.offset = offset.map { $0 + page.elements.count } ?? next?.listOffset
    (following.isFirst, following.isStart) = (false, false)
    next?.continuation = following
    return shown(page.elements, total: page.total, next: next, url: page.url)
  }

  func page(_ records: [Dated<Record>], total: Int, next: ListPlace?) -> APIPage<Record> {
    var request: APIRequest?
    if var next {
      // This request is never sent. Its offset tells one page from another.
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
      waiting.hasChanges ? records.map { waiting.applied(to: $0, list.key(of: $0)) } : records
    return APIPage(
      elements: isFirst ? added + records : records, total: total.map { $0 + added.count },
      next: next, url: url)
  }
}

extension Resource {
  /// Whether the list has all records of its path, possibly in another order than the service's.
  var isSortedOnly: Bool { search == nil && !isFiltered }

  /// Whether the list has all records of its path in the service's order, so that this order is stored.
  ///
  /// Any other list is answered from all known records of the resource.
  var isWhole: Bool { isSortedOnly && precedes == nil }
}

struct StoredAnswer<Value> {
  let value: Value
  let since: Date?
  /// Describes which part is known; nil if everything is.
  let remark: String?

  init(_ value: Value, since: Date?, remark: String? = nil) {
    self.value = value
    self.since = since
    self.remark = remark
  }
}

extension StoredAnswer: Sendable where Value: Sendable {}

struct Dated<Record: Sendable>: Sendable {
  let value: Record
  let date: Date
}
