public import WebFetching

/// Which list is requested, for a store that has to answer in place of the service.
///
/// A list that is neither searched, filtered nor sorted is stored with its order. Any other one is
/// answered from all records of its kind that are known.
public struct OfflineQuery<Record: StoredRecord>: Sendable {
  /// The list's path, as in events: `products/p-7/reviews`.
  public let list: String

  let search: String?
  let isWhole: Bool
  /// Whether it has all records of the list, in another order.
  let isSortedOnly: Bool
  let contains: (@Sendable (Record) -> Bool)?
  let precedes: (@Sendable (Record, Record) -> Bool)?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - list: the list's path, as in events.
  ///   - search: words that a record must contain, each as a prefix; nil for all records.
  ///   - isFiltered: whether the query leaves out some records of the list, besides those that do not match
  ///     the search.
  ///   - contains: whether a record belongs to what is requested; nil if each record of the kind does.
  ///   - precedes: whether a record comes before another one; nil for the service's order.
  public init(
    _ list: String, search: String? = nil, isFiltered: Bool = false,
    where contains: (@Sendable (Record) -> Bool)? = nil,
    sortedBy precedes: (@Sendable (Record, Record) -> Bool)? = nil
  ) {
    self.list = list
    self.search = search
    self.contains = contains
    self.precedes = precedes
    isSortedOnly = search == nil && !isFiltered
    isWhole = isSortedOnly && precedes == nil
  }
}
