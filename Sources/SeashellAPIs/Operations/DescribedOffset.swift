import CoreJSON
import FoundationEssentials
import SeashellKit
import WebDescriptions

/// The parameters of a list for paging by offset, such as `skip` and `limit`; they are used if a page
/// itself does not say how to continue.
struct DescribedOffset {
  private static let offsets = ["offset", "skip", "start"]
  private static let limits = ["limit", "size", "page_size", "pageSize", "count", "top"]

  private let offset: String
  private let limit: String
  /// The page size unless the query sets one; nil if it is not described.
  private let size: Int?

  /// Finds the parameters; nil if the operation does not have both.
  init?(_ operation: DescribedOperation) {
    let query = operation.parameters.filter { $0.location == .query }
    func parameter(_ names: [String]) -> DescribedParameter? {
      names.lazy.compactMap { name in
        query.first { $0.name == name && !$0.schema.types.isDisjoint(with: [.integer, .number]) }
      }.first
    }
    guard let offset = parameter(Self.offsets), let limit = parameter(Self.limits) else {
      return nil
    }
    (self.offset, self.limit) = (offset.name, limit.name)
    if case .integer(let size)? = limit.schema.defaultValue { self.size = size } else { size = nil }
  }

  var names: (name: String, limit: String) { (offset, limit) }

  /// Whether a page is the last because it is smaller than the default page size.
  func isLast(_ page: APIPage<JSONValue>) -> Bool {
    guard let size, page.total == nil, page.next?.listOffset == page.elements.count,
      let address = page.url.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) })
    else { return false }
    let isSized = address.queryItems?.contains { $0.name == limit } ?? false
    return page.elements.count < size && !isSized
  }
}
