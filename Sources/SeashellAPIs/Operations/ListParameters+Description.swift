import SeashellKit
import WebAPI

extension ListParameters {
  private static let offsets = ["offset", "skip", "start", "first", "from", "startAt"]
  private static let pages = ["page", "page_number", "pageNumber", "p", "page_index", "pageIndex"]
  private static let elements = [
    "starting_after", "after_id", "after", "since_id", "last", "marker",
  ]
  private static let sizes = [
    "limit", "size", "page_size", "pageSize", "per_page", "perPage", "count", "top", "max", "take",
    "max_results", "maxResults", "rows", "ps",
  ]

  /// The parameters for an offset, or for the number of a page, and for the size of pages; nil if an operation does not
  /// have them.
  ///
  /// Only numbers count: a text is a token that a page gives.
  init?(_ operation: DescribedOperation) {
    guard operation.method == .get else { return nil }
    let query = operation.parameters.filter { $0.location == .query }
    func parameter(_ names: [String]) -> String? {
      names.lazy.compactMap { name in
        query.first { $0.name == name && !$0.schema.types.isDisjoint(with: [.integer, .number]) }
      }.first?.name
    }
    guard let size = parameter(Self.sizes) else { return nil }
    let offset = parameter(Self.offsets)
    let page = offset == nil ? parameter(Self.pages) : nil
    let hasElements = query.contains { Self.elements.contains($0.name) }
    guard offset ?? page != nil || hasElements else { return nil }
    self.init(offset: offset, page: page, size: size)
    self.hasElements = hasElements
  }
}
