/// The query parameters of a list by which its pages can be counted, as a description declares them.
package struct ListParameters: Sendable {
  /// The parameter for the number of elements before a page.
  var offset: String?
  /// The parameter for the number of a page.
  var page: String?
  /// Whether there is a parameter for the element after which a page begins.
  package var hasElements = false
  /// The parameter for the page size.
  let size: String

  /// Creates the parameters.
  package init(offset: String?, page: String?, size: String) {
    (self.offset, self.page, self.size) = (offset, page, size)
  }

  func paging(elements: String?, total: Paging.Place?) -> Paging? {
    var paging: Paging
    if let offset {
      paging = .offset(offset, limit: size, elements: elements, total: total)
    } else if let page {
      paging = .number(page, size: size, elements: elements, total: total)
    } else if hasElements {
      paging = .link(elements: elements, total: total)
      paging.mayContinue = true
      return paging
    } else {
      return nil
    }
    paging.isCounted = total == nil
    return paging
  }
}
